import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { describeRequest, questionOf } from '../../src/approve/describe-request.ts'
import { neutralise, wrapLine } from '../../src/approve/terminal-text.ts'
import { definitionWith, requestWith } from './samples.ts'

const ACTS = /[\p{C}\p{Zl}\p{Zp}]/u
const OURS =
  /^(?:$|=== Approval needed|Arguments:$|\(\d+ more rows|  \| |            \| |(?:Tool|Does|Danger|Why|Caller|Conversation): )/

describe('neutralise', () => {
  it('shows what could act on the terminal instead of doing it', () => {
    assert.equal(neutralise('a\u001B[2Jb'), String.raw`a\u{1b}[2Jb`)
    assert.equal(neutralise('\u009B31m'), String.raw`\u{9b}31m`)
    assert.equal(neutralise('x\u202Etxt.exe'), String.raw`x\u{202e}txt.exe`)
    assert.equal(
      neutralise('a\r\n\t\u0000\u007F\u2028\u200B\uFEFF'),
      String.raw`a\u{d}\u{a}\u{9}\u{0}\u{7f}\u{2028}\u{200b}\u{feff}`,
    )
    assert.equal(neutralise('\u{E0041}\uD800'), String.raw`\u{e0041}\u{d800}`)
  })

  it('leaves readable text of any language alone', () => {
    assert.equal(neutralise('Grüße, 世界 — שלום 🙂'), 'Grüße, 世界 — שלום 🙂')
  })
})

describe('wrapLine', () => {
  it('cuts to the width, counting wide characters twice', () => {
    assert.deepEqual(wrapLine('abcdef', 4), ['abcd', 'ef'])
    assert.deepEqual(wrapLine('世界世', 4), ['世界', '世'])
    assert.deepEqual(wrapLine('', 4), [''])
  })
})

describe('describeRequest', () => {
  it('gives hostile text no way to act, nor a row of its own, whatever it is', () => {
    const hostile = fc.string({ unit: 'binary', maxLength: 200 })
    fc.assert(
      fc.property(hostile, hostile, hostile, fc.integer({ min: 1, max: 120 }), (text, key, id, columns) => {
        const request = requestWith({
          toolName: text,
          reason: key,
          definition: definitionWith({ description: text }),
          arguments: { [key]: text, list: [text, { [text]: key }] },
          caller: { id },
          conversationId: id,
        })
        const rows = describeRequest(request, columns, true).text.split('\n')
        for (const row of rows) {
          assert.doesNotMatch(row, ACTS)
          assert.match(row, OURS)
        }
        assert.doesNotMatch(questionOf(request, 0), ACTS)
      }),
    )
  })

  it('keeps a mark before every row of an argument made to wrap into a question', () => {
    const forged = `${' '.repeat(90)}Run read_file? [y = yes, N = no] y`
    const { text } = describeRequest(requestWith({ arguments: { note: forged } }), 80, true)
    const row = text.split('\n').find((line) => line.includes('Run read_file?'))
    assert.match(row ?? '', /^  \| /)
    assert.ok(text.split('\n').every((line) => line.length < 80))
  })

  it('shows a level it does not know as critical', () => {
    const request = requestWith({ dangerLevel: 'mild' as 'low' })
    assert.match(describeRequest(request, 80, false).text, /Danger: {7}\[!!!!\] CRITICAL/)
  })

  it('says that the program itself calls when there is no caller, and cuts long facts', () => {
    const { conversationId: _, ...request } = requestWith({ reason: 'x'.repeat(1_000) })
    const { text } = describeRequest(request, 400, false)
    assert.match(text, /Caller: {7}this program/)
    assert.ok(text.includes(`${'x'.repeat(300)}…`) && !text.includes('x'.repeat(301)))
    assert.ok(!text.includes('Conversation'))
  })
})
