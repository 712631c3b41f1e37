// The functions that every contestant of the dispatch bench runs. They keep what they were given, for the probe.
import { setImmediate as turnEventLoop } from 'node:timers/promises'

export type Run = (args: unknown) => Promise<unknown>

export const SMALL_RESULT = { celsius: 21, summary: 'clear sky' }

let lastArguments: unknown

/** What the tool that ran last was called with. */
export function argumentsOfLastRun(): unknown {
  return lastArguments
}

/** Gives a small result at once. */
export const answer: Run = async (args) => {
  lastArguments = args
  return SMALL_RESULT
}

/** Gives its arguments back: a larger result, for layers that measure or check what comes back. */
export const echo: Run = async (args) => {
  lastArguments = args
  return args
}

/** Lets the event loop turn once, as every tool does that reads a file or asks a server. */
export const yieldOnce: Run = async (args) => {
  lastArguments = args
  await turnEventLoop()
  return SMALL_RESULT
}
