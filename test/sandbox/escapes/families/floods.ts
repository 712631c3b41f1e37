// More words than anybody asked for, and words on the channel that is not a tool's to speak on.
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { outputOf } from '../control.ts'
import { type Attack, type Family, fromStandard } from '../family.ts'
import type { Targets, Verdict } from '../verdict.ts'
import { NODE, type Way } from '../ways.ts'

const MAX_OUTPUT_BYTES = 64 * 1024
const MEGABYTES = 24
const FLOOD_BYTES = MEGABYTES * 1024 * 1024

/** What came back of a flood: nothing more than a few times the limit is to. */
async function flood(way: Way, how: string, { program }: Targets): Promise<Verdict> {
  const result = await way.call({
    given:
      way.kind === 'command'
        ? {
            kind: 'command',
            argv: ['/bin/sh', '-c', `head -c ${FLOOD_BYTES} /dev/zero${how === 'stderr' ? ' >&2' : ''}`],
          }
        : { kind: 'module', file: `${program}/leave.mjs`, exportName: 'flood' },
    args: way.kind === 'command' ? {} : { how, megabytes: MEGABYTES },
    maxOutputBytes: MAX_OUTPUT_BYTES,
  })
  const bytes = JSON.stringify(result).length
  // NUL is six characters of JSON.
  return bytes > 8 * MAX_OUTPUT_BYTES
    ? { won: `${bytes} bytes` }
    : { refused: `${result.status}, ${bytes} bytes` }
}

function floodFamily(how: string, kind: Way['kind']): Family {
  const attack: Attack = {
    name: `floods: ${how}`,
    // What listens is the host, whatever is around the tool.
    claimedBy: (way) => fromStandard(way) && way.kind === kind && way.isChosen,
  }
  return {
    name: attack.name,
    attacks: [attack],
    async run(way, _names, targets) {
      if (way !== undefined) return new Map([[attack.name, await flood(way, how, targets)]])
      const argv = ['/bin/sh', '-c', `head -c ${FLOOD_BYTES} /dev/zero`]
      const { stdout } = await outputOf(argv, targets)
      return new Map([
        [
          attack.name,
          stdout.length === FLOOD_BYTES ? { won: `${stdout.length} bytes` } : { refused: 'less' },
        ],
      ])
    },
  }
}

const frame = (value: unknown): string => {
  const body = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
  const head = Buffer.alloc(4)
  head.writeUInt32BE(body.length)
  return Buffer.concat([head, body]).toString('hex')
}

/** Bytes in hex, and how often. */
type Words = readonly [text: string, times: number]

const WORDS: Readonly<Record<string, Words>> = {
  garbage: [Buffer.from('no frame at all, '.repeat(20)).toString('hex'), 1],
  'a huge frame': ['ffffffff00', 1],
  'a frame that never ends': ['00100000', 1],
  'many frames': [frame({ type: 'progress', id: 1, update: {} }), 60_000],
  'no JSON': [frame('{'), 1],
  'the result of another job': [frame({ type: 'result', id: 99, value: 'forged', use: {} }), 1],
  'a second greeting': [frame({ type: 'ready' }), 1],
  'a prototype': [
    frame(
      '{"type":"result","id":1,"__proto__":{"polluted":1},"value":{"__proto__":{"polluted":1}},"use":{}}',
    ),
    1,
  ],
  'two results': [frame({ type: 'result', id: 1, value: 1, use: {} }).repeat(2), 1],
}

/** Whatever it says: the host stands, and the next call is answered by a worker that works. */
async function speak(way: Way, all: readonly Words[], { program }: Targets): Promise<readonly Verdict[]> {
  const module = (exportName: string) =>
    ({ kind: 'module', file: `${program}/leave.mjs`, exportName }) as const
  const results = await way.callInTurn(
    all.flatMap(([text, times]) => [
      { given: module('speak'), args: { text, times }, maxExecutionMs: 4_000 },
      { given: module('answer') },
    ]),
  )
  return all.map((_, index) => {
    const [spoken, next] = results.slice(index * 2)
    if (JSON.stringify(spoken?.content).includes('forged')) return { won: 'a forged result' }
    if (({} as { polluted?: unknown }).polluted !== undefined) return { won: 'a prototype of the host' }
    if (next?.content.type !== 'text' || next.content.text !== 'well')
      return { won: JSON.stringify(next).slice(0, 300) }
    return { refused: spoken?.status === 'failed' ? spoken.error.code : `${spoken?.status}` }
  })
}

async function speakPlainly([text]: Words, { program }: Targets): Promise<Verdict> {
  const code = `import(${JSON.stringify(`${program}/leave.mjs`)}).then((all) => all.speak({ text: '${text}', times: 1 }))`
  const child = spawn(NODE, ['-e', code], { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
  const [bytes] = (await once(child.stdio[3] as Readable, 'data')) as [Buffer]
  return { won: `the host read ${bytes.length} bytes` }
}

const attackOf = (name: string): Attack => ({
  name: `channel: ${name}`,
  // The host listens in one way, whatever is around the worker.
  claimedBy: (way) => way.level === 'standard' && way.kind === 'module' && way.isChosen,
})

const channel: Family = {
  name: 'channel',
  attacks: Object.keys(WORDS).map(attackOf),
  async run(way, names, targets) {
    const chosen = Object.entries(WORDS).filter(([name]) => names.includes(attackOf(name).name))
    const words = chosen.map(([, each]) => each)
    const verdicts =
      way === undefined
        ? await Promise.all(words.map((each) => speakPlainly(each, targets)))
        : await speak(way, words, targets)
    return new Map(chosen.map(([name], index) => [attackOf(name).name, verdicts[index] ?? { refused: '' }]))
  },
}

export const floods: readonly Family[] = [
  ...['stdout', 'stderr'].map((how) => floodFamily(how, 'command')),
  ...['result', 'print', 'partial', 'log', 'progress'].map((how) => floodFamily(how, 'module')),
  channel,
]
