import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFrameReader } from '../../src/providers/framing/create-frame-reader.ts'
import { provider } from '../../src/providers/provider.ts'
import { ToolCallAccumulator } from '../../src/providers/stream/tool-call-accumulator.ts'
import { ANSWER_WRITERS, type AnswerWriter } from '../fixtures/providers/answer-writers.ts'

// How the cost of a stream grows with its length: an exponent of 1 is linear, 2 quadratic. Twenty characters an event.
// One large stream is held against as many small ones as make the same length, in CPU time of this thread: so both take
// as long and are disturbed alike, and other programs are not counted. The best of several tries counts; what is linear
// comes under the limit in one of them, what is not never does: its large stream is sixteen times as dear.

const [SMALL, LARGE] = [40_000, 640_000]
const ACCUMULATE_EXPONENT = 1.1
const PARTIAL_EXPONENT = 1.15
const MAX_TRIES = 40

function argumentsOf(characters: number): string {
  const rows = Array.from({ length: Math.ceil(characters / 40) }, (_, id) => ({
    id,
    name: `row "${id}"`,
    price: 0.25,
  }))
  return JSON.stringify({ content: 'line\n'.repeat(characters / 12), rows })
}

function pieces(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / 20) }, (_, at) => text.slice(at * 20, at * 20 + 20))
}

function eventsOf(writer: AnswerWriter, characters: number): readonly unknown[] {
  const call = { id: 'abcdefgh1', name: 'write', arguments: argumentsOf(characters) }
  return writer.events({ text: '', calls: [call] }, pieces)
}

/** The exponent between two sizes: the first of several tries that is low enough, or that of the best of each. */
function exponentOf(small: () => unknown, large: () => unknown, enough: number, tries = MAX_TRIES): number {
  const best = [Infinity, Infinity] as [number, number]
  let exponent = Infinity
  for (let attempt = 0; attempt < tries && exponent > enough; attempt++) {
    const sample = [cpuMicros(small, LARGE / SMALL), cpuMicros(large, 1)] as const
    // The first runs are those of code that is not compiled yet.
    if (attempt === 0) continue
    best[0] = Math.min(best[0], sample[0])
    best[1] = Math.min(best[1], sample[1])
    exponent = 1 + Math.log(best[1] / best[0]) / Math.log(LARGE / SMALL)
  }
  return exponent
}

function cpuMicros(run: () => unknown, times: number): number {
  const before = process.threadCpuUsage()
  for (let time = 0; time < times; time++) run()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

function assertGrowth(run: (characters: number) => () => unknown, limit: number): void {
  const exponent = exponentOf(run(SMALL), run(LARGE), limit)
  assert.ok(exponent <= limit, `the exponent is ${exponent.toFixed(2)}; at most ${limit} is linear`)
}

describe('the cost of a stream grows with its length', () => {
  it('and the measure sees when it does not', () => {
    const quadratic = (characters: number) => () => {
      const seen: number[] = []
      let copied = 0
      for (let at = 0; at < characters; at += 50) {
        seen.push(at)
        copied += seen.slice().length
      }
      return copied
    }
    assert.ok(exponentOf(quadratic(SMALL), quadratic(LARGE), 0, 4) > 1.3)
  })

  for (const writer of ANSWER_WRITERS) {
    if (!writer.hasPieces) continue
    it(`when it is accumulated: ${writer.id}`, () => {
      assertGrowth((characters) => {
        const events = eventsOf(writer, characters)
        return () => {
          const accumulator = provider(writer.id).accumulator()
          for (const event of events) accumulator.push(event)
          return accumulator.end()
        }
      }, ACCUMULATE_EXPONENT)
    })

    it(`when each change of the arguments is told: ${writer.id}`, () => {
      assertGrowth((characters) => {
        const events = eventsOf(writer, characters)
        return () => {
          const accumulator = provider(writer.id).accumulator({ partial: true })
          for (const event of events) accumulator.push(event)
          accumulator.partial(0)
          return accumulator.end()
        }
      }, PARTIAL_EXPONENT)
    })
  }

  it('when its pieces are put together one by one, with a reader that reads along', () => {
    assertGrowth((characters) => {
      const deltas = pieces(argumentsOf(characters)).map((text) => ({ index: 0, arguments: text }))
      return () => {
        const accumulator = new ToolCallAccumulator()
        accumulator.push({ index: 0, id: 'c', name: 'write' })
        accumulator.partial(0)
        for (const delta of deltas) accumulator.push(delta)
        accumulator.partial(0)
        return accumulator.finalize()
      }
    }, PARTIAL_EXPONENT)
  })

  it('when it is read from bytes', () => {
    assertGrowth((characters) => {
      const events = pieces(argumentsOf(characters)).map((text) => `data: ${JSON.stringify({ text })}\n\n`)
      const bytes = new TextEncoder().encode(events.join(''))
      return () => {
        const reader = createFrameReader('sse')
        for (let at = 0; at < bytes.length; at += 1_000) reader.push(bytes.subarray(at, at + 1_000))
        return reader.end()
      }
    }, ACCUMULATE_EXPONENT)
  })
})
