// From inside JavaScript: threads, children, bindings and the writers of Node itself are all held by the same walls.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'

const holds = (text, { token }) => (String(text).includes(token) ? 'read it' : undefined)

export async function thread(targets) {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    try { parentPort.postMessage(require('node:fs').readFileSync(workerData, 'utf8')) } catch (error) { parentPort.postMessage(error.code) }`
  const worker = new Worker(code, { eval: true, workerData: targets.secret })
  const [answer] = await once(worker, 'message')
  await worker.terminate()
  if (answer === 'ENOENT' || answer === 'EACCES') throw new Error(answer)
  return holds(answer, targets)
}

export const child = (targets) =>
  holds(
    execFileSync('cat', [targets.secret], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    targets,
  )

export const childNode = (targets) =>
  holds(
    execFileSync(
      process.execPath,
      ['-p', `require('node:fs').readFileSync(${JSON.stringify(targets.secret)}, 'utf8')`],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    ),
    targets,
  )

export function binding(targets) {
  const files = process.binding('fs')
  const descriptor = files.open(targets.secret, 0, 0o600)
  if (typeof descriptor !== 'number') throw new Error('no descriptor')
  return 'opened it'
}

export function report({ victimFile }) {
  const file = join(dirname(victimFile), `report-${process.pid}.json`)
  process.report.excludeNetwork = true
  process.report.writeReport(file)
  const wasWritten = existsSync(file)
  rmSync(file, { force: true })
  return wasWritten && 'wrote it'
}

// Native code is no way out either: it makes the same calls to the same kernel.
export async function nativeCode({ native, secret }) {
  const { createRequire } = await import('node:module')
  const library = createRequire(`${native[0]}/`)(native[0]).load(null)
  const open = library.func('int open(const char *path, int flags)')
  const descriptor = open(secret, 0)
  if (descriptor < 0) throw new Error('open() gave -1')
  return `opened it as ${descriptor}`
}
