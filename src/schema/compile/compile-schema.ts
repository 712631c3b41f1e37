import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { messageOf } from '../../errors/from-unknown.ts'
import { loadEngine, type Verdict } from './engine.ts'
import type { JsonSchema } from '../json-schema.ts'
import { prepareSchema, type PrepareOptions } from './prepare-schema.ts'
import { withoutPrototypes } from './without-prototypes.ts'

/** A schema ready to give verdicts. */
export interface CompiledSchema {
  readonly schema: JsonSchema | boolean
  /** Whether a value fits. Never throws: what is too deep to be checked does not fit. */
  check(value: unknown): boolean
}

export interface CompileSchemaOptions extends PrepareOptions {
  /** Schemas of other documents, by address; nothing is ever fetched. */
  readonly remotes?: Readonly<Record<string, unknown>>
}

/** Compiles a schema that `checkSchema` has found right; `compileChecked` is for all others. The schema is copied: changing it later changes nothing. */
export function compileSchema(
  schema: JsonSchema | boolean,
  options: CompileSchemaOptions = {},
): CompiledSchema {
  const engine = loadEngine()
  const prepared = prepareSchema(schema, options.remotes ?? {}, engine, options)
  const { needsBareObjects, fuel } = prepared
  const verdict = compile(prepared.mustInterpret, prepared.schema, prepared.remotes)
  return {
    schema,
    check(value) {
      try {
        fuel.used = 0
        return verdict(needsBareObjects ? withoutPrototypes(value) : value)
      } catch {
        return false
      }
    },
  }
}

function compile(
  mustInterpret: boolean,
  schema: unknown,
  remotes: Readonly<Record<string, unknown>>,
): Verdict {
  const engine = loadEngine()
  if (mustInterpret) return engine.interpret(schema, remotes)
  try {
    return engine.compile(schema, remotes)
  } catch (thrown) {
    if (thrown instanceof RangeError) return engine.interpret(schema, remotes)
    throw new ToolwrightError('SCHEMA_INVALID', `The schema cannot be compiled: ${messageOf(thrown)}.`, {
      cause: thrown,
    })
  }
}
