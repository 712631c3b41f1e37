import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolwright } from '../../src/toolwright.ts'

describe('createToolwright', () => {
  it('refuses a misspelt option and names the right one', () => {
    assert.throws(() => createToolwright({ tool: [] } as never), {
      code: 'OPTION_INVALID',
      message: '`createToolwright` has no option `tool`. Did you mean `tools`?',
    })
    assert.throws(() => createToolwright({ xyzzy: 1 } as never), /The options are tools, tier/)
  })

  it('refuses values that cannot be, with what can', () => {
    for (const [options, message] of [
      [{ concurrency: 0 }, /whole number from 1, not 0/],
      [{ concurrency: 1.5 }, /not 1\.5/],
      [{ cache: { ttlMs: 0 } }, /above 0, not 0/],
      [{ cache: { ttlMs: Number.NaN } }, /above 0, not NaN/],
      [{ approve: 'yes' }, /must be a function, or a channel/],
      [{ tier: 'gold' }, /Unknown tier `gold`/],
      [{ tools: {} }, /`tools` must be a list/],
      [{ secrets: [undefined] }, /is an environment variable unset\?/],
      [{ secrets: ['abc'] }, /at least 4 characters/],
      [{ isolation: 'strong' }, /`isolation` must be one of none/],
      [{ logger: {} }, /`log\(code, fields\)` function/],
      [{ workingDirectory: 5 }, /must be a path/],
      [{ paranoid: 'no' }, /`paranoid` must be true or false, not no/],
      [{ cache: { ttlMs: 1, maxEntries: Number.NaN } }, /from 1, not NaN/],
      [{ steps: {} }, /`steps` must be a list/],
      [{ clock: Date }, /`clock` must have/],
      [null, /takes an object of options/],
    ] as const) {
      assert.throws(() => createToolwright(options as never), { code: 'OPTION_INVALID', message })
    }
  })

  it('takes an explicit undefined as the default', () => {
    const tw = createToolwright({
      tools: undefined,
      tier: undefined,
      concurrency: undefined,
      coerce: undefined,
    })
    assert.ok(tw.registry.isEmpty)
  })
})
