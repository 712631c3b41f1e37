import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { foreignLibrary } from '../../../src/sandbox/launch/landlock-files.ts'
import { countMarked, killMarked } from '../../../src/sandbox/launch/marked-processes.ts'
import { missingPrograms } from './missing-programs.ts'

const HOST = new URL('../../fixtures/launch-host.ts', import.meta.url).pathname

async function eventually(isTrue: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 300 && !isTrue(); tries++) await sleep(10)
  return isTrue()
}

/** Kills a host so long after it began to start a program, or once it has; says how many processes stay. */
async function survivors(kind: string, afterMs: number | undefined): Promise<number> {
  const mark = randomUUID()
  const host = fork(HOST, [kind, mark])
  try {
    await once(host, 'message')
    host.send('go')
    await once(host, 'message')
    if (afterMs === undefined) {
      await once(host, 'message')
      assert.ok(await eventually(() => countMarked(mark) >= 2), 'the control: they were there')
    } else await sleep(afterMs)
    const ended = once(host, 'exit')
    host.kill('SIGKILL')
    await ended
    await eventually(() => countMarked(mark) === 0)
    return countMarked(mark)
  } finally {
    host.kill('SIGKILL')
    killMarked(mark)
  }
}

const landlock =
  missingPrograms('prlimit').skip || (foreignLibrary() === undefined && 'koffi is not installed')

describe('a host that is killed', () => {
  it('leaves nothing of a sandbox', { skip: missingPrograms('bwrap', 'prlimit').skip }, async () => {
    assert.equal(await survivors('bubblewrap', undefined), 0)
  })

  it(
    'leaves nothing of a sandbox that was being set up',
    {
      skip: missingPrograms('bwrap', 'prlimit').skip,
    },
    async () => {
      for (const afterMs of [0, 2, 4, 6, 8, 10, 12, 14])
        assert.equal(await survivors('bubblewrap', afterMs), 0)
    },
  )

  it('leaves nothing of a process group', { skip: missingPrograms('prlimit').skip }, async () => {
    assert.equal(await survivors('process group', undefined), 0)
    for (const afterMs of [0, 3, 6]) assert.equal(await survivors('process group', afterMs), 0)
  })

  it('leaves nothing under Landlock', { skip: landlock }, async () => {
    assert.equal(await survivors('landlock', undefined), 0)
  })
})
