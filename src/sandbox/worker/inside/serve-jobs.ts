import { AsyncLocalStorage } from 'node:async_hooks'
import { drainPieces, isAsyncGenerator } from '../../../results/drain-pieces.ts'
import type { CancelMessage, RunMessage, WorkerUse } from '../messages.ts'
import { captureOutput } from './capture-output.ts'
import { failureMessage, resultMessage } from './end-message.ts'
import { type HostChannel, openHostChannel } from './host-channel.ts'
import { WorkerRun } from './worker-run.ts'

/** Starts the program of a job; gives what its function gave: a value, a promise, an async generator. */
export type StartProgram = (run: WorkerRun) => unknown

/**
 * Runs the jobs that the host sends, one at a time, for as long as the host is there. `tidy` is called when the answer has
 * gone out; a worker whose `tidy` throws ends.
 */
export function serveJobs(start: StartProgram, tidy?: () => void): void {
  let current: WorkerRun | undefined
  let isWorn = false
  // A timer or a promise of a job can outlive it: what comes of it is none of the next.
  const runs = new AsyncLocalStorage<WorkerRun>()
  const runningOf = (): WorkerRun | undefined => runs.getStore() ?? current

  const channel = openHostChannel((message) => {
    if (message.type === 'cancel') cancel(message)
    else void runJob(message).catch(() => channel.die())
  })
  captureOutput(runningOf)
  // A callback of the tool that threw after its function had returned, or a rejection that nobody waits for.
  process.on('uncaughtException', (thrown) => endWith(thrown))
  process.on('unhandledRejection', (thrown) => endWith(thrown))
  channel.send({ type: 'ready' })

  async function runJob(message: RunMessage): Promise<void> {
    const run = new WorkerRun(message, channel)
    const before = process.resourceUsage()
    current = run
    try {
      const value = await runs.run(run, () => valueOf(run))
      if (current === run) sendResult(run, channel, value, useSince(before))
    } catch (thrown) {
      if (current !== run) return
      run.end()
      channel.send(failureMessage(message.id, thrown, useSince(before)))
    } finally {
      if (current === run) current = undefined
    }
    tidy?.()
  }

  async function valueOf(run: WorkerRun): Promise<unknown> {
    const value = await start(run)
    if (!isAsyncGenerator(value)) return value
    return (await drainPieces(value, run, run.message.maxOutputBytes, (piece) => run.sendPiece(piece))).value
  }

  function cancel({ id, name, message }: CancelMessage): void {
    if (current?.message.id === id) current.stop(new DOMException(message, name))
  }

  function endWith(thrown: unknown): void {
    const run = runningOf()
    if (run === undefined || run !== current) return wear()
    current = undefined
    run.end()
    channel.send({ ...failureMessage(run.message.id, thrown, {}), isFatal: true })
  }

  /** Something of a job that is over broke: there is nobody to tell, but no further job should meet what is left of it. */
  function wear(): void {
    if (!isWorn) channel.send({ type: 'worn' })
    isWorn = true
  }
}

function sendResult(run: WorkerRun, channel: HostChannel, value: unknown, use: WorkerUse): void {
  const { id, maxOutputBytes } = run.message
  const message = resultMessage(id, value, maxOutputBytes, use)
  run.end()
  channel.send(message)
}

function useSince(before: NodeJS.ResourceUsage): WorkerUse {
  const now = process.resourceUsage()
  const cpuMicros = now.userCPUTime - before.userCPUTime + now.systemCPUTime - before.systemCPUTime
  return { cpuMs: cpuMicros / 1_000, peakMemoryBytes: now.maxRSS * 1_024 }
}
