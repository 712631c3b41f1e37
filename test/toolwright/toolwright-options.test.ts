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
      [{ concurrency: 0 }, /must be a whole number from 1, not the number 0/],
      [{ concurrency: 1.5 }, /not the number 1\.5/],
      [{ cache: { ttlMs: 0 } }, /`cache` of `createToolwright` must be `\{ ttlMs, maxEntries\? \}`/],
      [{ cache: { ttlMs: Number.NaN } }, /a time above 0/],
      [{ approve: 'yes' }, /must be a function, or a channel/],
      [{ tier: 'gold' }, /`tier` of `createToolwright` must be one of core, writer_pro, teams, enterprise/],
      [{ tools: {} }, /must be a list of tools/],
      [{ secrets: [undefined] }, /is an environment variable unset\?/],
      [{ secrets: ['abc'] }, /at least 4 characters/],
      [{ isolation: 'strong' }, /must be one of none/],
      [{ logger: {} }, /an object with `log\(code, fields\)`/],
      [{ workingDirectory: 5 }, /must be text/],
      [{ paranoid: 'no' }, /must be true or false, not the string "no"/],
      [{ cache: { ttlMs: 1, maxEntries: Number.NaN } }, /a number from 1/],
      [{ steps: {} }, /must be a list of `\{ name/],
      [{ clock: Date }, /an object with `nowMs` and `isoTime`/],
      [{ cache: { ttlMs: 1, maxEntires: 5 } }, /maxEntries/],
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
