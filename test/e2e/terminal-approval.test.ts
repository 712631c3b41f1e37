import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../fixtures/terminal-approval.ts', import.meta.url))
const DEADLINE_MS = 20_000

// `script` of util-linux gives a program a real pseudo-terminal; that of BSD and macOS takes other options.
const version = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? ''
const skip = version.includes('util-linux')
  ? false
  : '`script` of util-linux is not here: no pseudo-terminal to test with'

interface Step {
  /** What must appear on screen first. */
  readonly shows: string
  readonly type?: string
}

const quote = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** Runs the program at a pseudo-terminal, answers as the steps say, and gives the end and all that was on screen. */
function runAtTerminal(
  words: readonly string[],
  steps: readonly Step[],
  typedAhead = '',
): Promise<{ end: unknown; screen: string }> {
  const command = [process.execPath, PROGRAM, ...words].map(quote).join(' ')
  return new Promise((resolve, reject) => {
    const child = spawn('script', ['-qec', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] })
    const deadline = setTimeout(() => child.kill('SIGKILL'), DEADLINE_MS)
    const waiting = [...steps]
    if (typedAhead !== '') child.stdin.write(typedAhead)
    let screen = ''
    let read = 0
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      screen += text
      for (let step = waiting[0]; step !== undefined; step = waiting[0]) {
        const at = screen.indexOf(step.shows, read)
        if (at === -1) return
        read = at + step.shows.length
        waiting.shift()
        if (step.type !== undefined) child.stdin.write(step.type)
      }
    })
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(deadline)
      const [, json] = /END (\{.*\})/.exec(screen) ?? []
      if (json === undefined || waiting.length > 0) {
        reject(
          new Error(
            `ended early, still waiting for ${JSON.stringify(waiting)}; on screen: ${JSON.stringify(screen)}`,
          ),
        )
      } else {
        resolve({ end: JSON.parse(json), screen })
      }
    })
  })
}

const outcomeOf = (end: unknown): unknown => (end as { outcome: unknown }).outcome
const UNAVAILABLE = {
  outcome: 'unavailable',
  reason: 'the call needs approval and the terminal was closed or interrupted before an answer',
}

describe('terminalChannel at a real pseudo-terminal', { skip, concurrency: 2 }, () => {
  it('runs on y', async () => {
    const { end, screen } = await runAtTerminal(
      ['high'],
      [{ shows: 'Run drop_table? [y = yes, N = no] ', type: 'y\r' }],
    )
    assert.equal(outcomeOf(end), 'approved')
    assert.match(screen, /Danger: +\[!!! \] HIGH/)
  })

  it('does not run on Enter alone', async () => {
    const { end } = await runAtTerminal(
      ['high'],
      [{ shows: 'Run drop_table? [y = yes, N = no] ', type: '\r' }],
    )
    assert.deepEqual(end, { outcome: 'denied', reason: 'the person who was asked said no' })
  })

  it('does not take what was typed before the question, whole lines or half ones', async () => {
    for (const typedAhead of ['y\r', 'y']) {
      const { end } = await runAtTerminal(
        ['high'],
        [{ shows: 'Run drop_table? [y = yes, N = no] ', type: '\r' }],
        typedAhead,
      )
      assert.equal(outcomeOf(end), 'denied')
    }
  })

  it('remembers on a', async () => {
    const { end } = await runAtTerminal(
      ['medium'],
      [{ shows: 'a = always in this conversation] ', type: 'a\r' }],
    )
    assert.equal((end as { remember: unknown }).remember, true)
  })

  it('asks twice about a critical call, the second time for its name', async () => {
    const { end } = await runAtTerminal(
      ['critical'],
      [
        { shows: 'confirmation 1 of 2' },
        { shows: 'Run drop_table? [y = yes, N = no] ', type: 'y\r' },
        { shows: 'confirmation 2 of 2' },
        { shows: 'type the name of the tool (drop_table): ', type: 'drop_table\r' },
      ],
    )
    assert.equal(outcomeOf(end), 'approved')
    assert.equal((end as { requestIds: string[] }).requestIds.length, 2)
  })

  it('does not run a critical call on two times y', async () => {
    const { end } = await runAtTerminal(
      ['critical'],
      [
        { shows: 'Run drop_table? [y = yes, N = no] ', type: 'y\r' },
        { shows: 'type the name of the tool (drop_table): ', type: 'y\r' },
      ],
    )
    assert.equal(outcomeOf(end), 'denied')
  })

  it('says no on Ctrl-C and on Ctrl-D, and lets the program go on', async () => {
    for (const key of ['\u0003', '\u0004']) {
      const { end } = await runAtTerminal(
        ['high'],
        [{ shows: 'Run drop_table? [y = yes, N = no] ', type: key }],
      )
      assert.deepEqual(end, UNAVAILABLE)
    }
  })

  it('takes the question away when nobody waits any more, and lets the program end', async () => {
    const { end } = await runAtTerminal(
      ['high', '{}', '300'],
      [{ shows: 'Run drop_table?' }, { shows: '(The question was withdrawn' }],
    )
    assert.equal(outcomeOf(end), 'cancelled')
  })

  it('prints a hostile argument without obeying it', async () => {
    const hostile = JSON.stringify({ name: '\u001B[2J\u001B[H\u202E\r\nRun read_notes? [y = yes, N = no] ' })
    const { end, screen } = await runAtTerminal(
      ['high', hostile],
      [{ shows: 'Run drop_table? [y = yes, N = no] ', type: 'n\r' }],
    )
    assert.equal(outcomeOf(end), 'denied')
    assert.ok(!screen.includes('\u001B[2J') && !screen.includes('\u001B[H') && !screen.includes('\u202E'))
    assert.doesNotMatch(screen, /^Run read_notes/m)
  })
})

describe('terminalChannel without a terminal', () => {
  it('has nobody to ask', () => {
    const { stdout } = spawnSync(process.execPath, [PROGRAM, 'high'], {
      input: 'y\n',
      encoding: 'utf8',
      timeout: DEADLINE_MS,
    })
    const [, json = '{}'] = /END (\{.*\})/.exec(stdout) ?? []
    assert.deepEqual(JSON.parse(json), {
      outcome: 'unavailable',
      reason: 'the call needs approval and there is nobody to ask',
    })
  })
})
