// Runs every bench, each in a process of its own. `--write` puts the tables into RESULTS.md.
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { inFreshProcess } from './fresh-process.ts'
import { type Table, toMarkdown } from './table.ts'

const BENCHES = [
  'b1-arguments.ts',
  'b2-dispatch.ts',
  'b3-stream.ts',
  'b4-payload.ts',
  'b5-register.ts',
  'b5-import.ts',
  'b8-sandbox.ts',
  'b9-functions.ts',
  'types.ts',
]

const args = process.argv.slice(2)
const passedOn = args.filter((arg) => arg.startsWith('--rounds=') || arg.startsWith('--sample-ms='))
const loadBefore = loadavg()[0] ?? 0
const tables: Table[] = []
for (const file of BENCHES) {
  process.stderr.write(`${file}\n`)
  tables.push(...(await inFreshProcess<Table[]>(file, ['--json', ...passedOn])))
}

console.log(args.includes('--json') ? JSON.stringify(tables) : report())
if (args.includes('--write')) writeFileSync(new URL('RESULTS.md', import.meta.url), `${report()}\n`)

function report(): string {
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  const facts = [
    `- Date: ${new Date().toISOString().slice(0, 10)}`,
    `- Machine: ${availableParallelism()} × ${cpus()[0]?.model.trim() || 'unnamed CPU'}, ${memoryGb} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`,
    `- Load average (1 minute) before and after: ${loadBefore.toFixed(1)}, ${(loadavg()[0] ?? 0).toFixed(1)}`,
    `- Command: \`node run-all.ts ${args.join(' ')}\``,
  ]
  const reading =
    'Ratios compare within one run. Absolute times belong to the machine and its load. How to read: README.md.'
  return [`# Results`, ...facts, '', reading, '', tables.map(toMarkdown).join('\n\n')].join('\n')
}
