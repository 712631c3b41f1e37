import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { hostileTexts, needsCorpora } from '../../hostile/corpora.ts'
import { checkFolder } from '../../../src/tools/files/checked-folder.ts'
import { readRoots, type FileRoots } from '../../../src/tools/files/file-roots.ts'
import { canHoldFolders, holdFolder } from '../../../src/tools/files/held-folder.ts'
import { openFile, readWhole } from '../../../src/tools/files/open-file.ts'
import { reachPlace } from '../../../src/tools/files/reach-place.ts'
import { readPath } from '../../../src/tools/files/read-path.ts'
import { writeAtomically } from '../../../src/tools/files/write-atomically.ts'
import { createFileBench } from '../file-bench.ts'
import { watchOutside } from './outside-watch.ts'

const SECRET = 'the-secret-of-outside'
const { signal } = new AbortController()

function createTrap() {
  const bench = createFileBench()
  const { root, outside } = bench
  mkdirSync(join(outside, 'folder'))
  for (const name of ['secret.txt', 'folder/deep.txt']) writeFileSync(join(outside, name), SECRET)
  bench.write('in.txt', 'inside')
  bench.write('sub/deep/file.txt', 'deep')
  const links: readonly (readonly [target: string, name: string])[] = [
    ['../outside', 'out'],
    ['../outside/secret.txt', 'out.txt'],
    [join(outside, 'secret.txt'), 'absolute.txt'],
    ['../outside/new.txt', 'dangling.txt'],
    ['..', 'up'],
    ['/', 'slash'],
    ['/proc/self/root', 'proc'],
    ['.', 'self'],
    ['loop2', 'loop'],
    ['loop', 'loop2'],
    ['in.txt', 'alias.txt'],
    ['sub/deep', 'short'],
    ['../../in.txt', 'sub/deep/back.txt'],
    [join(root, 'sub'), 'whole'],
    ['sub/fresh.txt', 'fresh.txt'],
  ]
  for (const [target, name] of links) symlinkSync(target, join(root, name))
  return bench
}

const WAYS: Record<string, (path: string) => ReturnType<typeof checkFolder>> = {
  'by path, checked': checkFolder,
  ...(canHoldFolders() ? { 'by open folder': (path: string) => holdFolder(path) } : {}),
}

for (const [way, open] of Object.entries(WAYS)) {
  describe(`files inside a root, ${way}`, () => {
    const bench = createTrap()
    after(() => bench.remove())
    const roots: FileRoots = readRoots('test', { roots: [bench.root] }, open)

    const read = async (path: string): Promise<string> =>
      reachPlace(roots, readPath(path, roots, bench.root), async (place) =>
        place.kind === 'missing'
          ? 'missing'
          : openFile(place, async ({ fd }) => String(await readWhole(fd, 1_000, signal))),
      )
    const write = async (path: string, text: string, createFolders = true): Promise<void> =>
      reachPlace(
        roots,
        readPath(path, roots, bench.root),
        async ({ folder, name, given: { shown } }) => {
          const replaces = folder.stat(name)
          await writeAtomically({ folder, name, bytes: Buffer.from(text), replaces, shown, signal })
        },
        { createFolders },
      )

    it('reads through links that stay inside', async () => {
      assert.equal(await read('alias.txt'), 'inside')
      assert.equal(await read('short/file.txt'), 'deep')
      assert.equal(await read('short/back.txt'), 'inside')
      assert.equal(await read('whole/deep/file.txt'), 'deep')
      assert.equal(await read('self/self/in.txt'), 'inside')
      assert.equal(await read(join(bench.root, 'in.txt')), 'inside')
      assert.equal(await read('sub/../in.txt'), 'inside')
    })

    it('follows no link out, for reading or writing', async () => {
      const watching = watchOutside(bench.outside)
      for (const path of [
        'out/secret.txt',
        'out.txt',
        'absolute.txt',
        'up/outside/secret.txt',
        'proc/etc/passwd',
        `slash${bench.outside}/secret.txt`,
        'self/out/folder/deep.txt',
        'out/../out/secret.txt',
        'dangling.txt',
        'out/new/file.txt',
        'out',
      ]) {
        await assert.rejects(read(path), /link to a place outside/, path)
        await assert.rejects(write(path, 'x'), /link to a place outside/, path)
      }
      for (const path of ['../outside/secret.txt', '/etc/passwd', '../root2/x', '/proc/self/environ', '/']) {
        await assert.rejects(read(path), /is outside the folders/, path)
        await assert.rejects(write(path, 'x'), /is outside the folders/, path)
      }
      assert.deepEqual(watching.changes(), { events: [], read: [], isSame: true })
      assert.deepEqual(readdirSync(dirname(bench.root)).toSorted(), ['outside', 'root'])
    })

    it('says that links lead in circles', async () => {
      await assert.rejects(read('loop'), /more than 40 links, or in circles/)
    })

    it('writes through a link inside what the link stands for, and keeps the link', async () => {
      await write('fresh.txt', 'fresh')
      assert.equal(await read('sub/fresh.txt'), 'fresh')
      assert.equal(await read('fresh.txt'), 'fresh')
      await write('a/b/c.txt', 'made')
      assert.equal(await read('a/b/c.txt'), 'made')
    })

    it('refuses names that no file can have, and what is no ordinary file', async () => {
      await assert.rejects(read('in.txt\0.png'), /NUL character/)
      await assert.rejects(read('a\u{d800}'), /half a character/)
      await assert.rejects(read('x/'.repeat(300)), /more than 200 levels/)
      await assert.rejects(read('x'.repeat(5_000)), /longer than 4,096 characters/)
      await assert.rejects(write('x'.repeat(300), ''), /longer than the file system allows/)
      await assert.rejects(read('sub'), /is a folder/)
    })
  })
}

describe('roots', () => {
  it('are absolute, and at least one', () => {
    assert.throws(() => readRoots('readFileTool', { roots: ['relative'] }), /list of absolute paths/)
    assert.throws(() => readRoots('readFileTool', { roots: [] }), /needs `roots`/)
    assert.throws(() => readRoots('readFileTool', { roots: ['/a'], rots: [] } as never), /no option `rots`/)
  })

  it('may be links, nested, several, and come and go', async () => {
    const bench = createFileBench()
    try {
      const real = join(bench.outside, 'real')
      mkdirSync(join(real, 'inner'), { recursive: true })
      writeFileSync(join(real, 'inner/a.txt'), 'a')
      symlinkSync('inner/a.txt', join(real, 'link.txt'))
      symlinkSync(join(real, 'inner'), join(real, 'absolute'))
      const link = join(bench.outside, 'link')
      symlinkSync('real', link)
      const roots = readRoots('test', { roots: [`${link}/inner`, link, bench.root] })
      const look = (path: string, from = link) =>
        reachPlace(roots, readPath(path, roots, from), async ({ kind, given }) => `${kind} ${given.shown}`)
      assert.equal(await look('inner/a.txt'), 'file inner/a.txt')
      assert.equal(await look('link.txt'), 'file link.txt')
      assert.equal(await look('absolute/a.txt'), 'file absolute/a.txt')
      assert.equal(await look(join(real, 'inner/a.txt')), `file ${join(real, 'inner/a.txt')}`)
      assert.equal(await look(`${bench.root}/x`), `missing ${bench.root}/x`)
      assert.equal(await look('a.txt', '/elsewhere'), 'file a.txt') // the first root
      renameSync(real, join(bench.outside, 'gone'))
      await assert.rejects(look('inner/a.txt'), { code: 'TOOL_NOT_CONFIGURED' })
      mkdirSync(real)
      assert.equal(await look('inner'), 'missing inner')
    } finally {
      bench.remove()
    }
  })

  it('may be the root of the system', async () => {
    const roots = readRoots('test', { roots: ['/'] })
    const look = (path: string) => reachPlace(roots, readPath(path, roots, '/'), async ({ kind }) => kind)
    assert.equal(await look('/dev/null'), 'other')
    assert.equal(await look('tmp'), 'folder')
    assert.equal(await look('/'), 'folder')
  })
})

describe('the watch on what is outside', () => {
  it('sees a write, and where the mount keeps times of access, a read', async () => {
    const bench = createTrap()
    try {
      const writing = watchOutside(bench.outside)
      writeFileSync(join(bench.outside, 'folder/new.txt'), 'x')
      assert.equal(writing.changes().isSame, false)
    } finally {
      bench.remove()
    }
  })
})

describe('hostile strings', needsCorpora, () => {
  const bench = createTrap()
  after(() => bench.remove())

  it('touch nothing outside, as paths, patterns and contents', async () => {
    const watching = watchOutside(bench.outside)
    const texts = hostileTexts()
    let leaks = 0
    const call = async (name: string, args: Record<string, unknown>) => {
      const result = await bench.call(name, args)
      if (JSON.stringify(result).includes(SECRET)) leaks++
      return result
    }
    for (const [index, text] of texts.entries()) {
      for (const path of [text, `out/${text}`, `sub/../${text}`]) {
        await call('read_file', { path })
        await call('edit_code', { path, old_content: text || 'x', new_content: 'y' })
      }
      if (index % 3 !== 0) continue
      const path = [text, `out/${text}`, `sub/../${text}`][(index % 9) / 3]
      await call('write_file', { path, content: text, create_dirs: true })
      if (index % 9 !== 0) continue
      await call('list_directory', { path: `out/../${text}`, recursive: true, include_hidden: true })
      await call('grep_search', { path: 'sub', pattern: text || 'x', file_pattern: text || '*' })
      await call('grep_search', { path: `out/${text}`, pattern: 'secret' })
    }
    assert.equal(leaks, 0)
    assert.deepEqual(watching.changes(), { events: [], read: [], isSame: true })
    assert.deepEqual(readdirSync(dirname(bench.root)).toSorted(), ['outside', 'root'])
    assert.ok(existsSync(join(bench.root, 'in.txt')))
  })

  it('come back as they were written', async () => {
    for (const text of hostileTexts().slice(0, 150)) {
      rmSync(join(bench.root, 'content.txt'), { force: true })
      const isWritten = (await bench.call('write_file', { path: 'content.txt', content: text })).ok
      assert.equal(isWritten, text.isWellFormed())
      if (isWritten && text !== '') assert.equal(bench.read('content.txt'), text)
    }
  })
})
