import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { toContent } from '../../../src/results/to-content.ts'
import { outputOf } from '../../../src/sources/mcp/mcp-content.ts'

const corpora = process.env['TOOLWRIGHT_CORPORA']
const content = (result: unknown, hasOutputSchema = false): unknown => {
  const { content, error } = toContent(outputOf(result, hasOutputSchema, 'demo'), 1_000_000)
  return error === undefined ? content : error
}

describe('outputOf', () => {
  it('gives a text as text', () => {
    assert.deepEqual(content({ content: [{ type: 'text', text: 'hello' }] }), { type: 'text', text: 'hello' })
  })

  it('gives every kind of block', () => {
    const blocks = [
      { type: 'text', text: 'hello' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/plain', text: 'a' } },
      { type: 'resource', resource: { uri: 'file:///b', blob: 'AAAA' } },
      { type: 'resource_link', uri: 'file:///c', name: 'c', description: 'the third' },
    ]
    assert.deepEqual(content({ content: blocks }), {
      type: 'parts',
      parts: [
        { type: 'text', text: 'hello' },
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
        { type: 'resource', uri: 'file:///a', mimeType: 'text/plain', text: 'a' },
        { type: 'resource', uri: 'file:///b', data: 'AAAA' },
        { type: 'text', text: 'c: the third' },
        { type: 'resource', uri: 'file:///c' },
      ],
    })
  })

  it('leaves a bad block out and keeps the others', () => {
    const { parts } = content({
      content: [{ type: 'text', text: 'a' }, { type: 'image', data: '%' }, { type: 'video' }, null],
    }) as { parts: { text: string }[] }
    assert.equal(parts.length, 4)
    assert.match(parts[1]!.text, /^\[part 2 left out: The image part's `data` is not base64/)
    assert.equal(parts[2]!.text, "[a block of type 'video' was left out]")
  })

  it('gives structured content where there is a schema for it, or nothing else', () => {
    const result = { content: [{ type: 'text', text: '{"a":1}' }], structuredContent: { a: 1 } }
    assert.deepEqual(content(result, true), { type: 'json', value: { a: 1 } })
    assert.deepEqual(content(result), { type: 'text', text: '{"a":1}' })
    assert.deepEqual(content({ content: [], structuredContent: [1] }), { type: 'json', value: [1] })
    assert.deepEqual(content({ content: [] }), { type: 'text', text: '' })
  })

  it('fails where structured content was promised and is not there', () => {
    assert.deepEqual(content({ content: [{ type: 'text', text: 'a' }] }, true), {
      message: "The MCP server 'demo' gave no structured content, which its output schema promises.",
      retryable: false,
    })
  })

  it('fails with the words of the server', () => {
    const result = { isError: true, content: [{ type: 'text', text: 'no such file' }] }
    assert.deepEqual(content(result, true), { message: 'no such file', retryable: false })
    assert.deepEqual(content({ isError: true, structuredContent: { code: 7 } }), {
      message: '{"code":7}',
      retryable: false,
    })
    assert.match((content({ isError: true }) as { message: string }).message, /without saying which/)
  })

  it(
    'reads the examples of the specification',
    { skip: corpora === undefined && 'TOOLWRIGHT_CORPORA is not set' },
    () => {
      const folder = join(corpora ?? '', 'mcp-schema/examples/CallToolResult')
      const kinds = readdirSync(folder).map((file) => {
        const result = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { structuredContent?: unknown }
        const { content, error } = toContent(
          outputOf(result, 'structuredContent' in result, 'demo'),
          1_000_000,
        )
        return [file, error === undefined ? content.type : 'error']
      })
      assert.deepEqual(kinds, [
        ['invalid-tool-input-error.json', 'error'],
        ['result-with-array-structured-content.json', 'json'],
        ['result-with-structured-content.json', 'json'],
        ['result-with-unstructured-text.json', 'text'],
      ])
    },
  )
})
