// Whether a JSON Schema is one. Comes in: anything at all. Goes out: every problem with its place, or an empty list.
// Never throws, never hangs, never loads the engine.
import { ERROR_CODES, type ErrorCode } from '../../errors/error-codes.ts'
import { messageOf } from '../../errors/from-unknown.ts'
import { checkKeyword } from './check-keyword.ts'
import { checkReferences } from './check-references.ts'
import { DEFAULT_DIALECT, dialectOf } from '../dialects.ts'
import { keywordIn } from '../keywords.ts'
import type { SchemaProblem } from './schema-problem.ts'
import { pathOf, quoteValue, type Reference, type SchemaFrame, type SchemaWalk } from './schema-walk.ts'

export interface CheckSchemaOptions {
  /** Patterns of a trusted author may need backtracking. @default false */
  readonly trustedPatterns?: boolean
}

const MAX_DEPTH = 64
const MAX_NODES = 10_000
/** Of keys, texts and numbers together. */
const MAX_CHARACTERS = 256 * 1024
const MAX_PATTERNS = 200
/** Their analysis is what takes longest. */
const MAX_PATTERN_CHARACTERS = 16 * 1024
const MAX_PROBLEMS = 50

/** Finds everything that is wrong with a schema, at most 50 problems; an empty list means it can be compiled. */
export function checkSchema(schema: unknown, options: CheckSchemaOptions = {}): readonly SchemaProblem[] {
  const walk = new Walk(options.trustedPatterns ?? false)
  try {
    walk.start(schema)
    walk.run()
    if (!walk.full && walk.references.length > 0) checkReferences(walk)
  } catch (thrown) {
    const message = `The schema cannot be read: ${messageOf(thrown)}.`
    walk.report(walk.current, [], 'SCHEMA_INVALID', message, 'Give plain JSON.')
  }
  return walk.problems
}

/** One walk: a stack of what is still to look at in place of recursion, and limits that end it early. */
class Walk implements SchemaWalk {
  readonly problems: SchemaProblem[] = []
  readonly schemas: SchemaFrame[] = []
  readonly references: Reference[] = []
  readonly trustedPatterns: boolean
  current: SchemaFrame | undefined
  full = false
  readonly #open: SchemaFrame[] = []
  #nodes = 0
  #characters = 0
  #patterns = 0
  #patternCharacters = 0

  constructor(trustedPatterns: boolean) {
    this.trustedPatterns = trustedPatterns
  }

  report(
    frame: SchemaFrame | undefined,
    at: readonly (string | number)[],
    code: ErrorCode,
    message: string,
    hint: string = ERROR_CODES[code].cure,
  ): void {
    if (this.problems.length < MAX_PROBLEMS)
      this.problems.push({ path: [...pathOf(frame), ...at], code, message, hint })
    else this.full = true
  }

  /** Counts what is about to be looked at; over the limit, the walk ends. */
  admit(nodes: number, characters: number): void {
    this.#nodes += nodes
    this.#characters += characters
    if (this.full || (this.#nodes <= MAX_NODES && this.#characters <= MAX_CHARACTERS)) return
    const message = `The schema is too large: at most ${MAX_NODES} values and ${MAX_CHARACTERS} characters are allowed.`
    this.report(undefined, [], 'SCHEMA_TOO_LARGE', message)
    this.full = true
  }

  admitPattern(characters: number): void {
    this.#patterns += 1
    this.#patternCharacters += characters
    if (this.full || (this.#patterns <= MAX_PATTERNS && this.#patternCharacters <= MAX_PATTERN_CHARACTERS))
      return
    const message = `The schema has too many patterns: at most ${MAX_PATTERNS}, of ${MAX_PATTERN_CHARACTERS} characters together.`
    this.report(undefined, [], 'SCHEMA_TOO_LARGE', message)
    this.full = true
  }

  start(schema: unknown): void {
    this.#open.push({
      value: schema,
      parent: undefined,
      key: undefined,
      inner: undefined,
      depth: 0,
      isSchema: true,
      inPlace: false,
      dialect: DEFAULT_DIALECT,
    })
  }

  pushSchema(
    parent: SchemaFrame,
    value: unknown,
    key: string,
    inner: string | number | undefined,
    inPlace: boolean,
  ): void {
    const { depth, dialect } = parent
    this.#open.push({ value, parent, key, inner, depth: depth + 1, isSchema: true, inPlace, dialect })
  }

  pushData(parent: SchemaFrame, value: unknown, key: string | number): void {
    const { depth, dialect } = parent
    if (typeof value === 'string') this.admit(0, value.length)
    else if (typeof value !== 'boolean' && value !== null) {
      this.#open.push({
        value,
        parent,
        key,
        inner: undefined,
        depth: depth + 1,
        isSchema: false,
        inPlace: false,
        dialect,
      })
    }
  }

  run(): void {
    for (let frame = this.#open.pop(); frame !== undefined && !this.full; frame = this.#open.pop()) {
      this.current = frame
      const { value } = frame
      if (typeof value === 'object' && value !== null) this.#visitContainer(frame, value)
      else if (frame.isSchema) this.#visitBareSchema(frame)
      else if (typeof value !== 'number' || !Number.isFinite(value)) {
        const found = typeof value === 'number' ? `\`${String(value)}\`` : quoteValue(value)
        this.report(
          frame,
          [],
          'SCHEMA_INVALID',
          `A schema is plain JSON, but here is ${found}.`,
          'Remove it, or write it as JSON.',
        )
      }
    }
  }

  #visitBareSchema(frame: SchemaFrame): void {
    if (typeof frame.value === 'boolean') return
    const message = `Here is ${quoteValue(frame.value)}; expected a schema: an object or a boolean.`
    this.report(frame, [], 'SCHEMA_INVALID', message, 'Give a schema, such as `{ "type": "string" }`.')
  }

  #visitContainer(frame: SchemaFrame, value: object): void {
    if (frame.depth > MAX_DEPTH) {
      this.#refuseDepth(frame)
    } else if (Array.isArray(value)) {
      if (frame.isSchema) this.#visitBareSchema(frame)
      else this.#visitList(frame, value)
    } else if (!isPlainObject(value)) {
      const message = 'A schema is plain JSON, but here is an instance of a class.'
      this.report(frame, [], 'SCHEMA_INVALID', message, 'Write it as plain JSON.')
    } else if (frame.isSchema) {
      this.#visitSchema(frame, value)
    } else {
      const keys = Object.keys(value)
      this.admit(keys.length, 0)
      for (let index = 0; index < keys.length && !this.full; index++) {
        const key = keys[index] ?? ''
        this.admit(0, key.length)
        this.pushData(frame, value[key], key)
      }
    }
  }

  #visitList(frame: SchemaFrame, items: readonly unknown[]): void {
    this.admit(items.length, 0)
    for (let index = 0; index < items.length && !this.full; index++) this.pushData(frame, items[index], index)
  }

  #visitSchema(frame: SchemaFrame, schema: Readonly<Record<string, unknown>>): void {
    this.schemas.push(frame)
    if (Object.hasOwn(schema, '$schema')) this.#enterDialect(frame, schema['$schema'])
    const keys = Object.keys(schema)
    this.admit(keys.length, 0)
    for (let index = 0; index < keys.length && !this.full; index++) {
      const key = keys[index] ?? ''
      const value = schema[key]
      this.admit(0, typeof value === 'string' ? key.length + value.length : key.length)
      if (this.full) return
      const traits = keywordIn(key, frame.dialect)
      if (traits === undefined) this.pushData(frame, value, key)
      else checkKeyword(this, frame, key, value, traits)
    }
  }

  #enterDialect(frame: SchemaFrame, address: unknown): void {
    if (typeof address !== 'string') return // reported with the shapes of the other keywords
    const dialect = dialectOf(address)
    if (dialect !== undefined) frame.dialect = dialect
    else
      this.report(
        frame,
        ['$schema'],
        'SCHEMA_DIALECT_UNKNOWN',
        `\`$schema\` is ${quoteValue(address)}, which is not supported.`,
      )
  }

  #refuseDepth(frame: SchemaFrame): void {
    for (let above = frame.parent; above !== undefined; above = above.parent) {
      if (above.value !== frame.value) continue
      this.report(
        above,
        [],
        'SCHEMA_INVALID',
        'The schema holds itself as a JavaScript object.',
        'Use `$ref` for recursion.',
      )
      this.full = true // each further turn would say the same
      return
    }
    this.report(frame, [], 'SCHEMA_TOO_LARGE', `The schema is nested deeper than ${MAX_DEPTH} levels.`)
  }
}

function isPlainObject(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value)
  // The prototype of another realm's plain objects has no prototype of its own either.
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}
