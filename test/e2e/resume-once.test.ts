import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, it } from 'node:test'
import { runAgent } from '../../src/agent/run-agent.ts'
import { clearFiles, MODEL } from '../fixtures/paused-run.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'toolwright-resume-'))
after(() => rmSync(FOLDER, { recursive: true, force: true }))

const PROCESSES = 3

interface Resumer {
  readonly child: ChildProcess
  readonly lines: AsyncIterator<string>
  readonly exited: Promise<unknown>
}

/** A process that has read the state and waits for the word to resume it. */
async function startResumer(): Promise<Resumer> {
  const child = spawn(process.execPath, ['test/fixtures/resume-once.ts', FOLDER], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout ?? assert.fail() })[Symbol.asyncIterator]()
  assert.equal((await lines.next()).value, 'ready')
  return { child, lines, exited }
}

it('of several processes that resume one paused run at once, one runs its calls', async () => {
  const deleted: string[] = []
  const toolwright = clearFiles((path) => deleted.push(path))
  const paused = await runAgent({ model: MODEL, toolwright, messages: 'Tidy up', approval: 'pause' })
  assert.ok(paused.status === 'paused')
  writeFileSync(`${FOLDER}/state.json`, JSON.stringify(paused.state))

  const resumers = await Promise.all(Array.from({ length: PROCESSES }, startResumer))
  for (const { child } of resumers) child.stdin?.write('go\n')
  const said = await Promise.all(resumers.map(async ({ lines }) => String((await lines.next()).value)))
  await Promise.all(resumers.map(({ exited }) => exited))

  assert.deepEqual(said.toSorted(), ['AGENT_STATE_USED', 'AGENT_STATE_USED', 'finished'])
  assert.deepEqual(deleted, [])
  assert.match(readFileSync(`${FOLDER}/deleted.txt`, 'utf8'), /^\/a \d+\n$/)
  assert.equal(readdirSync(`${FOLDER}/claims`).length, 1)
})
