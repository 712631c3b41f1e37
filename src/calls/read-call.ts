import { ToolwrightError } from '../errors/toolwright-error.ts'
import { showValue } from '../schema/show-value.ts'
import type { StandardSchema } from '../schema/standard/standard-schema.ts'
import { describeIssues } from './describe-problems.ts'
import { isExactNumber } from '../schema/mend/json-text.ts'
import { readBigInt } from './read-big-int.ts'
import { parseArguments } from './parse-arguments.ts'
import type { ToolCall } from './tool-call.ts'

/** Reads the arguments of one call by name and type. A missing or wrong argument throws, naming tool and argument. */
export interface CallReader {
  readonly id: string
  /** `<unnamed>` when the call has none. */
  readonly name: string
  /** The arguments as text, unchanged. */
  readonly raw: string
  /** The parsed arguments; `{ _raw: text }` when the text is not a JSON object. Numbers may be rounded: use the getters. */
  readonly object: Readonly<Record<string, unknown>>
  has(name: string): boolean
  names(): string[]
  getString(name: string): string
  getOptionalString(name: string): string | undefined
  getStringOr(name: string, fallback: string): string
  /** A whole number that a double holds exactly; larger ones are refused, never rounded. */
  getInteger(name: string): number
  getOptionalInteger(name: string): number | undefined
  getIntegerOr(name: string, fallback: number): number
  getNumber(name: string): number
  getOptionalNumber(name: string): number | undefined
  getNumberOr(name: string, fallback: number): number
  getBoolean(name: string): boolean
  getOptionalBoolean(name: string): boolean | undefined
  getBooleanOr(name: string, fallback: boolean): boolean
  /** A whole number of any size, exact: from the digits of the text, not from the parsed value. */
  getBigInt(name: string): bigint
  getOptionalBigInt(name: string): bigint | undefined
  getBigIntOr(name: string, fallback: bigint): bigint
  /** All arguments through a Zod, Valibot, ArkType or other Standard Schema, typed as its output. */
  parse<Output>(schema: StandardSchema<unknown, Output>): Output
}

/** What a call brought: every top-level argument with the source text of its number. */
interface ReadArguments {
  readonly value: Readonly<Record<string, unknown>>
  readonly sources: ReadonlyMap<string, string>
}

/** Reads a call; the text is parsed once, at the first question. */
export function readCall(call: ToolCall): CallReader {
  if (typeof call !== 'object' || call === null) {
    throw new ToolwrightError(
      'CALL_INVALID',
      '`readCall` takes a call: an object with id, name and arguments.',
    )
  }
  const toolName = typeof call.name === 'string' && call.name.trim() !== '' ? call.name : '<unnamed>'
  let known: ReadArguments | undefined
  const read = (): ReadArguments => (known ??= readArguments(call, toolName))

  const required = <Value>(name: string, get: (name: string) => Value | undefined): Value => {
    const value = get(name)
    if (value !== undefined) return value
    const message = `missing required argument '${name}' for tool '${toolName}'`
    throw new ToolwrightError('ARGUMENT_MISSING', message, { toolName, details: { field: name } })
  }
  const typed =
    <Value>(expected: string, take: (value: unknown, source: string | undefined) => Value | undefined) =>
    (name: string): Value | undefined => {
      const { value: all, sources } = read()
      const value = Object.hasOwn(all, name) ? all[name] : undefined
      if (value === undefined || value === null) return undefined
      const taken = take(value, sources.get(name))
      if (taken !== undefined) return taken
      const received = sources.get(name) ?? showValue(value)
      const message = `invalid argument '${name}' for tool '${toolName}': expected ${expected}, received ${received}`
      throw new ToolwrightError('ARGUMENTS_INVALID', message, {
        toolName,
        details: { field: name, expected, received },
      })
    }

  const string = typed('a string', (value) => (typeof value === 'string' ? value : undefined))
  // From the digits, not from the parsed value: 9007199254740991.4 must not pass for the integer next to it.
  const integer = typed('an integer within ±9007199254740991', (value, source) => {
    if (typeof value !== 'number') return undefined
    const exact = readBigInt(value, source)
    return exact === undefined || !Number.isSafeInteger(Number(exact)) ? undefined : Number(exact)
  })
  const number = typed('a number that can be held exactly', (value, source) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
    return source === undefined || isExactNumber(source, value) ? value : undefined
  })
  const boolean = typed('true or false', (value) => (typeof value === 'boolean' ? value : undefined))
  const bigInt = typed('a whole number', readBigInt)

  return {
    id: call.id,
    name: toolName,
    get raw() {
      return typeof call.arguments === 'string' ? call.arguments : (JSON.stringify(call.arguments) ?? '')
    },
    get object() {
      try {
        return read().value
      } catch {
        return { _raw: this.raw }
      }
    },
    has: (name) => Object.hasOwn(read().value, name),
    names: () => Object.keys(read().value),
    getString: (name) => required(name, string),
    getOptionalString: string,
    getStringOr: (name, fallback) => string(name) ?? fallback,
    getInteger: (name) => required(name, integer),
    getOptionalInteger: integer,
    getIntegerOr: (name, fallback) => integer(name) ?? fallback,
    getNumber: (name) => required(name, number),
    getOptionalNumber: number,
    getNumberOr: (name, fallback) => number(name) ?? fallback,
    getBoolean: (name) => required(name, boolean),
    getOptionalBoolean: boolean,
    getBooleanOr: (name, fallback) => boolean(name) ?? fallback,
    getBigInt: (name) => required(name, bigInt),
    getOptionalBigInt: bigInt,
    getBigIntOr: (name, fallback) => bigInt(name) ?? fallback,
    parse: (schema) => parseWith(schema, read().value, toolName),
  }
}

function readArguments(call: ToolCall, toolName: string): ReadArguments {
  const given = call.arguments === null ? '' : call.arguments // none at all, as some models write it
  if (typeof given !== 'string') {
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
      return { value: given as Readonly<Record<string, unknown>>, sources: new Map() }
    }
    const message = `the arguments for tool '${toolName}' must be one JSON object, received ${showValue(given)}`
    throw new ToolwrightError('ARGUMENTS_NOT_JSON', message, { toolName })
  }
  const parsed = parseArguments(given, { name: toolName }, { truncated: call.truncated, allowInexact: true })
  if (!parsed.ok) throw new ToolwrightError(parsed.error.code, parsed.error.message, { toolName })
  return { value: parsed.value, sources: sourcesOfNumbers(given) }
}

/** Source texts of the numbers at the top level, by name. */
function sourcesOfNumbers(text: string): Map<string, string> {
  const found: { holder: unknown; key: string; source: string }[] = []
  if (text.trim() === '') return new Map()
  const root: unknown = JSON.parse(
    text,
    function (this: unknown, key: string, value: unknown, context?: { source?: string }) {
      if (typeof value === 'number' && context?.source !== undefined)
        found.push({ holder: this, key, source: context.source })
      return value
    },
  )
  return new Map(found.filter(({ holder }) => holder === root).map(({ key, source }) => [key, source]))
}

function parseWith<Output>(
  schema: StandardSchema<unknown, Output>,
  value: unknown,
  toolName: string,
): Output {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise) {
    void result.catch(() => undefined)
    const message = `the schema for tool '${toolName}' works asynchronously; \`parse\` needs one that answers at once`
    throw new ToolwrightError('OPTION_INVALID', message, {
      toolName,
      hint: 'Leave asynchronous checks out of the schema.',
    })
  }
  if (result.issues === undefined) return result.value
  const { message, problems } = describeIssues(toolName, result.issues)
  throw new ToolwrightError('ARGUMENTS_INVALID', message, { toolName, details: { problems } })
}
