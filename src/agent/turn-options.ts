import type { TurnOptions } from '../providers/turn.ts'
import type { AgentSettings } from './agent-options.ts'

/** What a step asks of its turn. A forced choice holds until the first call: forced for ever, the model could never answer. */
export function turnOptions(settings: AgentSettings, hasCalled: boolean): TurnOptions {
  const { parallel, strict, only, defer, cache, toolChoice } = settings
  const isForced = toolChoice === 'required' || typeof toolChoice === 'object'
  return { parallel, strict, only, defer, cache, toolChoice: isForced && hasCalled ? 'auto' : toolChoice }
}
