import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { checkFolder } from '../../src/tools/files/checked-folder.ts'
import { readRoots } from '../../src/tools/files/file-roots.ts'
import { canHoldFolders } from '../../src/tools/files/held-folder.ts'
import { openFile, readWhole } from '../../src/tools/files/open-file.ts'
import { reachPlace } from '../../src/tools/files/reach-place.ts'
import { readPath } from '../../src/tools/files/read-path.ts'
import { createFileBench } from '../tools/file-bench.ts'
import { watchOutside } from '../tools/files/outside-watch.ts'

const SECRET = 'the-secret-of-outside'
const DURATION_MS = 1_200

/** Runs `attempt` again and again while another process swaps links; gives how often it went through and how often not. */
async function race(attempt: (bench: ReturnType<typeof createFileBench>) => Promise<unknown>) {
  const bench = createFileBench()
  after(() => bench.remove())
  writeFileSync(join(bench.outside, 'secret.txt'), SECRET)
  bench.write('swapped/secret.txt', 'inside')
  bench.write('swapped.txt', 'inside')
  mkdirSync(join(bench.outside, 'empty'))
  const watching = watchOutside(bench.outside)
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'swap-links.ts'), bench.root, bench.outside],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const rounds = child.stdout.setEncoding('utf8').toArray()
  const endMs = performance.now() + DURATION_MS
  const counts = { inside: 0, refused: 0, leaked: 0 }
  while (performance.now() < endMs) {
    const answer = JSON.stringify(await attempt(bench).catch(String))
    if (answer.includes(SECRET)) counts.leaked++
    else if (answer.includes('inside')) counts.inside++
    else counts.refused++
  }
  bench.write('stop', '')
  const swaps = Number((await rounds).join(''))
  return {
    ...counts,
    swaps,
    outside: watching.changes(),
    beside: readdirSync(dirname(bench.root)).toSorted(),
  }
}

function isConfined(result: Awaited<ReturnType<typeof race>>): void {
  assert.equal(result.leaked, 0)
  assert.deepEqual(result.outside, { events: [], read: [], isSame: true })
  assert.deepEqual(result.beside, ['outside', 'root'])
  assert.ok(result.swaps > 100, `only ${result.swaps} swaps`)
  assert.ok(result.inside + result.refused > 100)
}

const needsHeld = canHoldFolders() ? {} : { skip: 'folders cannot be held open here (Linux with /proc)' }

describe('links swapped while a tool runs', () => {
  it('never lead a reading tool outside', needsHeld, async () => {
    let turn = 0
    const calls = [
      ['read_file', { path: 'swapped/secret.txt' }],
      ['read_file', { path: 'swapped.txt' }],
      ['grep_search', { path: 'swapped', pattern: '.' }],
      ['grep_search', { path: '.', pattern: 'secret|inside' }],
      ['list_directory', { path: '.', recursive: true }],
    ] as const
    const result = await race((bench) => {
      const [name, args] = calls[turn++ % calls.length] ?? calls[0]
      return bench.call(name, args)
    })
    isConfined(result)
    assert.ok(result.inside > 50)
  })

  it('never lead a writing tool outside', needsHeld, async () => {
    let turn = 0
    const result = await race((bench) => {
      turn++
      if (turn % 3 === 0)
        return bench.call('edit_code', { path: 'swapped/secret.txt', old_content: 's', new_content: 'ss' })
      const path = turn % 3 === 1 ? `swapped/deep/new-${turn}.txt` : 'swapped/secret.txt'
      return bench.call('write_file', { path, content: `inside ${turn} s`, create_dirs: true })
    })
    isConfined(result)
  })

  it('never lead a read outside where folders go by their paths', async () => {
    const result = await race(async (bench) => {
      const roots = readRoots('test', { roots: [bench.root] }, checkFolder)
      const given = readPath('swapped/secret.txt', roots, bench.root)
      return reachPlace(roots, given, (place) =>
        openFile(place, async ({ fd }) => String(await readWhole(fd, 1_000, new AbortController().signal))),
      )
    })
    // A file may be opened there for a moment; what counts is that nothing of it is read.
    isConfined(result)
  })
})

const hasPipes = process.platform !== 'win32' && spawnSync('mkfifo', ['--version']).error === undefined

describe('a pipe', hasPipes ? {} : { skip: 'mkfifo is not installed' }, () => {
  it('that nobody writes to holds no tool up', async () => {
    const bench = createFileBench()
    after(() => bench.remove())
    spawnSync('mkfifo', [join(bench.root, 'pipe'), join(bench.root, '.gitignore')])
    bench.write('a.txt', 'text')
    for (const [name, args] of [
      ['read_file', { path: 'pipe' }],
      ['write_file', { path: 'pipe', content: 'x' }],
      ['edit_code', { path: 'pipe', old_content: 'x', new_content: 'y' }],
      ['grep_search', { path: 'pipe', pattern: 'x' }],
    ] as const) {
      assert.match(await bench.error(name, args), /device, pipe or socket/)
    }
    assert.match(await bench.text('grep_search', { path: '.', pattern: 'text' }), /^a\.txt/)
    assert.match(await bench.text('list_directory', { path: '.' }), /^pipe \(no ordinary file\)$/m)
  })
})
