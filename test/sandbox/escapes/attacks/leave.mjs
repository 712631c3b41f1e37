import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Starts a shell that has let go of its parent, and is over before it. */
export async function leave({ text }) {
  const child = spawn('/bin/sh', ['-c', text], { stdio: 'ignore', detached: true })
  child.unref()
  await Promise.race([once(child, 'exit'), new Promise((resolve) => setTimeout(resolve, 5_000))])
  return 'left'
}

/** Leaves a flood on the way out, in each way that a tool has. */
export async function flood({ how, megabytes }, context) {
  const piece = 'x'.repeat(1_048_576)
  if (how === 'result') return piece.repeat(megabytes)
  for (let count = 0; count < megabytes; count++) {
    if (how === 'print') console.log(piece)
    if (how === 'partial') context.partial(piece)
    if (how === 'log') context.log(piece)
    if (how === 'progress') for (let step = 0; step < 20_000; step++) context.progress({ progress: step })
  }
  return 'flooded'
}

/** Writes on the descriptor that the worker talks to its host by. */
export async function speak({ text, times }) {
  const { writeSync } = await import('node:fs')
  const bytes = Buffer.from(text, 'hex')
  for (let count = 0; count < times; count++) writeSync(3, bytes)
  await new Promise((resolve) => setTimeout(resolve, 300))
  return 'spoke'
}

export const answer = () => 'well'
