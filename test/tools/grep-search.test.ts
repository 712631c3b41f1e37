import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { hostilePatterns, needsCorpora } from '../hostile/corpora.ts'
import { createFileBench } from './file-bench.ts'

const bench = createFileBench()
after(() => bench.remove())

const grep = (pattern: string, path: string, args: Record<string, unknown> = {}) =>
  bench.text('grep_search', { pattern, path, ...args })
const refused = (pattern: string, args: Record<string, unknown> = {}) =>
  bench.error('grep_search', { pattern, path: '.', ...args })

bench.write('code/one.ts', 'use a\n\nconst port = 80\nlisten(port)\n')
bench.write('code/two.ts', 'const PORT = 81\r\nnothing\r\n')
bench.write('code/three.md', 'The port is 82.\n')
bench.write('code/.hidden.ts', 'port\n')
bench.write('code/.gitignore', 'dist\n')
bench.write('code/dist/out.ts', 'port\n')
bench.write('code/picture.png', Buffer.from('89504e470d0a1a0a00706f7274', 'hex'))
bench.write('code/wide.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('ein port\n', 'utf16le')]))
symlinkSync('one.ts', join(bench.root, 'code/link.ts'))
symlinkSync('..', join(bench.root, 'code/loop'))

/** The lines that matched, as `path:line:column`. */
function placesIn(text: string): string[] {
  const places: string[] = []
  let path = ''
  for (const line of text.split('\n')) {
    const match = /^(\d+):(\d+): /.exec(line)
    if (match !== null) places.push(`${path}:${match[1]}:${match[2]}`)
    else if (!/^(?:\d+- |--$|$|\[)/.test(line)) path = line
  }
  return places
}

describe('grep_search', () => {
  it('gives file, line, column and the lines around', async () => {
    assert.equal(
      await grep('port\\b', 'code', { file_pattern: '*.ts' }),
      [
        'code/one.ts',
        '1- use a',
        '2- ',
        '3:7: const port = 80',
        '4:8: listen(port)',
        '',
        '[2 matching lines in 1 file. Searched 2 files.]',
      ].join('\n'),
    )
  })

  it('searches what is text in any encoding, and neither hidden, ignored, linked nor binary files', async () => {
    const text = await grep('port', 'code', { case_insensitive: true })
    assert.deepEqual(placesIn(text), [
      'code/one.ts:3:7',
      'code/one.ts:4:8',
      'code/three.md:1:5',
      'code/two.ts:1:7',
      'code/wide.txt:1:5',
    ])
    assert.match(text, /Searched 4 files; left out 1 binary file\.\]$/)
  })

  it('searches one file, also a hidden one, and an ignored folder, when they are named', async () => {
    assert.deepEqual(placesIn(await grep('port', 'code/.hidden.ts')), ['code/.hidden.ts:1:1'])
    assert.deepEqual(placesIn(await grep('port', 'code/dist')), ['code/dist/out.ts:1:1'])
    assert.deepEqual(placesIn(await grep('80', 'code/link.ts')), ['code/link.ts:3:14'])
  })

  it('matches names, and paths from the searched folder', async () => {
    bench.write('tree/a/x.test.ts', 'hit\n')
    bench.write('tree/b/c/y.test.ts', 'hit\n')
    bench.write('tree/b/z.js', 'hit\n')
    const files = async (glob: string) =>
      placesIn(await grep('hit', 'tree', { file_pattern: glob })).map((place) => place.split(':')[0])
    assert.deepEqual(await files('*.{test.ts,js}'), ['tree/a/x.test.ts', 'tree/b/c/y.test.ts', 'tree/b/z.js'])
    assert.deepEqual(await files('b/**/*.ts'), ['tree/b/c/y.test.ts'])
    assert.deepEqual(await files('./**/z.*'), ['tree/b/z.js'])
    assert.match(
      await grep('hit', 'tree', { file_pattern: '*.py' }),
      /No match\. Searched 0 files\. No file in `tree` fits/,
    )
    assert.match(await refused('x', { file_pattern: '[' }), /is not a glob/)
  })

  it('takes patterns as models write them', async () => {
    bench.write('odd/a.txt', 'say "hi"\nmap{} x-y\nkey: [1]\n')
    assert.deepEqual(placesIn(await grep('\\"hi\\"', 'odd')), ['odd/a.txt:1:5'])
    assert.deepEqual(placesIn(await grep('map{}', 'odd')), ['odd/a.txt:2:1'])
    assert.deepEqual(placesIn(await grep('x\\-y', 'odd')), ['odd/a.txt:2:7'])
    assert.deepEqual(placesIn(await grep('(?i)MAP', 'odd')), ['odd/a.txt:2:1'])
  })

  it('says what is wrong with a pattern, and the cure', async () => {
    assert.equal(
      await refused('main('),
      '`pattern` is not a valid regular expression (JavaScript syntax): Unterminated group. To find it as plain text, send `main\\(`.',
    )
    assert.match(await refused('(a)\\1'), /could take exponential time\. Write it without look-around/)
    assert.match(await refused(''), /`pattern` is empty/)
    assert.match(await grep('a\\nb', 'code'), /A match cannot span lines/)
  })

  it('shows a long line around its match, and counts what it does not show', async () => {
    bench.write('long/a.txt', `${'x'.repeat(5_000)}needle${'y'.repeat(5_000)}\n`)
    const text = await grep('needle', 'long')
    assert.match(text, /^1:5001: …x{60}needley{174}…$/m)
    bench.write('lots/a.txt', 'needle\n'.repeat(100))
    bench.write('lots/b.txt', 'needle\n'.repeat(12_000))
    const lots = await grep('needle', 'lots')
    assert.match(lots, /60 more matches in this file/)
    assert.match(lots, /At least 10,000 matching lines in 2 files; 80 are shown/)
  })

  it('finds lines across the blocks in which a large file is read', async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) =>
      index % 7_001 === 7_000 ? 'needle' : `row ${index}`,
    )
    bench.write('large/a.txt', lines.join('\n'))
    const text = await grep('need.e', 'large')
    assert.deepEqual(
      placesIn(text).map((place) => place.split(':')[1]),
      ['7001', '14002', '21003', '28004', '35005', '42006', '49007', '56008'],
    )
    assert.match(text, /^7000- row 6999\n7001:1: needle\n7002- row 7001$/m)
  })

  it('finds a match in a line larger than any block', async () => {
    bench.write('giant/a.txt', `a\n${'x'.repeat(700_000)} needle\nb\n`)
    assert.deepEqual(placesIn(await grep('needle$', 'giant')), ['giant/a.txt:2:700002'])
  })

  it('agrees with a naive search on random trees', async () => {
    const line = fc.string({
      unit: fc.constantFrom('a', 'b', 'B', 'é', '1', ' ', '\r', '\u{1f600}'),
      maxLength: 6,
    })
    const tree = fc.dictionary(
      fc.constantFrom('a.txt', 'b.ts', 'c/a.txt', 'c/d/b.ts'),
      fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n')),
    )
    const pattern = fc.constantFrom(
      'a',
      'ab',
      '^a',
      'b$',
      '^$',
      'a+b',
      '[^a]',
      '\\s',
      '\\bb',
      '(a|b)+1',
      'a.b',
      'é',
      '^[^b]*1',
      '\u{1f600}',
      'x*',
      '(a*)*b',
      '(a|ab)(b|1)*$',
      '[a-b]{2,}',
      'B|1 ',
      '\\p{Lu}',
      '.*a.*a',
    )
    let round = 0
    await fc.assert(
      fc.asyncProperty(tree, pattern, fc.boolean(), async (files, source, ignoreCase) => {
        const folder = `random/${round++}`
        bench.write(`${folder}/none.md`, '')
        for (const [path, content] of Object.entries(files)) bench.write(`${folder}/${path}`, content)
        const expected: string[] = []
        const regexp = new RegExp(source, ignoreCase ? 'iu' : 'u')
        for (const path of Object.keys(files).toSorted()) {
          const lines = (files[path] ?? '').split('\n')
          if (lines.at(-1) === '') lines.pop()
          lines.forEach((text, index) => {
            const bare = text.replace(/\r$/, '')
            const at = bare.search(regexp)
            if (at !== -1)
              expected.push(`${folder}/${path}:${index + 1}:${Array.from(bare.slice(0, at)).length + 1}`)
          })
        }
        assert.deepEqual(placesIn(await grep(source, folder, { case_insensitive: ignoreCase })), expected)
      }),
      { numRuns: 150 },
    )
  })

  it('holds nobody up, whatever the pattern', needsCorpora, async () => {
    const patterns = hostilePatterns()
    const attacks = patterns.map(({ attack }) => attack.slice(0, 2_000).toWellFormed().replaceAll('\n', ' '))
    bench.write(
      'redos/a.txt',
      attacks
        .map((attack) => attack.repeat(Math.ceil(2_000 / attack.length)))
        .join('\n')
        .replaceAll('\0', ''),
    )
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    let searched = 0
    for (const { pattern } of patterns.slice(0, 120)) {
      const result = await bench.call('grep_search', { pattern, path: 'redos' })
      if (result.ok) searched++
    }
    delay.disable()
    assert.ok(searched > 40, `only ${searched} could be searched for`)
    assert.ok(delay.max / 1e6 < 400, `the event loop stood still for ${delay.max / 1e6} ms`)
  })

  it('stops soon after an abort', async () => {
    bench.write('slow/a.txt', `${'a'.repeat(400)}\n`.repeat(20_000))
    const controller = new AbortController()
    const result = bench.call('grep_search', { pattern: '(a+a+)+b', path: 'slow' }, controller.signal)
    setImmediate(() => controller.abort())
    assert.equal((await result).status, 'failed')
  })
})
