import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as z from 'zod'
import { readCall } from '../../src/calls/read-call.ts'
import { ToolwrightError } from '../../src/errors/toolwright-error.ts'

const read = (args: unknown, name = 'read_file') => readCall({ id: 'call_1', name, arguments: args })
const refuses = (action: () => unknown, code: string, message: string | RegExp): void => {
  assert.throws(action, (error) => {
    assert.ok(ToolwrightError.is(error))
    assert.equal(error.code, code)
    if (typeof message === 'string') assert.equal(error.message, message)
    else assert.match(error.message, message)
    return true
  })
}

describe('readCall', () => {
  const call = read('{"path":"a.txt","lines":5,"ratio":0.5,"force":true,"none":null,"toString":"own"}')

  it('gives required arguments by type', () => {
    assert.equal(call.getString('path'), 'a.txt')
    assert.equal(call.getInteger('lines'), 5)
    assert.equal(call.getNumber('ratio'), 0.5)
    assert.equal(call.getBoolean('force'), true)
    assert.equal(call.getBigInt('lines'), 5n)
    assert.equal(call.getString('toString'), 'own')
  })
  it('gives undefined or the fallback for what is absent or null', () => {
    assert.equal(call.getOptionalString('x'), undefined)
    assert.equal(call.getOptionalInteger('none'), undefined)
    assert.equal(call.getOptionalNumber('x'), undefined)
    assert.equal(call.getOptionalBoolean('x'), undefined)
    assert.equal(call.getOptionalBigInt('x'), undefined)
    assert.equal(call.getStringOr('x', 'y'), 'y')
    assert.equal(call.getIntegerOr('x', 1), 1)
    assert.equal(call.getNumberOr('none', 1.5), 1.5)
    assert.equal(call.getBooleanOr('x', false), false)
    assert.equal(call.getBigIntOr('x', 2n), 2n)
    assert.equal(call.getOptionalString('constructor'), undefined)
  })
  it('knows its names, its text and its object', () => {
    assert.equal(call.id, 'call_1')
    assert.equal(call.has('none'), true)
    assert.equal(call.has('constructor'), false)
    assert.deepEqual(read('{"b":1,"a":2}').names(), ['b', 'a'])
    assert.equal(read('{"a": 1}').raw, '{"a": 1}')
    assert.deepEqual(read('{"a": 1}').object, { a: 1 })
    assert.equal(read({ a: 1 }).raw, '{"a":1}')
    assert.deepEqual(read('').names(), [])
  })
  it('names tool and argument in every error', () => {
    refuses(
      () => call.getString('city'),
      'ARGUMENT_MISSING',
      "missing required argument 'city' for tool 'read_file'",
    )
    refuses(
      () => call.getInteger('ratio'),
      'ARGUMENTS_INVALID',
      "invalid argument 'ratio' for tool 'read_file': expected an integer within ±9007199254740991, received 0.5",
    )
    refuses(() => call.getString('lines'), 'ARGUMENTS_INVALID', /expected a string, received 5/)
    refuses(
      () => call.getBoolean('path'),
      'ARGUMENTS_INVALID',
      /expected true or false, received the string "a.txt"/,
    )
    refuses(() => call.getNumber('path'), 'ARGUMENTS_INVALID', /expected a number/)
    refuses(
      () => read('{}', '  ').getString('a'),
      'ARGUMENT_MISSING',
      "missing required argument 'a' for tool '<unnamed>'",
    )
  })
  it('never rounds a large integer', () => {
    const large = read(
      '{"id":12345678901234567890,"text":"-98765432109876543210","exp":1e23,"dec":1.50e1,"frac":1.5,"zero":0.0,"huge":1e5000}',
    )
    refuses(() => large.getInteger('id'), 'ARGUMENTS_INVALID', /received 12345678901234567890$/)
    assert.equal(large.getBigInt('id'), 12345678901234567890n)
    assert.equal(large.getBigInt('text'), -98765432109876543210n)
    assert.equal(large.getBigInt('exp'), 10n ** 23n)
    assert.equal(large.getBigInt('dec'), 15n)
    assert.equal(large.getBigInt('zero'), 0n)
    refuses(() => large.getBigInt('frac'), 'ARGUMENTS_INVALID', /expected a whole number, received 1.5$/)
    refuses(() => large.getBigInt('huge'), 'ARGUMENTS_INVALID', /received 1e5000$/)
    assert.equal(read({ a: 7n }).getBigInt('a'), 7n)
    assert.equal(read({ a: 7 }).getBigInt('a'), 7n)
    refuses(() => read({ a: 2 ** 60 }).getBigInt('a'), 'ARGUMENTS_INVALID', /whole number/)
    refuses(() => read({ a: '1.5' }).getBigInt('a'), 'ARGUMENTS_INVALID', /whole number/)
  })
  it('throws on malformed arguments, and shows them as they came', () => {
    const malformed = read('{"a":')
    refuses(() => malformed.getString('a'), 'ARGUMENTS_NOT_JSON', /ends in the middle/)
    assert.deepEqual(malformed.object, { _raw: '{"a":' })
    refuses(
      () => read([1]).names(),
      'ARGUMENTS_NOT_JSON',
      /must be one JSON object, received an array of 1 item/,
    )
    refuses(() => read(undefined).names(), 'ARGUMENTS_NOT_JSON', /received nothing/)
    const cut = readCall({ id: '1', name: 't', arguments: '{"a":1}', truncated: true })
    refuses(() => cut.getInteger('a'), 'ARGUMENTS_TRUNCATED', /token limit/)
  })
  it('parses through a Standard Schema', () => {
    const schema = z.object({ path: z.string(), lines: z.number().transform(String) })
    const parsed: { path: string; lines: string } = call.parse(schema)
    assert.deepEqual(parsed, { path: 'a.txt', lines: '5' })
    refuses(
      () => call.parse(z.object({ path: z.object({ inner: z.string() }), list: z.array(z.string()) })),
      'ARGUMENTS_INVALID',
      /^invalid arguments for tool 'read_file'\n- path: .*\n- list: .*\nCorrect this and call the tool again\.$/,
    )
    refuses(() => call.parse(z.string().refine(async () => true)), 'ARGUMENTS_INVALID', /- Invalid input/)
    refuses(() => call.parse(z.object({}).refine(async () => true)), 'OPTION_INVALID', /works asynchronously/)
  })
})

describe('numbers that a double cannot hold', () => {
  const read = (text: string) => readCall({ id: '1', name: 'count', arguments: `{"n":${text}}` })

  it('are never rounded: not as integer, not as number', () => {
    for (const text of ['9007199254740993', '9007199254740991.4', '1.00000000000000000001']) {
      assert.throws(() => read(text).getInteger('n'), { code: 'ARGUMENTS_INVALID' }, text)
    }
    assert.throws(() => read('12345678901234567890').getNumber('n'), { code: 'ARGUMENTS_INVALID' })
    assert.equal(read('12345678901234567890').getBigInt('n'), 12345678901234567890n)
    assert.equal(read('1e3').getInteger('n'), 1_000)
    assert.equal(read('0.1').getNumber('n'), 0.1)
  })
})

describe('what is no call', () => {
  it('is refused with what a call is, and a call without arguments has none', () => {
    assert.throws(() => readCall(null as never), { code: 'CALL_INVALID' })
    assert.deepEqual(readCall({ id: '1', name: 5, arguments: null } as never).names(), [])
  })
})
