import { ISOLATION_LEVELS, type Isolation } from '../define/isolation.ts'
import { lowestTierWhere, type Tier, TIERS } from '../define/tiers.ts'
import type { ErrorCode } from '../errors/error-codes.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'

/** Why no custom tool may be added at all, if so: switched off, or not part of the tier. */
export function checkCustomAllowed(
  name: string,
  tier: Tier,
  customTools: boolean,
): ToolwrightError | undefined {
  if (!customTools) {
    return new ToolwrightError(
      'TIER_CUSTOM_OFF',
      `Tool \`${name}\` was refused: custom tools are switched off here (\`customTools: false\`). ` +
        'Switch them on to add tools of your own.',
      { toolName: name, details: { tier } },
    )
  }
  if (TIERS[tier].customTools > 0) return undefined
  const allowing = lowestTierWhere((traits) => traits.customTools > 0)
  return refuse('TIER_CUSTOM_OFF', name, `tier \`${tier}\` has no custom tools`, { tier, limit: 0, allowing })
}

/** Why `adding` more custom tools are too many for the tier, if so. */
export function checkCustomLimit(
  name: string,
  tier: Tier,
  count: number,
  adding: number,
): ToolwrightError | undefined {
  const limit = TIERS[tier].customTools
  if (count + adding <= limit) return undefined
  const allowing = lowestTierWhere((traits) => traits.customTools >= count + adding)
  const reason = `tier \`${tier}\` holds at most ${limit} custom tools, and there are ${count}${adding > 1 ? ` with ${adding} to add` : ''}`
  return refuse('TIER_CUSTOM_LIMIT', name, reason, { tier, limit, allowing })
}

/** Why one more built-in tool is too many for the tier, if so: the mark must not be a way around the limit above. */
export function checkBuiltinLimit(
  name: string,
  tier: Tier,
  count: number,
  adding: number,
): ToolwrightError | undefined {
  const { builtinTools: limit, customTools } = TIERS[tier]
  // Where custom tools are unlimited there is nothing to get around.
  if (customTools === Infinity || count + adding <= limit) return undefined
  const allowing = lowestTierWhere(
    (traits) => traits.customTools === Infinity || traits.builtinTools >= count + adding,
  )
  const reason = `tier \`${tier}\` holds at most ${limit} built-in tools`
  return refuse('TIER_BUILTIN_LIMIT', name, reason, { tier, limit, allowing })
}

/** Why a level of isolation may not be asked for, if so. */
export function checkTierIsolation(
  name: string,
  tier: Tier,
  isolation: Isolation,
): ToolwrightError | undefined {
  const wanted = ISOLATION_LEVELS.indexOf(isolation)
  const strongest = TIERS[tier].strongestIsolation
  if (wanted <= ISOLATION_LEVELS.indexOf(strongest)) return undefined
  const allowing = lowestTierWhere((traits) => wanted <= ISOLATION_LEVELS.indexOf(traits.strongestIsolation))
  const reason = `isolation \`${isolation}\` is not part of tier \`${tier}\`, which goes up to \`${strongest}\``
  return refuse('TIER_ISOLATION', name, reason, { tier, limit: strongest, allowing })
}

interface TierRefusal {
  readonly tier: Tier
  readonly limit: number | string
  readonly allowing: Tier | undefined
}

function refuse(code: ErrorCode, name: string, reason: string, refusal: TierRefusal): ToolwrightError {
  const { tier, limit, allowing } = refusal
  const cure = allowing === undefined ? '' : ` Tier \`${allowing}\` (${TIERS[allowing].title}) allows it.`
  return new ToolwrightError(code, `Tool \`${name}\` was refused: ${reason}.${cure}`, {
    toolName: name,
    details: { tier, limit, ...(allowing === undefined ? {} : { allowedBy: allowing }) },
  })
}
