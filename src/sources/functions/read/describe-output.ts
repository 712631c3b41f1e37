import { membersOf, type Member } from '../schema/members.ts'
import type { Schema } from '../schema/walk.ts'
import { type Complaint, type WalkSettings, walkTypes } from '../schema/walk-type.ts'
import type { Place } from '../function-problem.ts'
import type { TypeReader } from '../type-shape.ts'

/** What a function gives, as a schema; none where there is nothing to check. */
export interface DescribedOutput {
  readonly schema?: Schema
  readonly problems: readonly Complaint[]
}

/** What is awaited, and what a generator returns in the end. A result that cannot be described is not checked. */
export function describeOutput<Type>(
  returns: Type,
  description: string,
  place: Place,
  settings: Omit<WalkSettings<Type>, 'mode'>,
): DescribedOutput {
  const members = resultsOf(returns, settings.reader)
  if (members === undefined) return { problems: [] }
  const { result, defs, problems } = walkTypes({ ...settings, mode: 'output' }, (walk) =>
    walk.walkShape({ kind: 'union', members: members.map(({ type }) => type) }, { path: 'returns', place }),
  )
  const error = problems.find(({ severity }) => severity === 'error')
  if (error !== undefined) {
    const message = `${error.message}: the result is not described, and not checked`
    return { problems: [{ ...error, severity: 'warning', code: 'OUTPUT_UNDESCRIBED', message }] }
  }
  if (Object.keys(result.schema).length === 0) return { problems }
  const schema: Schema = {
    ...result.schema,
    ...(description === '' ? {} : { description }),
    ...(Object.keys(defs).length === 0 ? {} : { $defs: defs }),
  }
  return { schema, problems }
}

/** The kinds of results there can be; undefined when anything can be. */
function resultsOf<Type>(type: Type, reader: TypeReader<Type>): readonly Member<Type>[] | undefined {
  const results: Member<Type>[] = []
  for (const member of membersOf(type, reader)) {
    const { shape } = member
    if (
      shape.kind === 'any' ||
      shape.kind === 'unknown' ||
      shape.kind === 'anything' ||
      shape.kind === 'never'
    )
      return undefined
    if (shape.kind !== 'builtin') {
      results.push(member)
      continue
    }
    const isGenerator = shape.name === 'Generator' || shape.name === 'AsyncGenerator'
    // Outputs for the model have a form of their own.
    if (shape.name === 'ToolOutput' || shape.name === 'ToolContext' || shape.name === 'AbortSignal')
      return undefined
    if (shape.name !== 'Promise' && !isGenerator) {
      results.push(member)
      continue
    }
    const inner = shape.arguments[isGenerator ? 1 : 0]
    const found = inner === undefined ? undefined : resultsOf(inner, reader)
    // A generator that gives nothing at its end has its pieces as the result, however many they are.
    if (found === undefined || (isGenerator && found.some((one) => one.shape.kind === 'undefined')))
      return undefined
    results.push(...found)
  }
  return results
}
