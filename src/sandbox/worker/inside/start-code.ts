import { messageOf } from '../../../errors/from-unknown.ts'
import { JobFailure } from './job-failure.ts'
import type { WorkerRun } from './worker-run.ts'

type AsyncFunctionMaker = new (...parts: string[]) => (args: unknown, context: unknown) => Promise<unknown>

const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as AsyncFunctionMaker

/** Runs text as the body of an async function of `args` and `context`, in strict mode as a module would be. */
export function startCode(code: string, run: WorkerRun): Promise<unknown> {
  let body: InstanceType<AsyncFunctionMaker>
  try {
    body = new AsyncFunction('args', 'context', `'use strict';${code}\n`)
  } catch (thrown) {
    throw new JobFailure('load', `the code does not parse: ${messageOf(thrown)}`)
  }
  return body(run.message.args, run)
}
