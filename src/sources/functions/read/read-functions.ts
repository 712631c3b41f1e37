import { canonicalNames } from '../../../validate/canonical-name.ts'
import { openChecker } from '../checker/open-checker.ts'
import type { CheckerReader } from '../checker/checker-reader.ts'
import { isIgnored } from '../docs/tool-tags.ts'
import type { FunctionProblem, PlacedProblem } from '../function-problem.ts'
import type { Callable } from '../syntax/callable.ts'
import { findCallable, findCallables } from '../syntax/find-callables.ts'
import { findLoadObstacles } from '../syntax/load-obstacles.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { loadParser, SourceFiles } from '../syntax/source-files.ts'
import type { FunctionReading, FunctionRecord } from './function-record.ts'
import type { ReadingContext } from './checked-signature.ts'
import { docBefore, type ReadCallable, readCallable } from './read-callable.ts'

/** How a file of functions is read. */
export interface ReadSettings {
  /** Ask the compiler of the project where types must be worked out, or the one in this folder. @default true */
  readonly typescript?: boolean | string | undefined
  /** Only this function, exported or not. */
  readonly only?: string | undefined
  readonly tier?: ReadingContext['tier']
  /** How the file is called in origins: `file:tools.ts`. */
  readonly source: string
}

/** Reads the functions of a file without running it. What is wrong with one costs no other. */
export async function readFunctions(path: string, settings: ReadSettings): Promise<FunctionReading> {
  await loadParser()
  const files = new SourceFiles()
  const problems: FunctionProblem[] = []
  let functions: readonly FunctionRecord[] = []
  const file = files.parsed(path)
  const fileProblem = file === undefined ? unreadable(path) : syntaxProblem(file)
  if (fileProblem !== undefined) problems.push(files.locate(fileProblem))
  else if (file !== undefined) functions = readFile(file, files, settings, problems)
  return { functions, problems, read: Object.fromEntries(files.read), absent: [...files.absent] }
}

function readFile(
  file: SourceFile,
  files: SourceFiles,
  { typescript = true, only, tier, source }: ReadSettings,
  problems: FunctionProblem[],
): readonly FunctionRecord[] {
  let checker: CheckerReader | undefined
  let isOpened = typescript === false
  const context: ReadingContext = {
    files,
    tier,
    checker() {
      if (!isOpened)
        checker = openChecker(file.path, files, typeof typescript === 'string' ? typescript : undefined)
      isOpened = true
      return checker
    },
  }
  try {
    const callables =
      only === undefined
        ? findCallables(files, file)
        : [findCallable(file, only)].filter((one) => one !== undefined)
    const read = callables.flatMap((callable) => {
      const doc = [callable.place, ...callable.otherPlaces]
        .map((place) => docBefore(place, files))
        .find((one) => one !== undefined)
      if (isIgnored(doc)) return []
      const outcome = readCallable(callable, doc, context)
      problems.push(...outcome.problems.map((problem) => files.locate(problem)))
      return outcome.read === undefined ? [] : [outcome.read]
    })
    problems.push(...findLoadObstacles(file, files).map((problem) => files.locate(problem)))
    if (callables.length === 0) problems.push(files.locate(nothingThere(file, only)))
    return toRecords(read, source, files, problems)
  } finally {
    checker?.close()
  }
}

function toRecords(
  read: readonly ReadCallable[],
  source: string,
  files: SourceFiles,
  problems: FunctionProblem[],
): readonly FunctionRecord[] {
  const derived = canonicalNames(
    read.filter(({ fields }) => fields.name === undefined).map(({ callable }) => callable.name),
  )
  const taken = new Map<string, Callable>()
  // Names that were chosen come first: what is derived gives way.
  const chosenFirst = read.toSorted(
    (one, other) => Number(one.fields.name === undefined) - Number(other.fields.name === undefined),
  )
  const records = chosenFirst.flatMap((one): (readonly [ReadCallable, FunctionRecord])[] => {
    const { callable, fields, description, inputSchema, outputSchema, binding } = one
    const name = fields.name ?? derived.get(callable.name) ?? callable.name
    const { file, line, column } = files.locate({ ...EMPTY, place: callable.place })
    const holder = taken.get(name)
    if (holder !== undefined) {
      const message = `the tool \`${name}\` is made of \`${holder.name}\` already`
      problems.push({
        ...EMPTY,
        file,
        line,
        column,
        tool: callable.name,
        code: 'NAME_TAKEN',
        message,
        cure: 'Give one of them another name: `@tool other_name`.',
      })
      return []
    }
    taken.set(name, callable)
    const definition = {
      ...fields,
      name,
      description,
      inputSchema,
      ...(outputSchema === undefined ? {} : { outputSchema }),
      origin: { source, name: callable.name },
    } as unknown as FunctionRecord['definition']
    const { exportName } = callable
    return [[one, { exportName, name: callable.name, file, line, column, definition, binding }]]
  })
  const inOrder = new Map(records)
  return read.flatMap((one) => inOrder.get(one) ?? [])
}

const EMPTY = {
  tool: '',
  path: '',
  severity: 'error',
  code: 'FILE_UNREADABLE',
  message: '',
  cure: '',
} as const

function unreadable(path: string): PlacedProblem {
  return {
    ...EMPTY,
    place: { file: path, offset: 0 },
    message: 'there is no such file, or it cannot be read',
    cure: 'Correct the path.',
  }
}

function syntaxProblem({ path, syntaxError, text }: SourceFile): PlacedProblem | undefined {
  if (/\.[cm]?jsx?$/.test(path)) {
    const message = 'it is JavaScript, which has no types to read'
    return {
      ...EMPTY,
      place: { file: path, offset: 0 },
      message,
      cure: 'Give the TypeScript file, or a manifest that was built from it.',
    }
  }
  if (syntaxError === undefined) return undefined
  const { message, offset } = syntaxError
  return {
    ...EMPTY,
    place: { file: path, offset: Math.min(offset, text.length) },
    message: `it is no valid TypeScript: ${message}`,
    cure: 'Correct the syntax.',
  }
}

function nothingThere({ path }: SourceFile, only: string | undefined): PlacedProblem {
  const place = { file: path, offset: 0 }
  if (only === undefined)
    return {
      ...EMPTY,
      place,
      severity: 'warning',
      code: 'NO_FUNCTIONS',
      message: 'it exports no function',
      cure: 'Write `export` before the functions that shall be tools.',
    }
  return {
    ...EMPTY,
    place,
    tool: only,
    code: 'NO_FUNCTIONS',
    message: `it has no function \`${only}\``,
    cure: 'Name a function that stands at the top of the file.',
  }
}
