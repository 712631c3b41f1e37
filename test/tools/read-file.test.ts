import assert from 'node:assert/strict'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { ToolResult } from '../../src/results/tool-result.ts'
import { createFileBench } from './file-bench.ts'

const bench = createFileBench()
after(() => bench.remove())

/** The text of the file and the note behind it. */
function piecesOf(result: ToolResult): readonly [content: string, note: string] {
  assert.equal(result.status, 'succeeded')
  const { content } = result
  if (content.type === 'text') return [content.text, '']
  assert.equal(content.type, 'parts')
  const texts = content.parts.map((part) => (part.type === 'text' ? part.text : `<${part.type}>`))
  return [texts[0] ?? '', texts[1] ?? '']
}

async function read(path: string, args: Record<string, unknown> = {}) {
  return piecesOf(await bench.call('read_file', { path, ...args }))
}

describe('read_file', () => {
  it('gives a whole file exactly as it is', async () => {
    bench.write('a.txt', 'one\n  two\n\nthree')
    assert.deepEqual(await read('a.txt'), ['one\n  two\n\nthree', ''])
  })

  it('gives a window of lines and says how to go on', async () => {
    bench.write('lines.txt', Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`).join(''))
    assert.deepEqual(await read('lines.txt', { start_line: 11, max_lines: 2 }), [
      'line 11\nline 12\n',
      '[Lines 11–12 of 30. Continue with start_line 13.]',
    ])
    assert.deepEqual(await read('lines.txt', { start_line: 30, max_lines: 5 }), [
      'line 30\n',
      '[Lines 30–30 of 30. This is the end of the file.]',
    ])
  })

  it('says that a start line is past the end', async () => {
    bench.write('short.txt', 'a\nb\n')
    assert.equal(
      await bench.error('read_file', { path: 'short.txt', start_line: 9 }),
      '`short.txt` has 2 lines; start_line 9 is past its end.',
    )
  })

  it('says that a file is empty', async () => {
    bench.write('empty.txt', '')
    assert.deepEqual(await read('empty.txt'), ['[`empty.txt` is empty]', ''])
  })

  it('gives the first lines of a huge file at once, and estimates the rest', async () => {
    bench.write('huge.txt', 'word '.repeat(20) + '\n')
    bench.write('huge.txt', `${'x'.repeat(99)}\n`.repeat(10_000))
    truncateSync(join(bench.root, 'huge.txt'), 2_000_000_000) // sparse: it takes no room
    const [content, note] = await read('huge.txt', { max_lines: 100 })
    assert.equal(content.length, 10_000)
    assert.equal(note, '[Lines 1–100 of about 20,000,000. Continue with start_line 101.]')
  })

  it('cuts lines that are very long, and says which', async () => {
    bench.write('long.txt', `short\n${'é'.repeat(5_000)}\nend\n`)
    const [content, note] = await read('long.txt')
    assert.equal(content, `short\n${'é'.repeat(2_000)} … [line cut: 6,001 more bytes]\nend\n`)
    assert.equal(note, '[Too long to be shown whole: line 2; find places in it with grep_search.]')
  })

  it('stops at its own limit of bytes', async () => {
    bench.write('wide.txt', `${'y'.repeat(999)}\n`.repeat(1_000))
    const [content, note] = await read('wide.txt')
    assert.equal(content.length, 263_000)
    assert.equal(note, '[Lines 1–263 of 1,000. Continue with start_line 264.]')
  })

  it('reads UTF-8 with a mark, and UTF-16 with and without one', async () => {
    const text = 'Grüße, 世界\nzwei\n'
    const little = Buffer.from(text, 'utf16le')
    const big = Buffer.from(little).swap16()
    bench.write('bom8.txt', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]))
    bench.write('le.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), little]))
    bench.write('be.txt', Buffer.concat([Buffer.from([0xfe, 0xff]), big]))
    bench.write('bare.txt', Buffer.from('plain words\n', 'utf16le'))
    assert.equal((await read('bom8.txt'))[0], text)
    assert.match((await read('bom8.txt'))[1], /byte order mark/)
    assert.equal((await read('le.txt'))[0], text)
    assert.match((await read('le.txt'))[1], /UTF-16 LE/)
    assert.equal((await read('be.txt'))[0], text)
    assert.deepEqual(await read('be.txt', { start_line: 2, max_lines: 1 }), [
      'zwei\n',
      '[Lines 2–2 of 2. This is the end of the file. The file is UTF-16 BE; edit_code and write_file keep it so.]',
    ])
    assert.equal((await read('bare.txt'))[0], 'plain words\n')
  })

  it('flags bytes that are not valid', async () => {
    bench.write('latin1.txt', Buffer.from('caf\u{e9} au lait\n', 'latin1'))
    assert.deepEqual(await read('latin1.txt'), [
      'caf\u{fffd} au lait\n',
      '[Bytes that are not valid UTF-8 are shown as \u{fffd}.]',
    ])
  })

  it('describes binary files by their kind and size', async () => {
    bench.write('x.gz', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]))
    bench.write('y.bin', Buffer.alloc(2_000, 1))
    bench.write('z.pdf', Buffer.from('%PDF-1.7\n%\u{e2}\u{e3}\u{cf}\u{d3}\n1 0 obj\n', 'latin1'))
    assert.equal(
      (await read('x.gz'))[0],
      '[`x.gz`: gzip archive, 10 bytes; not text, so its content is not shown]',
    )
    assert.match((await read('z.pdf'))[0], /PDF document/)
  })

  it('shows a small picture, and describes a large one', async () => {
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d', 'hex'), Buffer.alloc(50)])
    bench.write('dot.png', png)
    bench.write('large.png', Buffer.concat([png, Buffer.alloc(2_000_000)]))
    const result = await bench.call('read_file', { path: 'dot.png' })
    assert.deepEqual(result.status === 'succeeded' && result.content, {
      type: 'parts',
      parts: [
        { type: 'text', text: '[`dot.png`: PNG image, 62 bytes]' },
        { type: 'image', data: png.toString('base64'), mimeType: 'image/png' },
      ],
    })
    assert.match((await read('large.png'))[0], /PNG image, 2\.0 MB; not text/)
  })

  it('names the file that was meant', async () => {
    bench.write('src/read-lines.ts', 'x')
    assert.equal(
      await bench.error('read_file', { path: 'src/readlines.ts' }),
      '`src/readlines.ts` does not exist. Did you mean `src/read-lines.ts`?',
    )
    assert.equal(
      await bench.error('read_file', { path: 'srcc/read-lines.ts' }),
      '`srcc/read-lines.ts` does not exist: there is no folder `srcc`. Did you mean `src`?',
    )
    assert.match(
      await bench.error('read_file', { path: 'src' }),
      /is a folder, not a file\. Use list_directory/,
    )
    assert.match(await bench.error('read_file', { path: 'a.txt/' }), /Leave the slash off/)
    assert.match(await bench.error('read_file', { path: 'a.txt/b' }), /`a\.txt` is a file, not a folder/)
  })

  it('gives windows that add up to the file, wherever it is cut', async () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'é', '\u{1f600}', '\t', '\r', ' '), maxLength: 8 })
    const encodings = fc.constantFrom<BufferEncoding>('utf8', 'utf16le')
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        encodings,
        async (lines, step, encoding) => {
          const text = lines.join('\n')
          if (text === '') return
          const mark = encoding === 'utf16le' ? Buffer.from([0xff, 0xfe]) : Buffer.alloc(0)
          bench.write('p.txt', Buffer.concat([mark, Buffer.from(text, encoding)]))
          const count = text.endsWith('\n') ? lines.length - 1 : lines.length
          let whole = ''
          for (let start = 1; start <= count; start += step) {
            whole += (await read('p.txt', { start_line: start, max_lines: step }))[0]
          }
          assert.equal(whole, text)
        },
      ),
      { numRuns: 60 },
    )
  })
})
