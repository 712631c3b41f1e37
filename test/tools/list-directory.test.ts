import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createFileBench } from './file-bench.ts'

const bench = createFileBench()
after(() => bench.remove())

bench.write('shop/b.txt', 'x'.repeat(1_234))
bench.write('shop/a.ts', '')
bench.write('shop/lib/deep/c.ts', 'c')
bench.write('shop/.env', 'KEY=1')
bench.write('shop/.git/config', '')
bench.write('shop/.gitignore', 'build/\n*.log\n!keep.log\n/lib/deep/*.tmp\n')
bench.write('shop/build/out.js', '')
bench.write('shop/x.log', '')
bench.write('shop/keep.log', '')
bench.write('shop/lib/deep/d.tmp', '')
symlinkSync('../../outside', join(bench.root, 'shop/out'))
symlinkSync('.', join(bench.root, 'shop/loop'))

describe('list_directory', () => {
  it('lists a folder by name, without what is hidden or ignored', async () => {
    assert.equal(
      await bench.text('list_directory', { path: 'shop' }),
      [
        'a.ts (0 bytes)',
        'b.txt (1.2 KB)',
        'keep.log (0 bytes)',
        'lib/',
        'loop -> . (link)',
        'out -> ../../outside (link)',
        '[`shop`: 1 folder, 5 files. 5 hidden or ignored entries left out (include_hidden shows them).]',
      ].join('\n'),
    )
  })

  it('lists what is below, and follows no link', async () => {
    assert.equal(
      await bench.text('list_directory', { path: 'shop', recursive: true }),
      [
        'a.ts (0 bytes)',
        'b.txt (1.2 KB)',
        'keep.log (0 bytes)',
        'lib/',
        'lib/deep/',
        'lib/deep/c.ts (1 byte)',
        'loop -> . (link)',
        'out -> ../../outside (link)',
        '[`shop`: 2 folders, 6 files. 6 hidden or ignored entries left out (include_hidden shows them).]',
      ].join('\n'),
    )
  })

  it('shows hidden and ignored files when asked, but nothing within .git', async () => {
    const text = await bench.text('list_directory', { path: 'shop', recursive: true, include_hidden: true })
    assert.match(text, /^\.env \(5 bytes\)$/m)
    assert.match(text, /^build\/out\.js/m)
    assert.match(text, /^\.git\/$/m)
    assert.doesNotMatch(text, /config/)
  })

  it('lists a folder that is itself ignored or hidden, when it is named', async () => {
    assert.match(await bench.text('list_directory', { path: 'shop/build' }), /^out\.js/)
    assert.match(await bench.text('list_directory', { path: 'shop/.git' }), /^config/)
  })

  it('knows the rules of the folders above', async () => {
    assert.match(await bench.text('list_directory', { path: 'shop/lib/deep' }), /^c\.ts \(1 byte\)\n\[/)
  })

  it('lists the root by a dot, and says that a folder is empty', async () => {
    mkdirSync(join(bench.root, 'void'))
    assert.match(
      await bench.text('list_directory', { path: '.' }),
      /^shop\/\nvoid\/\n\[`\.`: 2 folders, 0 files\.\]$/,
    )
    assert.equal(await bench.text('list_directory', { path: 'void/' }), '[`void` is empty.]')
  })

  it('counts what does not fit, and lists what is near the top first', async () => {
    for (let index = 0; index < 1_100; index++) bench.write(`many/full/f${index}.txt`, '')
    bench.write('many/few/one.txt', '')
    assert.equal(
      await bench.text('list_directory', { path: 'many', recursive: true }),
      'few/\nfew/one.txt (0 bytes)\nfull/ (1,100 entries, not listed)\n[`many`: 2 folders, 1 file.]',
    )
    const flat = await bench.text('list_directory', { path: 'many/full' })
    assert.equal(flat.split('\n').length, 1_001)
    assert.match(flat, /1,000 files\. 100 more entries not listed/)
  })

  it('spells names that would deceive', async () => {
    bench.write('odd/a\nb', '')
    bench.write('odd/\u{202e}gpj.exe', '')
    const text = await bench.text('list_directory', { path: 'odd' })
    assert.match(text, /^"a\\nb" \(0 bytes\)$/m)
    assert.match(text, /^"\\u\{202e\}gpj\.exe" \(0 bytes\)$/m)
  })

  it('says that a file is no folder, and that a folder is missing', async () => {
    assert.match(await bench.error('list_directory', { path: 'shop/a.ts' }), /is a file, not a folder/)
    assert.match(await bench.error('list_directory', { path: 'Shop' }), /Did you mean `shop`\?/)
  })
})
