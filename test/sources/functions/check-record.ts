import assert from 'node:assert/strict'
import type { FunctionRecord } from '../../../src/sources/functions/read/function-record.ts'
import type { Expected } from './expected-functions.ts'

const NO_RESULT = { type: 'null' }

/** Whether a function became what is expected of it. */
export function checkRecord(
  record: FunctionRecord | undefined,
  expected: Expected,
  normalise = (value: unknown) => value,
) {
  assert.ok(record, 'it was not read')
  const { output = NO_RESULT, binding, properties, required, additionalProperties = false, $defs } = expected
  const { inputSchema, outputSchema } = record.definition
  assert.deepEqual(
    normalise(inputSchema),
    normalise({
      type: 'object',
      properties,
      ...(required === undefined ? {} : { required }),
      additionalProperties,
      ...($defs === undefined ? {} : { $defs }),
    }),
  )
  assert.deepEqual(normalise(outputSchema), normalise(output === 'none' ? undefined : output))
  const parameters = Object.keys(properties).map((name) => ({ take: 'argument', name }))
  assert.deepEqual(normalise(record.binding), normalise(binding ?? { parameters }))
}

/** The compiler knows no order of members: everything that is a set is sorted. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const SETS = new Set(['enum', 'anyOf', 'required', 'type', 'members', 'names'])
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const inner = sorted(member)
      const isSet = Array.isArray(inner) && SETS.has(key)
      return [key, isSet ? inner.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : inner]
    }),
  )
}
