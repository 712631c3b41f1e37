import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createEmitter } from '../../src/observe/event-emitter.ts'

interface Events {
  ping: number
  pong: string
}

describe('createEmitter', () => {
  it('hands an event to its listeners in order, and to no others', () => {
    const emitter = createEmitter<Events>()
    const seen: unknown[] = []
    emitter.on('ping', (value) => void seen.push(['a', value]))
    emitter.on('ping', (value) => void seen.push(['b', value]))
    emitter.on('pong', (value) => void seen.push(['c', value]))
    emitter.emit('ping', 1)
    assert.deepEqual(seen, [
      ['a', 1],
      ['b', 1],
    ])
  })

  it('knows whether anybody listens', () => {
    const emitter = createEmitter<Events>()
    assert.equal(emitter.hasListeners('ping'), false)
    const first = emitter.on('ping', () => undefined)
    const second = emitter.on('ping', () => undefined)
    first()
    first()
    assert.equal(emitter.hasListeners('ping'), true)
    second()
    assert.equal(emitter.hasListeners('ping'), false)
    emitter.emit('ping', 1)
  })

  it('counts the same function twice as two subscriptions', () => {
    const emitter = createEmitter<Events>()
    let count = 0
    const listener = (): void => void count++
    const unsubscribe = emitter.on('ping', listener)
    emitter.on('ping', listener)
    emitter.emit('ping', 1)
    unsubscribe()
    emitter.emit('ping', 1)
    assert.equal(count, 3)
  })

  it('keeps a throwing listener from the others and reports it', () => {
    const errors: unknown[] = []
    const emitter = createEmitter<Events>({ onError: (thrown, event) => void errors.push([event, thrown]) })
    const seen: number[] = []
    emitter.on('ping', () => {
      throw 'first'
    })
    emitter.on('ping', (value) => void seen.push(value))
    emitter.emit('ping', 7)
    assert.deepEqual(seen, [7])
    assert.deepEqual(errors, [['ping', 'first']])
  })

  it('reports a rejected promise, of any kind', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const errors: unknown[] = []
    const emitter = createEmitter<Events>({
      onError(thrown) {
        errors.push(thrown)
        if (errors.length === 2) resolve()
      },
    })
    emitter.on('ping', async () => {
      throw new RangeError('async')
    })
    // oxlint-disable-next-line unicorn/no-thenable -- promises of other libraries are such objects
    const thenable = { then: (_: unknown, reject: (reason: unknown) => void) => reject('thenable') }
    emitter.on('ping', () => thenable as unknown as Promise<void>)
    emitter.emit('ping', 1)
    await promise
    assert.equal(errors.length, 2)
    assert.ok(errors.some((error) => error instanceof RangeError))
    assert.ok(errors.includes('thenable'))
  })

  it('survives an error report that throws, and the lack of one', () => {
    const emitters = [
      createEmitter<Events>(),
      createEmitter<Events>({
        onError() {
          throw new Error('worse')
        },
      }),
    ]
    for (const emitter of emitters) {
      emitter.on('ping', () => {
        throw new Error('bad')
      })
      emitter.emit('ping', 1)
    }
  })

  it('does not call a listener that was unsubscribed during the same event, nor one that was added', () => {
    const emitter = createEmitter<Events>()
    const seen: string[] = []
    emitter.on('ping', () => {
      seen.push('first')
      unsubscribe()
      emitter.on('ping', () => void seen.push('late'))
    })
    const unsubscribe = emitter.on('ping', () => void seen.push('second'))
    emitter.on('ping', () => void seen.push('third'))
    emitter.emit('ping', 1)
    assert.deepEqual(seen, ['first', 'third'])
  })

  it('calls a once listener once, also when it emits the same event', () => {
    const emitter = createEmitter<Events>()
    let count = 0
    emitter.once('ping', (value) => {
      count += 1
      emitter.emit('ping', value + 1)
    })
    emitter.emit('ping', 1)
    assert.equal(count, 1)
    assert.equal(emitter.hasListeners('ping'), false)
    const unsubscribe = emitter.once('pong', () => void count++)
    unsubscribe()
    emitter.emit('pong', 'x')
    assert.equal(count, 1)
  })

  it('delivers to exactly the listeners that are subscribed, in order', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('on' as const), throws: fc.boolean() }),
      fc.record({ kind: fc.constant('off' as const), index: fc.nat({ max: 9 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const emitter = createEmitter<Events>()
        const off: (() => void)[] = []
        let subscribed: number[] = []
        let seen: number[] = []
        for (const each of steps) {
          if (each.kind === 'on') {
            const id = off.length
            off.push(
              emitter.on('ping', () => {
                seen.push(id)
                if (each.throws) throw new Error('bad')
              }),
            )
            subscribed.push(id)
          } else {
            off[each.index]?.()
            subscribed = subscribed.filter((id) => id !== each.index)
          }
          seen = []
          emitter.emit('ping', 1)
          assert.deepEqual(seen, subscribed)
          assert.equal(emitter.hasListeners('ping'), subscribed.length > 0)
        }
      }),
    )
  })
})
