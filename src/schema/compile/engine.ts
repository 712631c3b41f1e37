// The one file that names the engine behind `check`. Comes in: a prepared copy of a schema. Goes out: a function that
// says yes or no. The engine's error lists, coercion and global settings are never used.
import { createRequire } from 'node:module'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import type { FormatName } from './formats.ts'

/** Asked for a verdict on a value; may throw a RangeError on very deep data. */
export type Verdict = (value: unknown) => boolean

/** What stands behind `compileSchema`; another engine needs these four. */
export interface Engine {
  /** Generates code. Fast to ask, and cannot take very long flat lists. */
  compile(schema: unknown, remotes: Readonly<Record<string, unknown>>): Verdict
  /** Walks the schema at each question: slow, and takes lists of any length. */
  interpret(schema: unknown, remotes: Readonly<Record<string, unknown>>): Verdict
  /** The meta-schemas, by address. */
  readonly metaSchemas: Readonly<Record<string, unknown>>
  readonly formats: Readonly<Record<FormatName, (text: string) => boolean>>
}

/** How a prepared schema asks for a check that the engine has no keyword for. */
export const REFINE = '~refine'

interface TypeboxSchema {
  readonly Compile: (context: object, schema: unknown) => { Check(value: unknown): boolean }
  readonly Check: (context: object, schema: unknown, value: unknown) => boolean
  readonly Meta: Readonly<Record<string, unknown>>
}

type Test = (text: string) => boolean

interface TypeboxFormat {
  readonly Format: Readonly<Record<string, Test>>
}

let loaded: Engine | undefined

/** Loads the engine at the first schema: importing it takes some 100 ms that a program without calls need not pay. */
export function loadEngine(): Engine {
  loaded ??= createTypeboxEngine()
  return loaded
}

function createTypeboxEngine(): Engine {
  const require = createRequire(import.meta.url)
  const { Compile, Check, Meta }: TypeboxSchema = require('typebox/schema')
  const { Format }: TypeboxFormat = require('typebox/format')
  const format = (name: string): Test => {
    const test = Format[name]
    // A format that went missing with an update must not turn into one that everything passes.
    if (test === undefined)
      throw new ToolwrightError('INTERNAL', `The schema engine has no format check \`${name}\`.`)
    return test
  }
  return {
    compile(schema, remotes) {
      const validator = Compile(remotes, schema)
      return (value) => validator.Check(value)
    },
    interpret: (schema, remotes) => (value) => Check(remotes, schema, value),
    metaSchemas: Meta,
    // The functions themselves, not the registry: that one is global and anybody may change it.
    formats: {
      date: format('IsDate'),
      'date-time': format('IsDateTime'),
      time: format('IsTime'),
      duration: format('IsDuration'),
      email: format('IsEmail'),
      hostname: format('IsHostname'),
      ipv4: format('IsIPv4'),
      ipv6: format('IsIPv6'),
      uri: format('IsUri'),
      'uri-reference': format('IsUriReference'),
      uuid: format('IsUuid'),
      'json-pointer': format('IsJsonPointer'),
      regex: format('IsRegex'),
    },
  }
}
