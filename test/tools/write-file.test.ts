import assert from 'node:assert/strict'
import { chmodSync, chownSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { createFileBench } from './file-bench.ts'

const bench = createFileBench()
after(() => bench.remove())

const write = (path: string, content: string, create_dirs?: boolean) =>
  bench.text('write_file', { path, content, ...(create_dirs === undefined ? {} : { create_dirs }) })
const refused = (path: string, content = 'x', create_dirs = false) =>
  bench.error('write_file', { path, content, create_dirs })
const isRoot = process.getuid?.() === 0

describe('write_file', () => {
  it('makes a new file that all may read', async () => {
    assert.equal(await write('new.txt', 'one\ntwo\n'), 'Created `new.txt`: 2 lines, 8 bytes.')
    assert.equal(bench.read('new.txt'), 'one\ntwo\n')
    assert.equal(statSync(join(bench.root, 'new.txt')).mode & 0o7777, 0o644 & ~process.umask())
  })

  it('replaces a file and answers with a diff', async () => {
    bench.write('old.txt', 'a\nb\nc\n')
    assert.equal(
      await write('old.txt', 'a\nB\nc\n'),
      'Replaced `old.txt`: 3 lines, 6 bytes.\n--- old.txt\n+++ old.txt\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c',
    )
    assert.match(await write('old.txt', 'a\nB\nc\n'), /has this content already/)
  })

  it('makes folders only when asked', async () => {
    assert.match(await refused('deep/er/x.txt'), /there is no folder `deep`/)
    await write('deep/er/x.txt', 'x', true)
    assert.equal(bench.read('deep/er/x.txt'), 'x')
    assert.match(await refused('old.txt/x.txt', 'x', true), /`old\.txt` is a file, not a folder/)
  })

  it('keeps mode, owner and encoding of what it replaces', async () => {
    const path = join(bench.root, 'kept.txt')
    bench.write('kept.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a\n', 'utf16le')]))
    chmodSync(path, 0o640)
    if (isRoot) chownSync(path, 12_345, 54_321)
    assert.match(
      await write('kept.txt', 'b\n'),
      /^Replaced `kept\.txt`: 1 line, 6 bytes, kept as UTF-16 LE\./,
    )
    assert.deepEqual(
      readFileSync(path),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('b\n', 'utf16le')]),
    )
    const { mode, uid, gid } = statSync(path)
    assert.equal(mode & 0o7777, 0o640)
    if (isRoot) assert.deepEqual([uid, gid], [12_345, 54_321])
  })

  it('leaves another name of the same file as it was', async () => {
    bench.write('one.txt', 'old')
    linkSync(join(bench.root, 'one.txt'), join(bench.outside, 'other.txt'))
    await write('one.txt', 'new')
    assert.equal(readFileSync(join(bench.outside, 'other.txt'), 'utf8'), 'old')
  })

  it('refuses folders, slashes at the end and half characters', async () => {
    mkdirSync(join(bench.root, 'folder'))
    assert.match(await refused('folder'), /is a folder/)
    assert.match(await refused('.'), /is a folder/)
    assert.match(await refused('old.txt/'), /Leave the slash off/)
    assert.match(await refused('fresh/'), /Leave the slash off/)
    assert.match(await refused('half.txt', '\u{d83d}'), /half a character/)
    assert.match(await refused('n'.repeat(300)), /longer than the file system allows/)
    assert.ok(!readdirSync(bench.root).includes('fresh'))
  })

  it('leaves a read-only file alone', { skip: isRoot && 'root may write everything' }, async () => {
    bench.write('fixed.txt', 'fixed')
    chmodSync(join(bench.root, 'fixed.txt'), 0o444)
    assert.match(await refused('fixed.txt'), /is read-only/)
  })

  it('writes nothing, and leaves nothing behind, when the call is aborted', async () => {
    bench.write('large.txt', 'before')
    const controller = new AbortController()
    const args = { path: 'large.txt', content: 'x'.repeat(9_000_000) }
    const result = bench.call('write_file', args, controller.signal)
    setImmediate(() => controller.abort())
    assert.equal((await result).status, 'failed')
    await new Promise((resolve) => {
      const look = () =>
        readdirSync(bench.root).some((name) => name.endsWith('.tmp'))
          ? setImmediate(look)
          : resolve(undefined)
      look()
    })
    assert.equal(bench.read('large.txt'), 'before')
  })

  it('agrees with a map of files, whatever is written, read and edited', async () => {
    const name = fc.constantFrom('m/a.txt', 'm/b.txt', 'm/sub/c.txt', 'm/./a.txt', 'm/sub/../b.txt')
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\n', ' ', '\u{1f600}'), maxLength: 6 })
    const steps = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('write' as const), name, text }),
        fc.record({ kind: fc.constant('read' as const), name }),
        fc.record({ kind: fc.constant('edit' as const), name, old: text, text }),
      ),
      { maxLength: 12 },
    )
    const keyOf = (path: string) => path.replace('./', '').replace('sub/./', '').replace('sub/.m', 'm')
    let round = 0
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const folder = `model-${round++}`
        const files = new Map<string, string>()
        for (const step of list) {
          const path = `${folder}/${step.name}`
          const key = step.name.includes('..') ? 'm/b.txt' : keyOf(step.name)
          const before = files.get(key)
          if (step.kind === 'write') {
            await write(path, step.text, true)
            files.set(key, step.text)
          } else if (step.kind === 'read') {
            const result = await bench.call('read_file', { path })
            assert.equal(result.ok, before !== undefined)
            if (before !== undefined && before !== '')
              assert.deepEqual(result.content, { type: 'text', text: before })
          } else {
            const result = await bench.call('edit_code', {
              path,
              old_content: step.old,
              new_content: step.text,
            })
            const isOnce =
              before !== undefined &&
              step.old !== '' &&
              before.includes(step.old) &&
              before.indexOf(step.old) === before.lastIndexOf(step.old)
            const isDone = isOnce && step.old !== step.text
            assert.equal(result.ok, isDone)
            if (isDone)
              files.set(
                key,
                before.replace(step.old, () => step.text),
              )
          }
          for (const [file, content] of files) assert.equal(bench.read(`${folder}/${file}`), content)
        }
      }),
      { numRuns: 60 },
    )
  })
})
