import { DEFAULT_TIER, lowestTierWhere, type Tier, TIERS } from '../define/tiers.ts'
import type { Tool } from '../define/tool.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import { nearestNames } from '../schema/nearest.ts'
import { BUILTIN_NAMES, type BuiltinName, builtinTools, type BuiltinOptions } from './builtin-tools.ts'

/** The built-in tools of a deployment, and the names that nobody else may take. */
export interface SelectedBuiltins {
  readonly tools: readonly Tool[]
  readonly reservedNames: readonly string[]
}

/** Those that the tier has, or those named: one that the tier hides cannot be asked for by name. */
export function selectBuiltins(
  settings: BuiltinOptions & {
    readonly builtins: boolean | readonly string[]
    readonly tier?: Tier | undefined
  },
): SelectedBuiltins {
  const { builtins, tier = DEFAULT_TIER } = settings
  if (builtins === false) return { tools: [], reservedNames: [] }
  const inTier = BUILTIN_NAMES.slice(0, TIERS[tier].builtinTools)
  if (builtins !== true) for (const name of builtins) checkName(name, inTier, tier)
  const wanted = builtins === true ? inTier : inTier.filter((name) => builtins.includes(name))
  const tools = builtinTools(settings).filter(({ definition }) =>
    wanted.includes(definition.name as BuiltinName),
  )
  // A name stays kept where the tier hides its tool: the day it is shown must not break a deployment.
  return { tools, reservedNames: builtins === true ? BUILTIN_NAMES : wanted }
}

function checkName(name: string, inTier: readonly string[], tier: Tier): void {
  const index = (BUILTIN_NAMES as readonly string[]).indexOf(name)
  if (index === -1) {
    const [nearest] = nearestNames(name, BUILTIN_NAMES, 1)
    const cure =
      nearest === undefined ? `They are ${BUILTIN_NAMES.join(', ')}.` : `Did you mean \`${nearest}\`?`
    throw new ToolwrightError('OPTION_INVALID', `There is no built-in tool \`${name}\`. ${cure}`)
  }
  if (inTier.includes(name)) return
  const allowing = lowestTierWhere((traits) => traits.builtinTools > index)
  const cure = allowing === undefined ? '' : ` Tier \`${allowing}\` (${TIERS[allowing].title}) has it.`
  throw new ToolwrightError(
    'TIER_BUILTIN_LIMIT',
    `Tool \`${name}\` was refused: tier \`${tier}\` has the built-in tools ${inTier.join(', ')}.${cure}`,
    { toolName: name, details: { tier, allowedBy: allowing } },
  )
}
