import { hashTool } from '../../define/tool-hash.ts'
import { succeed } from '../../results/create-result.ts'
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
    if (call.limits.allowSideEffects) return next(call, context)
    const key = cacheKey(call, context)
    const kept = cache.get(key)
    if (kept !== undefined) {
      const note = { kind: 'cached', path: '', message: 'answered from the cache' } as const
      const facts = { durationMs: 0, truncated: kept.truncated, notes: [...call.notes, note] }
      return succeed(call, structuredClone(kept.content), facts)
    }
    return whenAnswered(next(call, context), (result) => {
      // A copy in and a copy out: neither the tool nor whoever had the result may change what is kept.
      if (result.ok) cache.set(key, { ...result, content: structuredClone(result.content) })
      return result
    })
  }
}

/** Everything a stateless tool can see: its definition, the arguments, and the parts of the context it is given. */
function cacheKey(call: CallInProgress, context: CallContext): string {
  const { caller, workingDirectory, environment, conversationId, channelId } = context
  return canonicalJson([
    hashTool(toolOf(call)),
    call.arguments,
    [caller ?? null, workingDirectory, environment, conversationId ?? null, channelId ?? null],
  ])
}
