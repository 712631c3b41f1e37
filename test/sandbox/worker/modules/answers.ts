import type { ToolContext } from '../../../../src/define/tool-context.ts'
import { image, json, parts, text, toolError } from '../../../../src/results/content.ts'
import { ToolwrightError } from '../../../../src/errors/toolwright-error.ts'

interface Given {
  readonly value?: unknown
}

export const echo = ({ value }: Given): unknown => value
export const add = ({ a, b }: { a: number; b: number }): Promise<number> => Promise.resolve(a + b)
export const nothing = (): void => undefined
export const odd = (): unknown => {
  const cyclic: Record<string, unknown> = {
    when: new Date(0),
    big: 2n ** 70n,
    map: new Map([['a', 1]]),
    gone: undefined,
  }
  cyclic['self'] = cyclic
  return cyclic
}
export const asText = (): unknown => text('plain')
export const asJson = (): unknown => json('quoted')
export const asParts = (): unknown => parts(['one', image('AAAA', 'image/png')])
export const asError = (): unknown => toolError('no such city', { retryable: true, details: { city: 'Oz' } })
export const fails = (): never => {
  throw new TypeError('the city is not known')
}
export const failsWithCode = (): never => {
  throw new ToolwrightError('TOOL_NOT_CONFIGURED', 'no key for the search', { details: { option: 'key' } })
}
export const liesWithCode = (): never => {
  throw new ToolwrightError('APPROVAL_DENIED', 'somebody said no')
}
export async function* pieces({ value }: Given): AsyncGenerator<unknown, unknown, void> {
  yield 'one '
  await Promise.resolve()
  yield 'two'
  return value
}
export const tells = async (_args: unknown, { progress, partial, log }: ToolContext): Promise<string> => {
  progress({ message: 'half', progress: 1, total: 2 })
  partial({ piece: 1 })
  log('seen', { rows: 3 })
  console.log('printed', 1)
  console.error('complained')
  process.stdout.write('bare\n')
  await new Promise((resolve) => setTimeout(resolve, 5))
  return 'told'
}
export const context = (_args: unknown, given: ToolContext): unknown => ({
  callId: given.callId,
  toolName: given.toolName,
  caller: given.caller,
  conversationId: given.conversationId,
  channelId: given.channelId,
  workingDirectory: given.workingDirectory,
  cwd: process.cwd(),
  environment: given.environment,
  hasSecret: Object.keys(process.env).includes('TOOLWRIGHT_TEST_SECRET'),
  captureStderr: given.captureStderr,
})
export const waits = (_args: unknown, { signal, log }: ToolContext): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      log(`stopped: ${(signal.reason as Error).name}`)
      reject(signal.reason as Error)
    })
  })
export const remembers = (): number => {
  const memory = globalThis as { calls?: number }
  memory.calls = (memory.calls ?? 0) + 1
  return memory.calls
}
export const identity = (): number => process.pid
export const notAFunction = 7
