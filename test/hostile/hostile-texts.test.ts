import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  createToolwright,
  type ToolResult,
  toolError,
  ToolwrightError,
  validateArguments,
  validateDefinition,
} from '../../src/index.ts'
import { hostilePatterns, hostileTexts, listCorpus, needsCorpora, readCorpus } from './corpora.ts'
import { fastestMs } from '../fastest-ms.ts'
import { codeOf, expectResult, openTool } from './expect-value.ts'

const MAX_MS = 50

const object = (properties: object) => ({ type: 'object', properties })
const draft = (changes: object) => ({ name: 'probe', description: 'Probes', parameters: [], ...changes })
const withSchema = (inputSchema: object) => ({ name: 'probe', description: 'Probes', inputSchema })

/** Every place of a definition where a text can stand. */
const PLACES: Record<string, (text: string) => object> = {
  name: (name) => draft({ name }),
  description: (description) => draft({ description }),
  'parameter name': (name) => draft({ parameters: [{ name, type: 'string', description: 'x' }] }),
  'property name': (name) => withSchema({ ...object({ [name]: { type: 'string' } }), required: [name] }),
  pattern: (pattern) => withSchema(object({ a: { type: 'string', pattern } })),
  reference: ($ref) => withSchema(object({ a: { $ref } })),
  format: (format) => withSchema(object({ a: { type: 'string', format } })),
  enum: (text) => withSchema(object({ a: { enum: [text, 1], default: text } })),
  keyword: (text) => withSchema({ type: 'object', [text]: text }),
  type: (type) => withSchema(object({ a: { type } })),
  rest: (text) => draft({ version: text, tags: [text], category: text, requiredPermissions: [text] }),
  field: (text) => draft({ [text]: text }),
  metadata: (text) => draft({ metadata: { [text]: text } }),
}

describe('texts that broke something once', needsCorpora, () => {
  for (const [place, build] of Object.entries(PLACES)) {
    it(`are answered with a value as ${place} of a definition, each within ${MAX_MS} ms`, () => {
      for (const text of hostileTexts()) {
        const judge = () => {
          const validation = validateDefinition(build(text))
          assert.ok(validation.ok || validation.problems.length > 0, text)
          assert.equal(typeof JSON.stringify(validation), 'string')
        }
        assert.ok(fastestMs(judge, MAX_MS) <= MAX_MS, text)
      }
    })
  }

  it('come back unchanged as argument values, outputs and keys', async () => {
    const tw = createToolwright({ tools: [openTool((args) => args)] })
    for (const text of hostileTexts()) {
      const args = Object.fromEntries([
        ['value', text],
        [text, 1],
      ])
      const result = expectResult(
        await tw.execute({ id: '1', name: 'probe', arguments: JSON.stringify(args) }),
      )
      assert.deepEqual(result.content, { type: 'json', value: JSON.parse(JSON.stringify(args)) })
    }
  })

  it('are answered as tool names, argument text, ids, and what a tool throws or reports', async () => {
    const throwing = openTool(({ text }) => {
      throw new Error(String(text))
    })
    const tw = createToolwright({
      tools: [
        throwing,
        openTool(({ text }) => toolError(String(text)), { name: 'report' }),
        openTool(({ text }) => text, { name: 'say' }),
      ],
      rules: [{ name: 'one', effect: 'deny', tool: 'say', arguments: { text: '*../*' } }],
    })
    for (const text of hostileTexts()) {
      const options = { conversationId: text, caller: { id: text, permissions: [text] }, channelId: text }
      const args = JSON.stringify({ text })
      const results: ToolResult[] = [
        await tw.execute({ id: text, name: text, arguments: '{}' }, options),
        await tw.execute({ id: text, name: 'say', arguments: text }, options),
        await tw.execute({ id: text, name: 'say', arguments: args }, options),
        await tw.execute({ id: text, name: 'probe', arguments: args }, options),
        await tw.execute({ id: text, name: 'report', arguments: args }, options),
      ]
      results.forEach(expectResult)
      assert.equal(results[0] && codeOf(results[0]), 'TOOL_NOT_FOUND')
      assert.equal(results[2] && codeOf(results[2]), text.includes('../') ? 'APPROVAL_DENIED' : undefined)
      assert.deepEqual(results.slice(3).map(codeOf), ['EXECUTE_FAILED', 'EXECUTE_FAILED'])
    }
  })

  it('are judged by every file of the JSON parsing suite as JSON.parse judges it', async () => {
    const tw = createToolwright({ tools: [openTool((args) => args, { dangerLevel: 'safe' })] })
    for (const path of listCorpus('json-test-suite/test_parsing')) {
      const text = readCorpus(path).toString()
      const result = expectResult(
        await tw.execute({ id: path, name: 'probe', arguments: `{"value":${text}}` }),
      )
      if (path.includes('/y_')) assert.equal(result.ok, true, path)
    }
  })
})

describe('patterns that take exponential time elsewhere', needsCorpora, () => {
  it('are refused, or answer their attack at once', () => {
    let accepted = 0
    for (const { pattern, attack } of hostilePatterns()) {
      const validation = validateDefinition(withSchema(object({ a: { type: 'string', pattern } })))
      if (!validation.ok) {
        assert.match(validation.problems[0]?.code ?? '', /^SCHEMA_PATTERN_/)
        continue
      }
      accepted++
      for (const text of [attack, attack.repeat(50), `${'a'.repeat(20_000)}!`, `${'0'.repeat(20_000)}_`]) {
        const check = () => validateArguments(validation.definition, { a: text })
        assert.ok(fastestMs(check, MAX_MS) <= MAX_MS, pattern)
      }
    }
    assert.ok(accepted > 100, String(accepted))
  })

  it('are refused as patterns of a rule, or answer their attack at once', async () => {
    let accepted = 0
    for (const { pattern, attack } of hostilePatterns()) {
      const rule = { name: 'r', effect: 'deny', arguments: { text: { pattern } } } as const
      const tw = createToolwright({ tools: [openTool(() => 'ran')] })
      try {
        tw.setRules([rule])
      } catch (thrown) {
        assert.ok(ToolwrightError.is(thrown), pattern)
        continue
      }
      accepted++
      const run = () => tw.execute({ id: '1', name: 'probe', arguments: { text: attack.repeat(50) } })
      expectResult(await run())
      // The rules are asked before `execute` gives its promise: what is timed is the match.
      assert.ok(fastestMs(run, MAX_MS) <= MAX_MS, pattern)
    }
    assert.ok(accepted > 100, String(accepted))
  })
})
