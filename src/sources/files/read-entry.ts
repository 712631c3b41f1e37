import { snakeFieldName } from '../../define/field-names.ts'
import type { Tool } from '../../define/tool.ts'
import { ERROR_CODES } from '../../errors/error-codes.ts'
import { messageOf } from '../../errors/from-unknown.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { setOwn } from '../../schema/mend/fill-defaults.ts'
import { formatPath } from '../../validate/format-path.ts'
import { isRecord } from '../http/check-fields.ts'
import { kindOf } from '../../validate/read-draft.ts'
import { suggest } from '../../validate/suggest.ts'
import type { ToolEntry } from './list-entries.ts'
import type { EntryProblem } from './place-problem.ts'
import { readAlias } from './read-alias.ts'
import { readHttpTool } from './read-http-tool.ts'
import { readIsolatedTool } from './read-isolated-tool.ts'
import { FILE_FIELDS, isAliasRunner, type Runner, RUNNER_FIELDS, RUNNERS } from './runners.ts'
import type { ToolFilesOptions } from './tool-files-options.ts'

/** Takes down a problem with a tool; the hint is the cure of the code when none is given. */
export type EntryReport = (path: string, code: EntryProblem['code'], message: string, hint?: string) => void

/** One tool of a file, its fields told apart. */
export interface EntryFields {
  /** Absolute path of the file. */
  readonly file: string
  readonly runner: Runner
  /** What the runner was given: `entry[runner]`. */
  readonly given: unknown
  readonly exportName: unknown
  /** The fields of a definition, as the author spells them. */
  readonly fields: Readonly<Record<string, unknown>>
  /** False: only look; tools that `mcp` and `builtin` name need not be there. */
  readonly isResolving: boolean
  readonly options: ToolFilesOptions
}

export interface ReadEntry {
  /** Undefined when something is wrong, or when it was only looked at. */
  readonly tool?: Tool | undefined
  readonly problems: readonly EntryProblem[]
}

/** Makes the tool that one entry of a file describes, or says everything that is wrong with it. */
export async function readEntry(
  { node }: ToolEntry,
  circumstances: Pick<EntryFields, 'file' | 'isResolving' | 'options'>,
): Promise<ReadEntry> {
  const problems: EntryProblem[] = []
  const report: EntryReport = (path, code, message, hint = ERROR_CODES[code].cure) => {
    problems.push({ path, code, message, hint })
  }
  if (typeof node.value !== 'object' || node.value === null || Array.isArray(node.value)) {
    report('', 'DEFINE_FIELD_TYPE', `a tool is an object, not ${kindOf(node.value)}`, 'Give its fields.')
    return { problems }
  }
  const entry = node.value as Readonly<Record<string, unknown>>
  const fields = definitionFields(entry, report)
  const runner = chooseRunner(entry, report)
  if (runner === undefined) return { problems }
  const given = {
    runner,
    given: entry[runner],
    exportName: ownField(entry, 'export'),
    fields,
    ...circumstances,
  }
  try {
    const tool = await readTool(given, report)
    return { tool: problems.length === 0 ? tool : undefined, problems }
  } catch (thrown) {
    const { code } = ToolwrightError.is(thrown) ? thrown : { code: 'INTERNAL' as const }
    report('', code, messageOf(thrown))
    return { problems }
  }
}

function readTool(entry: EntryFields, report: EntryReport): Promise<Tool | undefined> | Tool | undefined {
  const { runner } = entry
  if (runner !== 'module' && entry.exportName !== undefined)
    report('export', 'DEFINE_FIELD_UNKNOWN', `\`export\` goes with \`module\`, not with \`${runner}\``)
  if (isAliasRunner(runner)) return readAlias(runner, entry, report)
  return runner === 'http' ? readHttpTool(entry, report) : readIsolatedTool(runner, entry, report)
}

/** Complains of fields that do not exist: what is misspelt would be ignored in silence. */
function definitionFields(entry: Readonly<Record<string, unknown>>, report: EntryReport) {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(entry)) {
    if (RUNNER_FIELDS.includes(name)) continue
    if (FILE_FIELDS.includes(name)) setOwn(fields, name, value)
    else {
      const known = [...RUNNER_FIELDS, ...FILE_FIELDS]
      const message = `\`${name.slice(0, 64)}\` is no field of a tool.${suggest(snakeFieldName(name), known)}`
      report(formatPath('', [name]), 'DEFINE_FIELD_UNKNOWN', message)
    }
  }
  const { constraints } = fields
  if (isRecord(constraints))
    for (const name of Object.keys(constraints)) {
      if (snakeFieldName(name) === name) continue
      const message = `\`${name}\` is spelt as in TypeScript. Did you mean \`${snakeFieldName(name)}\`?`
      report(`constraints.${name}`, 'DEFINE_FIELD_UNKNOWN', message)
    }
  return fields
}

function chooseRunner(entry: Readonly<Record<string, unknown>>, report: EntryReport): Runner | undefined {
  // Null stands for absent, as in every other field.
  const [runner, ...others] = RUNNERS.filter((name) => (ownField(entry, name) ?? null) !== null)
  if (runner === undefined)
    report(
      '',
      'DEFINE_IMPLEMENTATION_MISSING',
      'nothing runs this tool',
      `Name what does, in one of the fields ${RUNNERS.join(', ')}.`,
    )
  for (const other of others)
    report(
      other,
      'DEFINE_IMPLEMENTATION_MISSING',
      `both \`${runner}\` and \`${other}\` would run this tool`,
      'Keep one of them.',
    )
  return runner
}

function ownField(entry: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(entry, name) ? (entry[name] ?? undefined) : undefined
}
