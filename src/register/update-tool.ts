import type { Tool } from '../define/tool.ts'
import { fromUnknown } from '../errors/from-unknown.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import { nearestNames } from '../schema/nearest.ts'
import { changedFields } from './changed-fields.ts'
import { checkTool, refuse, type ToolCheck } from './check-tool.ts'
import { checkNotBuiltin } from './protection.ts'
import { isToolLike, readTool, type UncheckedTool } from './read-tool.ts'
import type { RegisterOutcome, RegistryCore, UpdateOptions } from './registry-core.ts'
import { DEFAULT_ACTOR, type RegistryEntry } from './registry-entry.ts'

/** Replaces a tool, or its definition alone. Never throws. */
export function updateTool(
  core: RegistryCore,
  name: string,
  change: unknown,
  options: UpdateOptions,
): RegisterOutcome {
  const { table, report, settings } = core
  const { by = DEFAULT_ACTOR } = options
  const at = settings.clock().toISOString()
  const held = table.entries.get(name)
  if (held === undefined) return refuse(notFound(name, table.entries.keys()))

  const check = checkChange(core, held.tool, change, by)
  if (!check.ok) return check

  // Checking may have run code of others: only what the table holds now counts.
  const before = table.entries.get(name)
  const error =
    before === undefined ? notFound(name, table.entries.keys()) : checkReplace(before, check.tool, options)
  if (before === undefined || error !== undefined) {
    const refusal = refuse(error ?? notFound(name, []))
    report.refused(check.tool.definition, refusal, by)
    return refusal
  }
  const { definition } = before.tool
  const source = check.tool.definition.origin?.source ?? before.source
  const entry: RegistryEntry = Object.freeze({
    ...before,
    tool: check.tool,
    source,
    updatedBy: by,
    updatedAt: at,
    revision: table.version + 1,
  })
  table.put(entry)
  table.commit()

  const { category } = check.tool.definition
  report.validated(check.tool.definition, by, at, check.durationMs)
  report.updated(entry, changedFields(definition, check.tool.definition))
  if (category !== definition.category) {
    report.counted(definition.category, table.countOf(definition.category))
    report.counted(category, table.countOf(category))
  }
  return { ok: true, tool: check.tool }
}

function checkChange(core: RegistryCore, held: Tool, change: unknown, by: string): ToolCheck {
  let definition: unknown = held.definition
  let check: ToolCheck
  try {
    const unchecked = isToolLike(change) ? readTool(change) : withDefinition(held, change)
    if ('definition' in unchecked) definition = unchecked.definition
    check = 'definition' in unchecked ? checkTool(unchecked, core.settings) : refuse(unchecked)
  } catch (thrown) {
    check = refuse(fromUnknown(thrown, 'DEFINE_INVALID')) // a getter that throws, a revoked proxy
  }
  if (!check.ok) core.report.refused(definition, check, by)
  return check
}

/** What runs the tool stays, and so do the author's own schemas, whose output is what it expects. */
function withDefinition(held: Tool, definition: unknown): UncheckedTool {
  const { definition: _replaced, ...parts } = held
  return { definition, kind: held.implementation.kind, parts }
}

function checkReplace(
  before: RegistryEntry,
  tool: Tool,
  { expectedVersion }: UpdateOptions,
): ToolwrightError | undefined {
  const { name, version } = before.tool.definition
  const isProtected = checkNotBuiltin(before, 'updated')
  if (isProtected !== undefined) return isProtected
  if (tool.definition.name !== name) {
    return new ToolwrightError(
      'OPTION_INVALID',
      `Tool \`${name}\` cannot become \`${tool.definition.name}\` by an update. ` +
        'Register it under the new name, then unregister the old one.',
      { toolName: name },
    )
  }
  if (expectedVersion === undefined) return undefined
  const isCurrent =
    typeof expectedVersion === 'string' ? expectedVersion === version : before.revision <= expectedVersion
  if (isCurrent) return undefined
  const now =
    typeof expectedVersion === 'string' ? `has version ${version}` : `changed at version ${before.revision}`
  return new ToolwrightError(
    'REGISTER_VERSION_CONFLICT',
    `Tool \`${name}\` ${now}, but the change was made on ${expectedVersion}. Read the tool again and repeat the change.`,
    { toolName: name, details: { expectedVersion, version, revision: before.revision } },
  )
}

function notFound(name: string, names: Iterable<string>): ToolwrightError {
  const nearest = nearestNames(name, names, 3)
  const cure =
    nearest.length === 0
      ? 'Register it first.'
      : `Did you mean ${nearest.map((near) => `\`${near}\``).join(', ')}?`
  return new ToolwrightError('REGISTER_NOT_FOUND', `There is no tool \`${name}\` to update. ${cure}`, {
    toolName: name,
    details: { nearest },
  })
}
