import { hashDefinition } from '../../define/definition-hash.ts'
import { limitsOf } from '../../define/limits-of.ts'
import { canonicalJson } from '../../schema/canonical-json.ts'
import type { CallContext } from '../call-context.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import type { ResultCache } from '../result-cache.ts'
import { type Step, whenAnswered } from '../step.ts'
import { toolOf } from '../tool-of.ts'

/** Answers an equal call of a side-effect-free tool from memory, for as long as the host allows. */
export function cacheStep(cache: ResultCache | undefined): Step {
  if (cache === undefined) return (call, context, next) => next(call, context)
  return (call, context, next) => {
    const { definition } = toolOf(call)
    if (limitsOf(definition).allowSideEffects) return next(call, context)
    const key = cacheKey(call, context)
    const kept = cache.get(key)
    if (kept !== undefined) {
      const note = { kind: 'cached', path: '', message: 'answered from the cache' } as const
      return { ...kept, callId: call.id, durationMs: 0, notes: [...call.notes, note] }
    }
    return whenAnswered(next(call, context), (result) => {
      if (result.ok) cache.set(key, result)
      return result
    })
  }
}

/** Everything a stateless tool can see: its definition, the arguments, and the parts of the context it is given. */
function cacheKey(call: CallInProgress, context: CallContext): string {
  const { caller, workingDirectory, environment, conversationId, channelId } = context
  return canonicalJson([
    hashDefinition(toolOf(call).definition),
    call.arguments,
    [caller ?? null, workingDirectory, environment, conversationId ?? null, channelId ?? null],
  ])
}
