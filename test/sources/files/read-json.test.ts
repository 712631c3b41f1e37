import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readJson } from '../../../src/sources/files/read-json.ts'
import { readYaml } from '../../../src/sources/files/read-yaml.ts'

const corpora = process.env['TOOLWRIGHT_CORPORA']
const skip = corpora === undefined ? 'TOOLWRIGHT_CORPORA is not set' : false

function accepts(text: string): boolean {
  return 'node' in readJson(text)
}

describe('readJson', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const read = readJson(text)
        assert.ok('node' in read)
        assert.deepEqual(read.node.value, JSON.parse(text))
      }),
    )
  })

  it('refuses what JSON.parse refuses, names given twice apart', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '1',
      '-',
      '.5',
      'e',
      'null',
      ' ',
      '\n',
      '"',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join('')
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        const read = readJson(text)
        const isTwice = !('node' in read) && read.problems[0]?.message.includes('given twice') === true
        assert.equal('node' in read || isTwice, isJson || isTwice, text)
      }),
      { numRuns: 2_000 },
    )
  })

  it('agrees with the suite of JSON texts', { skip }, () => {
    const folder = join(corpora ?? '', 'json-test-suite/test_parsing')
    const wrong = readdirSync(folder).filter((name) => {
      if (/^i_|duplicated/.test(name)) return false
      // Beyond the depth that a file of tools may have.
      if (/100000|open_array_object/.test(name)) return accepts(readFileSync(join(folder, name), 'utf8'))
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(readFileSync(join(folder, name)))
      return !text.includes('\ufffd') && accepts(text) !== name.startsWith('y_')
    })
    assert.deepEqual(wrong, [])
  })

  it('says where a mistake stands, and where a name is given twice', () => {
    const missing = readJson('{"a": [1 2]}')
    assert.deepEqual(missing, {
      problems: [
        {
          start: 9,
          message: 'expected `,` or `]`, found `2`',
          cure: 'Write it as JSON: mind commas, quotes and brackets.',
        },
      ],
    })
    const twice = readJson('{"a": 1, "a": 2}')
    assert.ok('problems' in twice)
    assert.equal(twice.problems[0]?.start, 9)
  })

  it('finds the same values and places as the reader of YAML', () => {
    const text = '{\n  "tools": [{"name": "a", "tags": ["x", "y"], "n": -1.5e3, "t": null}]\n}'
    const [json, yaml] = [readJson(text), readYaml(text)]
    assert.deepEqual(json, yaml)
  })

  it('keeps a name that looks like a prototype as a name', () => {
    const read = readJson('{"__proto__": {"polluted": true}}')
    assert.ok('node' in read)
    assert.deepEqual(Object.keys(Object(read.node.value) as object), ['__proto__'])
    assert.equal(Object.getPrototypeOf(read.node.value), Object.prototype)
  })
})
