// Builds what is published: declarations file by file, and the code in a few files. Loading four hundred small modules
// costs a program 100 ms at its start, loading these costs it 40.
import { execFileSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { rolldown } from 'rolldown'

const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' } } })
const root = new URL('../', import.meta.url).pathname

rmSync(values.out, { recursive: true, force: true })
execFileSync(`${root}node_modules/.bin/tsc`, ['-p', `${root}tsconfig.build.json`, '--outDir', values.out], {
  stdio: 'inherit',
})

// One entry for each path of `exports` in package.json, and the command line; what they share is in chunks, so that it exists once.
const sources = globSync(['src/index.ts', 'src/interop/index.ts', 'src/providers/*.ts', 'src/cli/main.ts'], {
  cwd: root,
})
const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(sources.map((file) => [file.slice('src/'.length, -'.ts'.length), file])),
  platform: 'node',
  external: /^[^./]/,
})
await bundle.write({
  dir: values.out,
  format: 'es',
  sourcemap: true,
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
})

// What runs inside sandboxes, apart from the rest: each start of a worker pays for every line, and may read nothing else.
const workers = globSync('src/sandbox/*/inside/*-entry.ts', { cwd: root })
const inside = await rolldown({
  cwd: root,
  input: Object.fromEntries(workers.map((file) => [basename(file, '.ts'), file])),
  platform: 'node',
  external: /^[^./]/,
})
// `.mjs`: inside there is no package.json that would say so.
await inside.write({
  dir: `${values.out}/workers`,
  format: 'es',
  entryFileNames: '[name].mjs',
  chunkFileNames: 'chunks/[name]-[hash].mjs',
})
