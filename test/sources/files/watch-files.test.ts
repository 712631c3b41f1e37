import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { FileTools } from '../../../src/sources/files/file-problem.ts'
import { watchFiles, type WatchedFiles } from '../../../src/sources/files/watch-files.ts'

let folder = ''
let watched: WatchedFiles | undefined
let waiting: ((tools: FileTools) => void)[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-files-'))
})
afterEach(() => {
  watched?.close()
  waiting = []
  rmSync(folder, { recursive: true, force: true })
})

const tool = (name: string, code = '1'): string =>
  `name: ${name}\ndescription: d\nparameters: []\ncode: return ${code}\n`

async function watch(path = folder): Promise<WatchedFiles> {
  watched = await watchFiles(path, (tools) => {
    const all = waiting
    waiting = []
    for (const tell of all) tell(tools)
  })
  return watched
}

/** What holds after the next change. */
function next(): Promise<FileTools> {
  return new Promise((resolve) => {
    waiting.push(resolve)
  })
}

const names = ({ tools }: FileTools): string[] => tools.map(({ definition }) => definition.name)

describe('watchFiles', () => {
  it('follows files that come, change and go', async () => {
    writeFileSync(join(folder, 'a.yaml'), tool('a'))
    const { current } = await watch()
    const before = current()
    assert.deepEqual(names(before), ['a'])

    let change = next()
    writeFileSync(join(folder, 'b.yaml'), tool('b'))
    const added = await change
    assert.deepEqual(names(added), ['a', 'b'])
    assert.equal(added.tools[0], before.tools[0], 'a tool that did not change stays the same object')

    change = next()
    writeFileSync(join(folder, 'b.yaml'), tool('b2'))
    assert.deepEqual(names(await change), ['a', 'b2'])

    change = next()
    rmSync(join(folder, 'a.yaml'))
    assert.deepEqual(names(await change), ['b2'])
  })

  it('keeps the last good tools of a file with a mistake, and says where that is', async () => {
    writeFileSync(join(folder, 'a.yaml'), tool('a'))
    await watch()
    let change = next()
    writeFileSync(join(folder, 'a.yaml'), `${tool('a')}danger_level: hgh\n`)
    const bad = await change
    assert.deepEqual(names(bad), ['a'])
    assert.equal(bad.problems[0]?.line, 5)

    change = next()
    writeFileSync(join(folder, 'a.yaml'), tool('a', '2'))
    const good = await change
    assert.deepEqual(good.problems, [])
    assert.notEqual(good.tools[0], bad.tools[0])
  })

  it('takes a file that an editor puts in the place of another', async () => {
    writeFileSync(join(folder, 'a.yaml'), tool('a'))
    await watch()
    const change = next()
    writeFileSync(join(folder, '.a.yaml.swp'), tool('a', '2'))
    rmSync(join(folder, 'a.yaml'))
    renameSync(join(folder, '.a.yaml.swp'), join(folder, 'a.yaml'))
    const { tools, problems } = await change
    assert.deepEqual(problems, [])
    assert.deepEqual(tools[0]?.implementation, { kind: 'code', code: 'return 2' })
  })

  it('finds a folder that is made later, and again when it was removed', async () => {
    const late = join(folder, 'x', 'tools')
    const { current } = await watch(late)
    assert.equal(current().problems[0]?.message, 'there is no such file')
    let change = next()
    mkdirSync(late, { recursive: true })
    writeFileSync(join(late, 'a.yaml'), tool('a'))
    let now = await change
    // The folder may be seen before its file is.
    if (names(now).length === 0) now = await next()
    assert.deepEqual(names(now), ['a'])

    change = next()
    rmSync(join(folder, 'x'), { recursive: true })
    assert.deepEqual(names(await change), [])

    change = next()
    mkdirSync(late, { recursive: true })
    writeFileSync(join(late, 'b.yaml'), tool('b'))
    now = await change
    if (names(now).length === 0) now = await next()
    assert.deepEqual(names(now), ['b'])
  })

  it('renews a tool whose module changed', async () => {
    mkdirSync(join(folder, 'lib'))
    writeFileSync(join(folder, 'lib', 'm.ts'), 'export const f = () => 1\n')
    writeFileSync(
      join(folder, 'a.yaml'),
      'name: a\ndescription: d\nparameters: []\nmodule: lib/m.ts\nexport: f\n',
    )
    const before = (await watch()).current().tools[0]
    const change = next()
    writeFileSync(join(folder, 'lib', 'm.ts'), 'export const f = () => 22\n')
    const after = (await change).tools[0]
    assert.notDeepEqual(after?.implementation, before?.implementation)
  })

  it('tells its listeners until they end it, and nobody after it was closed', async () => {
    writeFileSync(join(folder, 'a.yaml'), tool('a'))
    const files = await watch()
    let told = 0
    const end = files.on('tools-changed', () => told++)
    let change = next()
    writeFileSync(join(folder, 'b.yaml'), tool('b'))
    await change
    end()
    change = next()
    writeFileSync(join(folder, 'c.yaml'), tool('c'))
    await change
    assert.equal(told, 1)
    files.close()
    writeFileSync(join(folder, 'd.yaml'), tool('d'))
    assert.deepEqual(names(await files.refresh()), ['a', 'b', 'c'])
  })
})
