import { ToolwrightError } from '../errors/toolwright-error.ts'
import { freeNames } from './free-names.ts'
import type { RegistryEntry } from './registry-entry.ts'

type Entries = ReadonlyMap<string, RegistryEntry>

/** Why a new tool may not have this name, if so: it is taken, built in, or kept for a built-in that is not shown. */
export function checkNameFree(
  name: string,
  asBuiltin: boolean,
  entries: Entries,
  reservedNames: ReadonlySet<string>,
): ToolwrightError | undefined {
  const holder = entries.get(name)
  const isReserved = !asBuiltin && (reservedNames.has(name) || holder?.builtin === true)
  if (holder === undefined && !isReserved) return undefined
  const suggestions = freeNames(name, (candidate) => entries.has(candidate) || reservedNames.has(candidate))
  const cure = suggestions.length === 0 ? 'Pick another name.' : `Free names: ${quote(suggestions)}.`
  const details = { suggestions }
  return isReserved
    ? new ToolwrightError(
        'REGISTER_BUILTIN_PROTECTED',
        `Tool already exists: \`${name}\` is the name of a built-in tool, which cannot be shadowed. ${cure}`,
        { toolName: name, details },
      )
    : new ToolwrightError(
        'REGISTER_NAME_TAKEN',
        `Tool already exists: \`${name}\`. ${cure} To replace the tool, call \`update\`.`,
        { toolName: name, details },
      )
}

/** Why a registered tool may not be changed or removed, if so: it is built in. */
export function checkNotBuiltin(
  entry: RegistryEntry,
  action: 'updated' | 'removed',
): ToolwrightError | undefined {
  if (!entry.builtin) return undefined
  const { name } = entry.tool.definition
  return new ToolwrightError(
    'REGISTER_BUILTIN_PROTECTED',
    `Tool \`${name}\` is built in and cannot be ${action}. Switch it off with \`disable('${name}')\`, ` +
      'and register yours under another name.',
    { toolName: name },
  )
}

function quote(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
