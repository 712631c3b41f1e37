import { fileURLToPath } from 'node:url'

/** Why a module could not be loaded, and what to do about it. */
export interface LoadErrorExplanation {
  /** Of the file that is at fault, which may be one that the module imports. */
  readonly file: string
  readonly line?: number
  readonly message: string
  readonly cure: string
}

type Found = Pick<LoadErrorExplanation, 'message' | 'cure'> & { readonly file?: string }
type Explain = (message: string, code: unknown) => Found | undefined

// Node strips types and does nothing else: what TypeScript would compile, or find by itself, it refuses.
const EXPLANATIONS: readonly Explain[] = [
  (message, code) =>
    code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'
      ? {
          message: `${message.replace(/ is not supported in strip-only mode$/, '')} is no code that Node can run as it is`,
          cure: cureOfSyntax(message),
        }
      : undefined,
  (message, code) =>
    code === 'ERR_INVALID_TYPESCRIPT_SYNTAX'
      ? { message: `it is no valid TypeScript: ${message}`, cure: 'Correct the syntax.' }
      : undefined,
  (message, code) => {
    if (code !== 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING') return undefined
    const file = /"(file:[^"]+)"/.exec(message)?.[1]
    return {
      ...(file === undefined ? {} : { file: fileURLToPath(file) }),
      message: 'it is TypeScript below node_modules, which Node does not run',
      cure: 'Import the JavaScript of that package, or keep the file outside node_modules.',
    }
  },
  (message) => {
    const match = /requested module '([^']+)' does not provide an export named '([^']+)'/.exec(message)
    if (match === null) return undefined
    const [, from = '', name = ''] = match
    return {
      message: `'${from}' has no export \`${name}\` when it runs`,
      cure: `If \`${name}\` is a type, write \`import { type ${name} }\` or \`import type\`; else correct the name.`,
    }
  },
  (message, code) => {
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'ERR_UNSUPPORTED_DIR_IMPORT') return undefined
    const match = /^(?:Cannot find (module|package)|Directory import) '([^']+)'.* imported from (.+)$/.exec(
      message,
    )
    if (match === null) return undefined
    const [, kind, missing = '', importer = ''] = match
    const file = importer.startsWith('file:') ? fileURLToPath(importer) : importer
    if (kind === 'package')
      return {
        file,
        message: `it imports the package '${missing}', which is not installed`,
        cure: `Run \`npm install ${missing}\`.`,
      }
    const hasExtension = /\.[cm]?[jt]sx?$/.test(missing)
    return {
      file,
      message: `it imports '${missing}', which does not exist`,
      cure: hasExtension
        ? 'Correct the path; a `.ts` file is imported with `.ts`, not `.js`.'
        : 'Write the extension in the import: `./name.ts`, or `./name/index.ts` for a folder.',
    }
  },
]

/** Says in the words of whoever wrote the file why Node could not load it; undefined when it simply threw. */
export function explainLoadError(error: unknown, file: string): LoadErrorExplanation | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as { code?: unknown }
  for (const explain of EXPLANATIONS) {
    const found = explain(error.message, code)
    if (found === undefined) continue
    // Node names the place in the first line of the stack: `file:///app/tools.ts:3`.
    const place = /^(file:\/\/\S+|\/\S+|[A-Za-z]:\\.+):(\d+)$/m.exec((error.stack ?? '').split('\n')[0] ?? '')
    const named = place?.[1]
    const at =
      found.file ?? (named === undefined ? file : named.startsWith('file:') ? fileURLToPath(named) : named)
    const isSame = found.file === undefined && place !== null
    return {
      file: at,
      ...(isSame ? { line: Number(place[2]) } : {}),
      message: found.message,
      cure: found.cure,
    }
  }
  if (error instanceof SyntaxError && code === undefined)
    return { file, message: `it is no valid JavaScript: ${error.message}`, cure: 'Correct the syntax.' }
  return undefined
}

function cureOfSyntax(message: string): string {
  if (message.includes('enum'))
    return "Write `const Color = { Red: 'red' } as const` and `type Color = (typeof Color)[keyof typeof Color]`."
  if (message.includes('parameter property'))
    return 'Declare the field in the class and assign it in the constructor.'
  if (message.includes('namespace')) return 'Export the members of the namespace from a file of their own.'
  if (message.includes('import')) return 'Write a plain `import`.'
  return 'Write it in JavaScript, or start Node with `--experimental-transform-types`.'
}
