import { defineTool } from '../../src/author/define-tool.ts'
import { createToolwright, type Toolwright } from '../../src/toolwright.ts'

export interface WaitingTool {
  readonly toolwright: Toolwright
  /** Resolves when the tool runs. */
  readonly started: Promise<void>
  /** Resolves with the signal of the tool once that is aborted. */
  readonly ended: Promise<AbortSignal>
}

/** A tool that waits until its signal is aborted, and tells of it. */
export function createWaitingTool(): WaitingTool {
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<AbortSignal>()
  const wait = defineTool({
    name: 'wait',
    description: 'Waits for ever',
    category: 'system',
    dangerLevel: 'safe',
    input: [],
    run(_args, { signal }) {
      started.resolve()
      return new Promise<string>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          ended.resolve(signal)
          reject(signal.reason)
        })
      })
    },
  })
  return { toolwright: createToolwright({ tools: [wait] }), started: started.promise, ended: ended.promise }
}
