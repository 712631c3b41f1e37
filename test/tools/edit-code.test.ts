import assert from 'node:assert/strict'
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createFileBench } from './file-bench.ts'

const bench = createFileBench()
after(() => bench.remove())

const edit = (path: string, old_content: string, new_content: string) =>
  bench.text('edit_code', { path, old_content, new_content })
const refused = (path: string, old_content: string, new_content: string) =>
  bench.error('edit_code', { path, old_content, new_content })
const bytesOf = (path: string) => readFileSync(join(bench.root, path))

describe('edit_code', () => {
  it('replaces a text that is there once, and answers with a diff', async () => {
    bench.write('a.ts', 'const a = 1\nconst b = 2\nconst c = 3\n')
    assert.equal(
      await edit('a.ts', 'b = 2', 'b = 20'),
      'Edited `a.ts`:\n--- a.ts\n+++ a.ts\n@@ -1,3 +1,3 @@\n const a = 1\n-const b = 2\n+const b = 20\n const c = 3',
    )
    assert.equal(bench.read('a.ts'), 'const a = 1\nconst b = 20\nconst c = 3\n')
  })

  it('keeps CRLF, also when the model writes LF', async () => {
    bench.write('crlf.txt', 'one\r\ntwo\r\nthree\r\n')
    await edit('crlf.txt', 'one\ntwo', '1\n2\n2b')
    assert.equal(bench.read('crlf.txt'), '1\r\n2\r\n2b\r\nthree\r\n')
    await edit('crlf.txt', 'three', 'drei\nvier')
    assert.equal(bench.read('crlf.txt'), '1\r\n2\r\n2b\r\ndrei\r\nvier\r\n')
  })

  it('keeps LF when the model writes CRLF', async () => {
    bench.write('lf.txt', 'one\ntwo\n')
    await edit('lf.txt', 'one\r\ntwo', 'a\r\nb')
    assert.equal(bench.read('lf.txt'), 'a\nb\n')
  })

  it('keeps the encoding, the mark, and bytes that are no text', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('aé1\n', 'utf16le').swap16()])
    bench.write('be.txt', utf16)
    await edit('be.txt', 'é1', 'ü2')
    assert.deepEqual(
      bytesOf('be.txt'),
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('aü2\n', 'utf16le').swap16()]),
    )
    bench.write('bom.txt', '\u{feff}x = 1\n')
    await edit('bom.txt', 'x = 1', 'x = 2')
    assert.equal(bench.read('bom.txt'), '\u{feff}x = 2\n')
    bench.write('latin1.txt', Buffer.from('caf\u{e9} noir\n', 'latin1'))
    await edit('latin1.txt', 'noir', 'creme')
    assert.deepEqual(bytesOf('latin1.txt'), Buffer.from('caf\u{e9} creme\n', 'latin1'))
    assert.match(await refused('latin1.txt', 'creme', 'crème'), /only ASCII characters can be put into it/)
  })

  it('does not match across the halves of UTF-16 units', async () => {
    bench.write(
      'odd.txt',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('\u{6100}\u{0062}', 'utf16le')]),
    )
    assert.match(await refused('odd.txt', 'a', 'b'), /is not in/) // 0x61 0x00 is there, between two characters
  })

  it('names the lines of a text that is there more than once', async () => {
    bench.write('twice.txt', 'x\ny\nx\n')
    assert.equal(
      await refused('twice.txt', 'x', 'z'),
      '`old_content` is in `twice.txt` 2 times, from lines 1, 3. Add lines from before or after it, so that it is there only once.',
    )
    bench.write('overlap.txt', 'aaa\n')
    assert.match(await refused('overlap.txt', 'aa', 'b'), /2 times/)
    assert.equal(bench.read('twice.txt'), 'x\ny\nx\n')
  })

  it('shows what was probably meant, and how it differs', async () => {
    bench.write('near.ts', 'function a() {\n    return 1\n}\n\nfunction b() {\n\treturn 2\n}\n')
    assert.equal(
      await refused('near.ts', 'function a() {\n  return 1\n}', 'x'),
      '`old_content` is not in `near.ts`. Lines 1–3 are most like it, but indented differently:\n1| function a() {\n2|     return 1\n3| }\nCopy the text from the file as it is, or read those lines again (read_file with start_line 1).',
    )
    assert.match(
      await refused('near.ts', 'function b() {\n\treturn 3\n}', 'x'),
      /Lines 5–7 are most like it; the first difference is in line 2 of old_content, where you sent "return 3":\n5\| function b\(\) \{\n6\| \treturn 2\n/,
    )
    assert.match(await refused('near.ts', 'retrun 1', 'x'), /Line 2 is most like it/)
    assert.match(
      await refused('near.ts', 'FUNCTION A() {', 'x'),
      /Line 1 is most like it, but for letter case/,
    )
    assert.match(await refused('near.ts', 'qqq zzz', 'x'), /Nothing in the file is like it/)
    bench.write('mixed.txt', 'a\r\nb\nc\r\n')
    assert.match(await refused('mixed.txt', 'a\nb\nc', 'x'), /its line ends are mixed/)
  })

  it('refuses what changes nothing, is empty, is no text or is no file', async () => {
    bench.write('b.txt', 'b')
    bench.write('bin.dat', Buffer.from([0, 1, 2, 0]))
    assert.match(await refused('b.txt', 'b', 'b'), /are the same/)
    assert.match(await refused('b.txt', '', 'b'), /`old_content` is empty/)
    assert.match(await refused('bin.dat', 'a', 'b'), /is not text/)
    assert.match(await refused('none.txt', 'a', 'b'), /does not exist/)
    assert.match(await refused('.', 'a', 'b'), /is a folder/)
    assert.match(await refused('b.txt', 'b', '\u{d800}'), /half a character/)
  })

  it('keeps the mode, and leaves nothing behind', async () => {
    bench.write('run.sh', '#!/bin/sh\necho 1\n')
    chmodSync(join(bench.root, 'run.sh'), 0o751)
    await edit('run.sh', 'echo 1', 'echo 2')
    assert.equal(statSync(join(bench.root, 'run.sh')).mode & 0o7777, 0o751)
    assert.deepEqual(
      readdirSync(bench.root).filter((name) => name.endsWith('.tmp')),
      [],
    )
  })
})
