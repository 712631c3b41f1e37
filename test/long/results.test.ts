import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { toContent } from '../../src/results/to-content.ts'
import { toJsonValue } from '../../src/results/to-json-value.ts'
import { truncateContent } from '../../src/results/truncate.ts'
import { countRuns, untilTimeIsUp } from './fuzz.ts'

const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withSparseArray: true,
  withTypedArray: true,
  withUnicodeString: true,
  size: 'medium',
  maxDepth: 4,
} as fc.ObjectConstraints)

describe('outputs, for as long as there is time', () => {
  it('become JSON that stays itself, is measured, and is cut within its limit', (context) => {
    const runs = countRuns(context)
    fc.assert(
      fc.property(
        fc.oneof(anything, fc.string({ unit: 'binary', maxLength: 20_000, size: 'max' })),
        fc.integer({ min: 1_024, max: 20_000 }),
        (output, maxBytes) => {
          const { value, bytes, overflow } = toJsonValue(output, { maxBytes })
          const text = JSON.stringify(value)
          assert.deepEqual(
            JSON.parse(text),
            JSON.parse(JSON.stringify(toJsonValue(value, { maxBytes: 1e9 }).value)),
          )
          assert.ok(overflow || bytes >= Buffer.byteLength(text), `${bytes} ${Buffer.byteLength(text)}`)
          assert.ok(text.isWellFormed())
          const content = toContent(output, maxBytes)
          const cut = truncateContent(content.content, maxBytes, content.bytes, content.overflow)
          const size =
            cut.content.type === 'text'
              ? Buffer.byteLength(cut.content.text)
              : cut.content.type === 'json'
                ? Buffer.byteLength(JSON.stringify(cut.content.value))
                : 0
          assert.ok(size <= maxBytes, `${size} > ${maxBytes}`)
          if (cut.content.type === 'text') assert.ok(cut.content.text.isWellFormed())
          runs.count()
        },
      ),
      untilTimeIsUp,
    )
    runs.report()
  })
})
