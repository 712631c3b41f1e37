import type { Message } from '../providers/transcript.ts'
import { createToolwright, type Toolwright } from '../toolwright.ts'
import { type AgentEvent } from './agent-events.ts'
import { runLoop } from './agent-loop.ts'
import { type AgentOptions, type AgentSettings, checkAgentOptions, SETTING_NAMES } from './agent-options.ts'
import type { AgentOutcome } from './agent-outcome.ts'

/**
 * Lets a model call tools until it stops. What model, tools and provider do is in the outcome; only a wrong option, the
 * developer's mistake, rejects.
 */
export async function runAgent(options: AgentOptions): Promise<AgentOutcome> {
  checkAgentOptions('runAgent', options)
  return start(options)
}

/** The events of a run as they happen, and its outcome. Leaving the loop over them cancels the run. */
export interface AgentStream extends AsyncIterable<AgentEvent> {
  readonly outcome: Promise<AgentOutcome>
}

/** The same as {@link runAgent}, as a stream of events. The run starts at once; events wait for their reader. */
export function streamAgent(options: AgentOptions): AgentStream {
  checkAgentOptions('streamAgent', options)
  const left = new AbortController()
  const signal = options.signal === undefined ? left.signal : AbortSignal.any([options.signal, left.signal])
  const waiting: AgentEvent[] = []
  let isOver = false
  let wake = (): void => undefined
  const outcome = start({
    ...options,
    signal,
    onEvent(event) {
      waiting.push(event)
      wake()
      options.onEvent?.(event)
    },
  }).finally(() => {
    isOver = true
    wake()
  })
  outcome.catch(() => undefined) // told to whoever reads the events or awaits the outcome
  async function* read(): AsyncGenerator<AgentEvent> {
    try {
      for (;;) {
        const event = waiting.shift()
        if (event !== undefined) yield event
        else if (isOver) break
        else await new Promise<void>((resolve) => (wake = resolve))
      }
      await outcome
    } finally {
      left.abort()
    }
  }
  const events = read()
  return { outcome, [Symbol.asyncIterator]: () => events }
}

async function start(options: AgentOptions): Promise<AgentOutcome> {
  return runLoop(toolwrightOf(options), settingsOf(options), options, {
    messages: messagesOf(options.messages),
    usage: {},
    failures: [],
    stepsDone: 0,
  })
}

function toolwrightOf({ toolwright, tools = [] }: AgentOptions): Toolwright {
  return toolwright ?? createToolwright({ tools })
}

function messagesOf(given: AgentOptions['messages']): readonly Message[] {
  return typeof given === 'string' ? [{ role: 'user', content: given }] : given
}

function settingsOf(options: AgentOptions): AgentSettings {
  return Object.fromEntries(
    SETTING_NAMES.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  )
}
