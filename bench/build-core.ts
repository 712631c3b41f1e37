// Builds the library into `.generated/dist`, in the form that is published: plain JavaScript and declarations.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = new URL('../', import.meta.url).pathname

export const TSC = `${root}node_modules/.bin/tsc`
export const BUILT_INDEX = new URL('.generated/dist/index.js', import.meta.url).pathname

export async function buildCore(): Promise<void> {
  const outDir = new URL('.generated/dist', import.meta.url).pathname
  const built = run(process.execPath, [`${root}scripts/build.ts`, '--out', outDir])
  const complaint = await built.then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
  if (!existsSync(BUILT_INDEX)) throw new Error(`The library could not be built:\n${complaint}`)
}
