import { Writable } from 'node:stream'
import type { WorkerRun } from './worker-run.ts'

/**
 * What a tool prints becomes lines of its log, in the order in which it says things. Both streams are made only when
 * something is printed; `console` finds them there.
 */
export function captureOutput(currentRun: () => WorkerRun | undefined): void {
  for (const name of ['stdout', 'stderr'] as const) {
    let stream: Writable | undefined
    Object.defineProperty(process, name, {
      configurable: true,
      enumerable: true,
      get: () => (stream ??= logStream(name, currentRun)),
    })
  }
}

function logStream(name: 'stdout' | 'stderr', currentRun: () => WorkerRun | undefined): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      const run = currentRun()
      if (run !== undefined && (name === 'stdout' || run.captureStderr)) {
        const text = typeof chunk === 'string' ? chunk : chunk.toString('utf8')
        run.log(text.endsWith('\n') ? text.slice(0, -1) : text, { stream: name })
      }
      done()
    },
  })
}
