import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeName } from '../../../src/sources/functions/docs/describe-name.ts'
import { parseDoc } from '../../../src/sources/functions/docs/parse-doc.ts'
import { readTagValue } from '../../../src/sources/functions/docs/read-tag-value.ts'

const parse = (text: string) => parseDoc(text, 0)
const tagsOf = (text: string) => parse(text).tags.map(({ name, text }) => [name, text])

describe('a documentation comment', () => {
  it('gives its words, paragraphs and lists as they were meant', () => {
    const doc = parse('*\n * First line,\n * second line.\n *\n * - one\n * - two\n ')
    assert.equal(doc.description, 'First line, second line.\n\n- one\n- two')
  })

  it('gives parameters with dots, defaults, types and dashes', () => {
    const doc = parse(
      '* A.\n * @param {string} city - The city\n * @param [days=3] How many\n * @param options.unit: The unit\n * @returns {number} Degrees\n ',
    )
    assert.deepEqual(
      doc.parameters.map(({ name, description }) => [name, description]),
      [
        ['city', 'The city'],
        ['days', 'How many'],
        ['options.unit', 'The unit'],
      ],
    )
    assert.equal(doc.returns, 'Degrees')
  })

  it('finds known tags within a line, and no others', () => {
    assert.deepEqual(tagsOf('* Age. @minimum 0 @maximum 150 '), [
      ['minimum', '0'],
      ['maximum', '150'],
    ])
    const doc = parse('* Write to sales@minimum.com, see @angular/core or @Injectable() ')
    assert.deepEqual(
      [doc.description, doc.tags],
      ['Write to sales@minimum.com, see @angular/core or @Injectable()', []],
    )
  })

  it('takes a tag on its own line for the parameter above it', () => {
    const doc = parse('* A.\n * @param size Size\n * @minimum 1\n * @danger low\n * @maximum 9\n ')
    assert.deepEqual(
      [doc.parameters[0]?.tags.map(({ name }) => name), doc.tags.map(({ name }) => name)],
      [['minimum'], ['danger', 'maximum']],
    )
  })

  it('never looks into code', () => {
    const doc = parse(
      '* A.\n * ```ts\n * @danger high\n * @param no No\n * ```\n * @example\n * ```\n * find() // @minimum 3\n * ```\n * @tool find_it\n ',
    )
    assert.deepEqual([doc.parameters, doc.tags.map(({ name }) => name)], [[], ['tool']])
    assert.match(doc.description, /^A\.\n```ts\n@danger high/)
  })

  it('shows links by their label', () => {
    assert.equal(
      parse('* See {@link Place} and {@link https://a.example | the page}. ').description,
      'See Place and the page.',
    )
  })

  it('says where a tag stands', () => {
    const text = '*\n * A. @minimum 3\n * @danger low\n '
    assert.deepEqual(
      parseDoc(text, 100).tags.map(({ name, offset }) => [name, text.slice(offset - 100, offset - 99)]),
      [
        ['minimum', '@'],
        ['danger', '@'],
      ],
    )
  })
})

describe('the value of a tag', () => {
  const valueOf = (kind: Parameters<typeof readTagValue>[0], text: string, allowsText = false) => {
    const read = readTagValue(kind, text, allowsText)
    return 'value' in read ? read.value : { expected: read.expected }
  }

  it('is a number, a count, a pattern, JSON or text', () => {
    assert.deepEqual(
      [
        valueOf('number', '-1.5'),
        valueOf('count', '1_000'),
        valueOf('pattern', '/^[a-z]+$/'),
        valueOf('value', '[1, 2]'),
      ],
      [-1.5, 1_000, '^[a-z]+$', [1, 2]],
    )
    assert.deepEqual(
      [
        valueOf('value', "'it\\'s'"),
        valueOf('value', 'Oslo', true),
        valueOf('value', '`3`'),
        valueOf('value', '"x"', true),
      ],
      ["it's", 'Oslo', 3, 'x'],
    )
  })

  it('is refused when it is none', () => {
    assert.deepEqual(valueOf('count', '-1'), { expected: 'a whole number from 0' })
    assert.deepEqual(valueOf('positive', '0'), { expected: 'a number above 0' })
    assert.deepEqual(valueOf('pattern', '('), { expected: 'a regular expression' })
    assert.deepEqual(valueOf('value', 'now'), { expected: 'JSON' })
    assert.deepEqual(valueOf('text', ''), { expected: 'a word' })
  })
})

describe('a description made of a name', () => {
  it('is a sentence', () => {
    assert.equal(describeName('getWeather'), 'Get weather.')
    assert.equal(describeName('parseHTMLPage'), 'Parse HTML page.')
    assert.equal(describeName('Shop.buy_item'), 'Shop buy item.')
    assert.equal(describeName('$'), 'A tool.')
  })
})
