import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolwright } from '../../../src/toolwright.ts'
import { finishArguments } from '../../../src/providers/stream/finish-call.ts'
import { tideTool } from '../../agent/sample-tools.ts'

const circular: Record<string, unknown> = {}
circular['self'] = circular
const nested = (levels: number): unknown => (levels === 0 ? 'deep' : { next: nested(levels - 1) })

describe('arguments that came as a value and are no JSON', () => {
  for (const [what, value] of [
    ['a number that JSON cannot hold', { amount: 10n }],
    ['a value that holds itself', circular],
    ['a value that nests too deep', nested(600)],
    ['an object of a class', new Map([['port', 'Oban']])],
    ['a function among them', { port: 'Oban', run: () => undefined }],
  ] as const) {
    it(`are never read as no arguments, or as fewer: ${what}`, async () => {
      const { text, problem } = finishArguments(value)
      assert.equal(problem?.code, 'ARGUMENTS_NOT_JSON')
      const { tool, ports } = tideTool()
      const toolwright = createToolwright({ tools: [tool] })
      const result = await toolwright.execute({ id: '1', name: 'get_tide', arguments: text })
      assert.equal(result.status === 'failed' && result.error.code, 'ARGUMENTS_NOT_JSON')
      assert.deepEqual(ports, [])
    })
  }
})
