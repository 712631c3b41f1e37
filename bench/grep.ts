// grep_search beside grep(1) on one tree. `node grep.ts FOLDER`; without one, the packages of this repository.
import { spawnSync } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { resultToText } from '../src/results/render.ts'
import { grepSearchTool } from '../src/tools/grep-search.ts'
import { createToolwright } from '../src/toolwright.ts'
import { type BenchOptions, type Cell, progress, runBench, type Table } from './table.ts'

const MAX_ROUNDS = 5

const PATTERNS: readonly (readonly [what: string, pattern: string, ignoreCase?: boolean])[] = [
  ['a word', 'createServer'],
  ['a word, any case', 'createserver', true],
  ['a word that is not there', 'zqxjkv_nowhere'],
  ['a word within more', '\\bfunction\\s+\\w+Server\\('],
  ['no word in it, linear', '"[0-9]+\\.[0-9]+\\.[0-9]+-[a-z]'],
  ['no word in it, quadratic', '[a-z]+[0-9]{6}$'],
]

await runBench(benchGrep)

async function benchGrep({ rounds }: BenchOptions): Promise<Table[]> {
  const root = resolve(process.argv.slice(2).find((each) => !each.startsWith('--')) ?? '../node_modules')
  const toolwright = createToolwright({ tools: [grepSearchTool({ roots: [root] })] })
  const rows: Cell[][] = []
  let searched = ''
  for (const [what, pattern, ignoreCase = false] of PATTERNS) {
    const ours: number[] = []
    const all: number[] = []
    const texts: number[] = []
    let longestMs = 0
    let summary = ''
    for (let round = 0; round <= Math.min(rounds, MAX_ROUNDS); round++) {
      progress(`${what}, round ${round + 1}`)
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      await setTimeout(5)
      const startMs = performance.now()
      const args = { pattern, path: '.', case_insensitive: ignoreCase }
      const result = await toolwright.execute({ id: 'c1', name: 'grep_search', arguments: args })
      const tookMs = performance.now() - startMs
      await setTimeout(5)
      delay.disable()
      longestMs = Math.max(longestMs, delay.max / 1e6)
      summary = resultToText(result).split('\n').at(-1) ?? ''
      const flags = ignoreCase ? 'i' : ''
      const [allMs, textMs] = [grep(`-rnP${flags}`, pattern, root), grep(`-rnIP${flags}`, pattern, root)]
      if (round === 0) continue // files come into the cache
      ours.push(tookMs)
      all.push(allMs)
      texts.push(textMs)
    }
    const matches = /([\d,]+) matching lines? in/.exec(summary)?.[1] ?? '0'
    searched = /Searched [\d,]+ files/.exec(summary)?.[0] ?? searched
    rows.push([
      what,
      matches,
      median(ours),
      median(all),
      median(texts),
      median(ours) / median(all),
      longestMs,
    ])
  }
  return [
    {
      title: 'grep_search beside grep(1), ms, median',
      columns: [
        'pattern',
        'lines found',
        'grep_search',
        'grep -rn',
        'grep -rnI',
        'ratio to grep -rn',
        'longest turn of the event loop',
      ],
      rows,
      notes: [
        `${searched}. \`grep -rn\` also searches hidden and binary files, \`-I\` no binary ones. Patterns run as Perl's (\`-P\`), the locale is C.UTF-8.`,
      ],
    },
  ]
}

function grep(flags: string, pattern: string, folder: string): number {
  const startMs = performance.now()
  // Straight to /dev/null grep would stop at the first match.
  spawnSync('grep', [flags, pattern, '.'], {
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    maxBuffer: 1e9,
  })
  return performance.now() - startMs
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN
}
