import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { measureBfcl } from '../../../scripts/measure-bfcl.ts'
import { measureMcpTools } from '../../../scripts/measure-mcp-tools.ts'

const corpora = process.env['TOOLWRIGHT_CORPORA']
const skip = corpora === undefined ? 'TOOLWRIGHT_CORPORA is not set' : false

describe('definitions of other systems, as they are found', () => {
  it('makes every definition of BFCL, and judges its calls', { skip }, () => {
    const counts = measureBfcl(join(corpora ?? '', 'bfcl'), 50)
    assert.ok(counts.definitions > 2_000)
    assert.deepEqual(counts.refusedDefinitions, [])
    for (const [id, bad] of Object.entries(counts.badPayloads)) assert.deepEqual(bad, [], id)
    assert.ok(counts.refusedCalls.length <= counts.calls * 0.03, counts.refusedCalls.join('\n'))
    for (const [mutation, { made, accepted }] of Object.entries(counts.mutations)) {
      assert.ok(made > 100, mutation)
      assert.ok(accepted.length <= made * 0.01, `${mutation}\n${accepted.join('\n')}`)
    }
  })

  it('makes every tool of real MCP servers, or says why not', { skip }, () => {
    const [docker, github, reference] = measureMcpTools(join(corpora ?? '', 'mcp-tools'))
    assert.deepEqual(
      [docker, github, reference].map((counts) => [counts?.folder, counts?.made, counts?.refused]),
      [
        ['docker-registry', 205, []],
        ['github-toolsnaps', 59, []],
        ['reference-servers', 37, []],
      ],
    )
  })
})
