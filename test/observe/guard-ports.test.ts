import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { guardLogger, guardMetrics, guardTracer } from '../../src/observe/guard-ports.ts'
import { UNTRACED_SPAN } from '../../src/observe/tracer.ts'

const broken = (): never => {
  throw new Error('disk full')
}

describe('guarded ports', () => {
  it('stay absent when there is none', () => {
    assert.equal(guardLogger(undefined), undefined)
    assert.equal(guardMetrics(undefined), undefined)
    assert.equal(guardTracer(undefined), undefined)
  })

  it('pass everything on', () => {
    const seen: unknown[] = []
    guardLogger({ log: (...line) => void seen.push(line) })?.log('TLS-DEF-003', { a: 1 })
    const metrics = guardMetrics({ record: (...each) => void seen.push(each), isListening: () => false })
    metrics?.record('tools.definitions.created', 1, { b: 2 })
    assert.deepEqual(seen, [
      ['TLS-DEF-003', { a: 1 }],
      ['tools.definitions.created', 1, { b: 2 }],
    ])
    assert.equal(metrics?.isListening?.(), false)
    assert.equal(guardMetrics({ record: () => undefined })?.isListening?.(), true)
  })

  it('swallow what an adapter throws', () => {
    guardLogger({ log: broken })?.log('TLS-DEF-003', {})
    const metrics = guardMetrics({ record: broken, isListening: broken })
    metrics?.record('tools.definitions.created', 1)
    assert.equal(metrics?.isListening?.(), false)
  })

  it('leave a call untraced when the tracer throws', () => {
    const info = { callId: '1', toolName: 'lookup' }
    const tracer = guardTracer({ startCall: broken, isListening: broken })
    assert.equal(tracer?.startCall(info), UNTRACED_SPAN)
    assert.equal(tracer.isListening?.(), false)
    assert.equal(guardTracer({ startCall: () => UNTRACED_SPAN })?.startCall(info), UNTRACED_SPAN)
    const opened = guardTracer({ startCall: () => ({ run: (work) => work(), end: broken }) })
    assert.equal(opened?.isListening?.(), true)
    const span = opened.startCall(info)
    assert.equal(
      span.run(() => 7),
      7,
    )
    assert.throws(() => span.run(broken), /disk full/)
    span.end({ status: 'succeeded' })
  })
})
