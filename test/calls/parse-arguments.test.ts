import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseArguments } from '../../src/calls/parse-arguments.ts'
import { looksCut, repairJson } from '../../src/calls/repair-json.ts'

const CORPORA = process.env['TOOLWRIGHT_CORPORA']
const withCorpora = CORPORA === undefined ? { skip: 'TOOLWRIGHT_CORPORA is not set' } : {}

const parse = (text: string, options = {}) => parseArguments(text, { name: 'get_weather' }, options)
const codeOf = (text: string, options = {}): string => {
  const parsed = parse(text, options)
  return parsed.ok ? 'ok' : parsed.error.code
}

describe('parseArguments', () => {
  it('reads one JSON object', () => {
    assert.deepEqual(parse('{"a":[1,{"b":null}]}'), { ok: true, value: { a: [1, { b: null }] }, notes: [] })
  })
  it('takes empty text and null for no arguments', () => {
    for (const text of ['', ' \n', 'null', ' null '])
      assert.deepEqual(parse(text), { ok: true, value: {}, notes: [] })
  })
  it('refuses other values, naming what came', () => {
    for (const text of ['[]', '5', '"text"', 'true']) assert.equal(codeOf(text), 'ARGUMENTS_NOT_JSON')
    const parsed = parse('[1,2]')
    assert.ok(!parsed.ok)
    assert.equal(
      parsed.error.message,
      "the arguments for tool 'get_weather' must be one JSON object, received an array of 2 items. Send one JSON object.",
    )
  })
  it('says where malformed text goes wrong', () => {
    const parsed = parse('{"city": Rome}')
    assert.ok(!parsed.ok)
    assert.match(parsed.error.message, /are not valid JSON: "R" is not expected where it stands/)
    const second = parse('{"city": "Rome" "days": 3}')
    assert.ok(!second.ok)
    assert.match(second.error.message, /are not valid JSON at character 16, near "/)
    const cut = parse('{"city": "Ro')
    assert.ok(!cut.ok)
    assert.match(cut.error.message, /the text ends in the middle/)
  })
  it('refuses a truncated call even when its text parses', () => {
    assert.equal(codeOf('{"a":1}', { truncated: true, repair: true }), 'ARGUMENTS_TRUNCATED')
  })
  it('refuses text over the limit, and nesting without end', () => {
    assert.equal(codeOf('{"a":1}', { maxCharacters: 6 }), 'ARGUMENTS_TOO_LARGE')
    assert.equal(codeOf('{"a":1}', { maxCharacters: 7 }), 'ok')
    assert.equal(codeOf(`{"a":${'['.repeat(1_000_000)}`), 'ARGUMENTS_TOO_LARGE')
    assert.equal(codeOf(`{"a":${'['.repeat(400)}${']'.repeat(400)}}`), 'ok')
  })
  it('refuses numbers that would be rounded, with path and cure', () => {
    const parsed = parse('{"ids":[1,{"id":12345678901234567890}],"big":-9007199254740993}')
    assert.ok(!parsed.ok)
    assert.equal(parsed.error.code, 'ARGUMENTS_INVALID')
    assert.equal(
      parsed.error.message,
      "invalid arguments for tool 'get_weather'\n" +
        '- ids[1].id: the number 12345678901234567890 cannot be held exactly; whole numbers are exact between -9007199254740991 and 9007199254740991\n' +
        '- big: the number -9007199254740993 cannot be held exactly; whole numbers are exact between -9007199254740991 and 9007199254740991\n' +
        'Correct this and call the tool again.',
    )
    assert.equal(codeOf('{"a":1e400}'), 'ARGUMENTS_INVALID')
    assert.equal(codeOf(`{"a":${'9'.repeat(400)}}`), 'ARGUMENTS_INVALID')
  })
  it('lets exact large numbers and long digits in texts pass', () => {
    for (const text of [
      '{"a":9007199254740991}',
      '{"a":9007199254740992}',
      '{"a":"id 12345678901234567890"}',
      '{"a":0.12345678901234567}',
      '{"a":1e300}',
    ]) {
      assert.equal(codeOf(text), 'ok', text)
    }
    assert.equal(codeOf('{"a":12345678901234567890}', { allowInexact: true }), 'ok')
  })
  it('keeps __proto__ an own property', () => {
    const parsed = parse('{"__proto__":{"admin":true}}')
    assert.ok(parsed.ok)
    assert.deepEqual(Object.keys(parsed.value), ['__proto__'])
    assert.equal(Object.getPrototypeOf(parsed.value), Object.prototype)
  })
  it('gives back the JSON of any object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value)
        fc.pre(holdsExactNumbers(text))
        const parsed = parse(text)
        assert.ok(parsed.ok)
        assert.equal(JSON.stringify(parsed.value), text)
      }),
    )
  })
  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('{}[]":,\'\\/*`# \n1e+-.tfn_abuTN')) }),
        (text) => {
          assert.equal(typeof parse(text, { repair: true }).ok, 'boolean')
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('repair', () => {
  const repairs: [string, unknown][] = [
    ['{"a":1,}', { a: 1 }],
    ["{'a':'it\\'s'}", { a: "it's" }],
    ['{a: 1, b_2: [true,]}', { a: 1, b_2: [true] }],
    ['{"a": True, "b": False, "c": None}', { a: true, b: false, c: null }],
    ['{"a": 1 // one\n /* two */ }', { a: 1 }],
    ['```json\n{"a": 1}\n```', { a: 1 }],
    ['{"a": "two\nlines"}', { a: 'two\nlines' }],
  ]
  it('mends loosely written JSON and notes it', () => {
    for (const [text, value] of repairs) {
      const parsed = parse(text, { repair: true })
      assert.ok(parsed.ok, text)
      assert.deepEqual(parsed.value, value)
      assert.deepEqual(
        parsed.notes.map((note) => note.kind),
        ['repaired'],
      )
      assert.equal(codeOf(text), 'ARGUMENTS_NOT_JSON', 'off by default')
    }
  })
  it('refuses what it would have to guess', () => {
    const guesses = [
      '{"a": hello}',
      '{"a": 007}',
      '{"a": 1 "b": 2}',
      '{"a": undefined}',
      '{"a": "x" + "y"}',
      '{"a": [1, ...]}',
      'call({"a":1})',
      '{\\"a\\":1}',
      '{"a": "x\\q"}',
      '{"a": “x”}',
      '{"a":1} {"b":2}',
      '{"a": 1}}',
    ]
    for (const text of guesses) assert.equal(codeOf(text, { repair: true }), 'ARGUMENTS_NOT_JSON', text)
  })
  it('refuses text that is cut, wherever it is cut', () => {
    const whole = '{"path": "a.txt", "list": [1, {"x": "y"}], "content": "hello"}'
    for (let end = 1; end < whole.length; end++) {
      const cut = whole.slice(0, end)
      assert.ok(looksCut(cut), cut)
      assert.equal(codeOf(cut, { repair: true }), 'ARGUMENTS_NOT_JSON', cut)
    }
  })
  it('checks repaired numbers too', () => {
    assert.equal(codeOf('{a: 12345678901234567890}', { repair: true }), 'ARGUMENTS_INVALID')
  })
  it('changes no value of valid JSON that is only written loosely', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const loose = JSON.stringify(value).replace(/\}$/, ',}').replace('{,}', '{}')
        const repaired = repairJson(loose)
        if (repaired !== undefined) assert.equal(JSON.stringify(JSON.parse(repaired)), JSON.stringify(value))
      }),
    )
  })
  it('never invents a value in any case of the jsonrepair suite', withCorpora, () => {
    const cases = JSON.parse(readFileSync(join(CORPORA ?? '', 'jsonrepair-cases/cases.json'), 'utf8')) as {
      input: string
    }[]
    assert.ok(cases.length > 400)
    for (const { input } of cases) {
      const repaired = repairJson(input)
      if (repaired === undefined) continue
      const loose = input
        .replace(/\/\*[\s\S]*?\*\/|```[a-z]*/g, '')
        .replace(/\bTrue\b/g, 'true')
        .replace(/\bFalse\b/g, 'false')
        .replace(/\bNone\b/g, 'null')
      if (isJson(input) || /\\|\/\//.test(loose)) continue // escapes and comments change the letters rightly
      assert.equal(lettersOf(textOf(JSON.parse(repaired))), lettersOf(loose), input)
    }
  })
})

describe('parseArguments on the JSON test suite', withCorpora, () => {
  const folder = join(CORPORA ?? '', 'json-test-suite/test_parsing')
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  it('accepts every y_ and refuses every n_ file', () => {
    let count = 0
    for (const file of readdirSync(folder)) {
      let text: string
      try {
        text = decoder.decode(readFileSync(join(folder, file)))
      } catch {
        continue // not UTF-8: no text of a call
      }
      // Wrapped, because arguments are always an object.
      const wrapped = `{"value":${text}}`
      const code = codeOf(wrapped)
      if (file.startsWith('y_')) assert.match(code, /^(?:ok|ARGUMENTS_INVALID)$/, file)
      if (file.startsWith('n_') && text.trim() !== '') {
        // A file of closing brackets may make sense in the wrapper; alone it must not.
        assert.notEqual(codeOf(text), 'ok', file)
        assert.ok(code !== 'ok' || file.includes('trailing') || file.includes('object'), file)
      }
      count++
    }
    assert.ok(count > 250)
  })
})

const lettersOf = (text: string): string => text.match(/[\p{L}\p{N}]/gu)?.join('') ?? ''

/** Keys and values of a JSON value in their order, without punctuation. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.map(textOf).join('')
  return Object.entries(value)
    .map(([name, child]) => name + textOf(child))
    .join('')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function holdsExactNumbers(text: string): boolean {
  let exact = true
  JSON.parse(text, (_key, value: unknown) => {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) exact = false
    return value
  })
  return exact
}
