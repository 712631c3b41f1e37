import fc from 'fast-check'
import { FRAMINGS, type Framing } from '../../../src/providers/framing/framing.ts'
import { awsEvent } from './aws-message.ts'

/** A body that is right, and the events in it. */
export interface WrittenBody {
  readonly framing: Framing
  readonly bytes: Uint8Array
  readonly events: readonly unknown[]
}

const anyEvent = fc
  .dictionary(
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 }),
  )
  .map((event): unknown => JSON.parse(JSON.stringify(event)))
const anyEvents = fc.array(anyEvent, { minLength: 1, maxLength: 6 })
const anyLineEnd = fc.constantFrom('\n', '\r\n', '\r')
const anySpace = fc.constantFrom('', ' ', '\n', '\r\n', ' \t\n ')
/** Lines between events that carry none. */
const anyNoise = fc.constantFrom([], [': ping'], ['event: delta'], ['id: 7', 'retry: 100'], [''])

/** How each framing writes events down: with every freedom that it leaves. */
const WRITERS: Readonly<Record<Framing, (events: readonly unknown[]) => fc.Arbitrary<Uint8Array>>> = {
  sse: (events) =>
    fc
      .record({ end: anyLineEnd, noise: anyNoise, space: fc.constantFrom('', ' '), endsEarly: fc.boolean() })
      .map(({ end, noise, space, endsEarly }) => {
        const lines = events.flatMap((event) => {
          // Printed in several lines, which become several lines of data.
          const data = JSON.stringify(event, null, 1).split('\n')
          return [...noise, ...data.map((line) => `data:${space}${line}`), '']
        })
        const done = ['data: [DONE]', ...(endsEarly ? [] : ['', ''])]
        return Buffer.from([...lines, ...done].join(end))
      }),
  ndjson: (events) =>
    fc
      .record({ end: anyLineEnd, blank: fc.boolean(), endsEarly: fc.boolean() })
      .map(({ end, blank, endsEarly }) => {
        const text = events.map((event) => JSON.stringify(event)).join(blank ? end + end : end)
        return Buffer.from(endsEarly ? text : text + end)
      }),
  'json-array': (events) =>
    fc
      .record({ before: anySpace, between: anySpace, indent: fc.nat(2) })
      .map(({ before, between, indent }) => {
        const items = events.map((event) => JSON.stringify(event, null, indent))
        return Buffer.from(`${before}[${between}${items.join(`${between},${before}`)}${before}]${between}`)
      }),
  'aws-event-stream': (events) => fc.constant(Buffer.concat(events.map((event) => awsEvent('chunk', event)))),
}

export const anyWrittenBody: fc.Arbitrary<WrittenBody> = fc
  .tuple(fc.constantFrom(...FRAMINGS), anyEvents, fc.boolean())
  .chain(([framing, events, hasMark]) =>
    WRITERS[framing](events).map((bytes) => ({
      framing,
      // A byte order mark may stand before text.
      bytes:
        hasMark && framing !== 'aws-event-stream' ? Buffer.concat([Buffer.from('\uFEFF'), bytes]) : bytes,
      events: framing === 'aws-event-stream' ? events.map((chunk) => ({ chunk })) : events,
    })),
  )

const SCRAPS = [
  'data: {"a":1}',
  'data: ',
  'data',
  'event: error',
  ': ping',
  '\n',
  '\n\n',
  '\r',
  '\r\n\r\n',
  '[DONE]',
  '{"a":"é😀"}',
  '{"a":[1,{"b":"]}"}]}',
  '[',
  ']',
  '{',
  '}',
  ',',
  '"',
  '\\',
  '\\"',
  ' ',
  'nul',
  '1',
  '<html>',
  '\uFEFF',
  '\u2028',
]
const anyScrap = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...SCRAPS).map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.constant(awsEvent('chunk', { a: 1 })) },
)

/** Anything: scraps of every framing in any order, whole and broken. */
export const anyBytes: fc.Arbitrary<Uint8Array> = fc
  .array(anyScrap, { maxLength: 25 })
  .map((scraps) => Buffer.concat(scraps))
