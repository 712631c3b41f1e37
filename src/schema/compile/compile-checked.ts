import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { checkSchema } from '../check/check-schema.ts'
import { type CompiledSchema, compileSchema, type CompileSchemaOptions } from './compile-schema.ts'
import type { JsonSchema } from '../json-schema.ts'

/**
 * Checks a schema of unknown make and compiles it; throws with every problem. With `remotes` a reference may leave the
 * document: where it leads is the caller's affair, and one that leads nowhere refuses every value.
 */
export function compileChecked(
  schema: JsonSchema | boolean,
  options: CompileSchemaOptions = {},
): CompiledSchema {
  const problems = checkSchema(schema, options).filter(
    ({ code }) => options.remotes === undefined || !code.startsWith('SCHEMA_REF_'),
  )
  const [first] = problems
  if (first === undefined) return compileSchema(schema, options)
  const lines = problems.map(
    ({ path, message, hint }) =>
      `\n  - ${path.join('.') || 'schema'}: ${message}${/[.?!]$/.test(message) ? '' : '.'} ${hint}`,
  )
  throw new ToolwrightError(first.code, `The schema cannot be compiled:${lines.join('')}`, {
    hint: first.hint,
    details: { problems },
  })
}
