import type { ToolDefinition } from '../../define/tool-definition.ts'
import type { ProviderFormat } from '../provider-format.ts'
import type { TurnWarning } from '../turn.ts'
import { type EncodedTool, toolEncoder } from './encode-tool.ts'
import { relistSent } from './sent-tools.ts'
import { type SelectedTools, type ToolWishes, wishesOf, wishFor } from './select-tools.ts'

/**
 * What `selectTools` would give, made from what it gave the time before: where names and wishes are the same, only the
 * definitions that have changed are written anew. Going through names, budgets and doubles of a thousand tools takes
 * longer than writing one of them. Undefined where a change could reach further than its own tool: choose anew then.
 */
export function reselectTools(
  before: SelectedTools,
  format: ProviderFormat,
  definitions: readonly ToolDefinition[],
  wishes: ToolWishes,
): SelectedTools | undefined {
  if (before.format !== format || before.wishes !== wishesOf(wishes)) return undefined
  const changed = changedPositions(before, definitions)
  if (changed === undefined) return undefined
  if (changed.length === 0) return before

  const wantsStrict = wishFor(wishes.strict ?? false)
  const encode = toolEncoder(format)
  const encoded = [...before.encoded]
  const replaced = new Map<TurnWarning, TurnWarning>()
  for (const position of changed) {
    const [definition, old] = [definitions[position], before.encoded[position]]
    // One that was left out, or sent plain against the wish, may fit now.
    if (definition === undefined || old === undefined) return undefined
    if (!old.sending.strict && wantsStrict(definition.name)) return undefined
    const encoding = encode(definition, old.sending)
    if (!encoding.ok || !takesSamePlace(old, encoding)) return undefined
    encoded[position] = encoding
    for (const [index, warning] of old.warnings.entries()) {
      replaced.set(warning, encoding.warnings[index] ?? warning)
    }
  }
  return {
    ...before,
    definitions: [...definitions],
    encoded,
    sent: relistSent(before.sent, encoded, changed),
    warnings:
      replaced.size === 0
        ? before.warnings
        : before.warnings.map((warning) => replaced.get(warning) ?? warning),
  }
}

/** Undefined when the tools are not called the same, in the same order. */
function changedPositions(
  { definitions: known, toolNames }: SelectedTools,
  definitions: readonly ToolDefinition[],
): number[] | undefined {
  if (definitions.length !== known.length) return undefined
  const changed: number[] = []
  // By index: this is all that is done a thousand times.
  for (let position = 0; position < definitions.length; position++) {
    const definition = definitions[position]
    // The name is compared even of the same object: nobody has frozen a definition that no registry holds.
    if (definition?.name !== toolNames[position]) return undefined
    if (definition !== known[position]) changed.push(position)
  }
  return changed
}

/** Whether one fits where the other was: it uses up as much of the budgets, and has as much to warn of. */
function takesSamePlace(old: EncodedTool, { sending, counts, warnings }: EncodedTool): boolean {
  if (warnings.length !== old.warnings.length) return false
  if (!sending.strict) return true
  return counts.optionalProperties === old.counts.optionalProperties && counts.unions === old.counts.unions
}
