import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRememberedDecisions } from '../../src/approve/remembered-decisions.ts'

const subject = { conversationId: 'c1', toolName: 'write_file', definitionHash: 'h1', callerId: 'agent' }

describe('createRememberedDecisions', () => {
  it('remembers what may be remembered', () => {
    const memory = createRememberedDecisions()
    assert.equal(memory.isRemembered(subject), false)
    memory.remember(subject, true)
    assert.equal(memory.isRemembered(subject), true)
  })

  it('stores nothing that may not be remembered, or that belongs to no conversation', () => {
    const memory = createRememberedDecisions()
    memory.remember(subject, false)
    memory.remember({ ...subject, conversationId: undefined }, true)
    assert.equal(memory.size, 0)
    memory.remember(subject, true)
    assert.equal(memory.isRemembered({ ...subject, conversationId: undefined }), false)
  })

  it('asks again when conversation, tool, definition or caller is another', () => {
    const memory = createRememberedDecisions()
    memory.remember(subject, true)
    for (const change of [
      { conversationId: 'c2' },
      { toolName: 'edit_code' },
      { definitionHash: 'h2' },
      { callerId: 'other' },
      { callerId: undefined },
    ]) {
      assert.equal(memory.isRemembered({ ...subject, ...change }), false)
    }
  })

  it('keeps parts apart that would join to the same text', () => {
    const memory = createRememberedDecisions()
    memory.remember({ conversationId: 'a","b', toolName: 'c', definitionHash: 'h' }, true)
    assert.equal(memory.isRemembered({ conversationId: 'a', toolName: 'b","c', definitionHash: 'h' }), false)
  })

  it('forgets one conversation and keeps the others', () => {
    const memory = createRememberedDecisions()
    memory.remember(subject, true)
    memory.remember({ ...subject, conversationId: 'c2' }, true)
    memory.forget('c1')
    assert.equal(memory.isRemembered(subject), false)
    assert.equal(memory.isRemembered({ ...subject, conversationId: 'c2' }), true)
  })

  it('drops the least recently used when full', () => {
    const memory = createRememberedDecisions(2)
    const of = (conversationId: string) => ({ ...subject, conversationId })
    memory.remember(of('a'), true)
    memory.remember(of('b'), true)
    memory.isRemembered(of('a'))
    memory.remember(of('c'), true)
    assert.deepEqual(
      ['a', 'b', 'c'].map((id) => memory.isRemembered(of(id))),
      [true, false, true],
    )
  })

  it('holds 10,000 answers by default', () => {
    const memory = createRememberedDecisions()
    for (let index = 0; index < 10_050; index += 1)
      memory.remember({ ...subject, conversationId: `c${index}` }, true)
    assert.equal(memory.size, 10_000)
  })
})
