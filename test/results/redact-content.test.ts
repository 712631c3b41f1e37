import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { redactContent } from '../../src/results/redact-content.ts'
import type { ResultContent } from '../../src/results/tool-result.ts'

const hide = (text: string): string => text.replaceAll('s3cret', '<secret>')

describe('redactContent', () => {
  it('hides in text, in keys and values of JSON, and in the texts of parts', () => {
    const contents: ResultContent[] = [
      { type: 'text', text: 'the s3cret' },
      { type: 'json', value: { s3cret: ['a', { b: 's3cret!' }], n: 1, none: null } },
      {
        type: 'parts',
        parts: [
          { type: 'text', text: 's3cret' },
          { type: 'resource', uri: 'https://x/?key=s3cret', text: 's3cret' },
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        ],
      },
    ]
    for (const content of contents)
      assert.doesNotMatch(JSON.stringify(redactContent(content, hide)), /s3cret/)
  })

  it('gives content without a secret back as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        if (JSON.stringify(value).includes('s3cret')) return
        const content = { type: 'json', value } as ResultContent
        assert.equal(redactContent(content, hide), content)
      }),
    )
  })
})
