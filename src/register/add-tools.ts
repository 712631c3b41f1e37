import type { Tool } from '../define/tool.ts'
import { fromUnknown } from '../errors/from-unknown.ts'
import type { ToolwrightError } from '../errors/toolwright-error.ts'
import { checkTool, type Refusal, refuse, type ToolCheck } from './check-tool.ts'
import { checkNameFree } from './protection.ts'
import { nameOf, readTool } from './read-tool.ts'
import type { RegisterOptions, RegistryCore } from './registry-core.ts'
import { DEFAULT_ACTOR, type RegistryEntry } from './registry-entry.ts'
import { checkBuiltinLimit, checkCustomAllowed, checkCustomLimit } from './tier-limits.ts'

type Added<Values extends readonly unknown[]> =
  | { readonly ok: true; readonly tools: { readonly [Index in keyof Values]: Tool } }
  | Refusal

/** Adds all of the tools as one change, or none of them. Never throws. */
export function addTools<const Values extends readonly unknown[]>(
  core: RegistryCore,
  values: Values,
  options: RegisterOptions,
): Added<Values> {
  const { table, report, settings } = core
  const { by = DEFAULT_ACTOR, builtin = false } = options
  const at = settings.clock().toISOString()

  // First everything that runs code of others (getters of a hand-made tool), then, undisturbed, the change.
  const checks: (ToolCheck & { readonly ok: true })[] = []
  for (const value of values) {
    const check = checkOne(core, value, builtin, by)
    if (!check.ok) return check
    checks.push(check)
  }

  const added: RegistryEntry[] = []
  let refusal: Refusal | undefined
  for (const { tool } of checks) {
    const error = checkPlace(core, tool, builtin, values.length - added.length)
    if (error !== undefined) {
      refusal = refuse(error)
      break
    }
    const source = options.source ?? tool.definition.origin?.source ?? (builtin ? 'builtin' : 'code')
    const entry = Object.freeze({
      definitionId: core.settings.createId(),
      tool,
      builtin,
      source,
      createdBy: by,
      createdAt: at,
      updatedBy: by,
      updatedAt: at,
      revision: table.version + 1,
    })
    table.put(entry)
    added.push(entry)
  }
  if (refusal !== undefined) for (const { tool } of added) table.drop(tool.definition.name)
  else if (added.length > 0) table.commit()

  for (const { tool, durationMs } of checks) report.validated(tool.definition, by, at, durationMs)
  if (refusal !== undefined) {
    report.refused({ name: refusal.error.toolName }, refusal, by)
    return refusal
  }
  for (const entry of added) {
    report.registered(entry)
    const { category } = entry.tool.definition
    report.counted(category, table.countOf(category))
  }
  return { ok: true, tools: added.map((entry) => entry.tool) as { [Index in keyof Values]: Tool } }
}

function checkOne(core: RegistryCore, value: unknown, builtin: boolean, by: string): ToolCheck {
  const { tier, customTools } = core.settings
  let definition: unknown
  let check: ToolCheck
  try {
    const unchecked = readTool(value)
    definition = 'definition' in unchecked ? unchecked.definition : undefined
    const off = builtin ? undefined : checkCustomAllowed(nameOf(definition), tier, customTools)
    if (off !== undefined) check = refuse(off)
    else check = 'definition' in unchecked ? checkTool(unchecked, core.settings) : refuse(unchecked)
  } catch (thrown) {
    check = refuse(fromUnknown(thrown, 'DEFINE_INVALID')) // a getter that throws, a revoked proxy
  }
  if (!check.ok) core.report.refused(definition, check, by)
  return check
}

function checkPlace(
  { settings, table }: RegistryCore,
  tool: Tool,
  builtin: boolean,
  adding: number,
): ToolwrightError | undefined {
  const { name } = tool.definition
  const taken = checkNameFree(name, builtin, table.entries, settings.reservedNames)
  if (taken !== undefined) return taken
  return builtin
    ? checkBuiltinLimit(name, settings.tier, table.builtinCount, adding)
    : checkCustomLimit(name, settings.tier, table.customCount, adding)
}
