// A host that is killed in the middle of its work: in every way a tool runs that has started others. It says when all do.
import { setTimeout as sleep } from 'node:timers/promises'
import { findWays } from './find-ways.ts'
import { countMarked } from './marked.ts'
import type { Targets } from './verdict.ts'
import type { Attempt, Way } from './ways.ts'

const targets = JSON.parse(process.env['TOOLWRIGHT_ESCAPES_TARGETS'] ?? '{}') as Targets
const LONG_MS = 60_000

function leaving(way: Way, mark: string): Attempt {
  const text = `setsid sleep ${mark} & sleep ${mark}`
  if (way.kind === 'command')
    return { given: { kind: 'command', argv: ['/bin/sh', '-c', text] }, maxExecutionMs: LONG_MS }
  const file = `${targets.program}/leave.mjs`
  return { given: { kind: 'module', file, exportName: 'leave' }, args: { text }, maxExecutionMs: LONG_MS }
}

const { ways } = await findWays(targets)
const marks = ways
  .filter(({ kind }) => kind !== 'code')
  .map((way, index) => {
    const mark = `29.${process.pid}${index}`
    void way.call(leaving(way, mark))
    return mark
  })
for (const way of ways.filter(({ level }) => level === 'restricted'))
  void way.call({
    given: { kind: 'code', code: 'for (;;);' },
    limits: { cpuSeconds: 20 },
    maxExecutionMs: LONG_MS,
  })
while (marks.some((mark) => countMarked(mark) === 0)) await sleep(50)
console.log(JSON.stringify(marks))
setTimeout(() => undefined, LONG_MS)
