import { definitionToJson } from '../../define/definition-json.ts'
import { camelFieldName } from '../../define/field-names.ts'
import type { Tool } from '../../define/tool.ts'
import { showValue } from '../../schema/show-value.ts'
import { sealTool } from '../../validate/seal-tool.ts'
import { suggest } from '../../validate/suggest.ts'
import { isRecord, readFields, text } from '../http/check-fields.ts'
import { checkStricter } from './check-stricter.ts'
import type { EntryFields, EntryReport } from './read-entry.ts'
import { ALIAS_FIELDS, type AliasRunner } from './runners.ts'
import { validateEntry } from './validate-entry.ts'

/**
 * A tool that is there already, under another name or with other limits. A built-in one may only be held tighter; of a
 * tool of a server a person, who wrote the file, may say anything.
 */
export function readAlias(runner: AliasRunner, entry: EntryFields, report: EntryReport): Tool | undefined {
  const { fields, options } = entry
  const allowed: readonly string[] = ALIAS_FIELDS
  const own = Object.entries(fields).filter(([name, value]) => {
    if (value === null) return false
    if (allowed.includes(camelFieldName(name))) return true
    report(
      name,
      'DEFINE_FIELD_UNKNOWN',
      `\`${name}\` is what the tool itself says, and cannot be said here`,
      'Leave it out.',
    )
    return false
  })
  const base = runner === 'mcp' ? findServerTool(entry, report) : findBuiltin(entry, report)
  if (base === undefined || base === 'unresolved') {
    // What can be said without the tool is said.
    const stand = { name: 'tool', description: 'tool', input_schema: { type: 'object', properties: {} } }
    validateEntry({ fields: { ...stand, ...Object.fromEntries(own) }, options }, 'closure', report)
    return undefined
  }
  const whole: Record<string, unknown> = definitionToJson(base.definition)
  for (const [name, value] of own) {
    const field = Object.hasOwn(whole, name) ? name : (SNAKE.get(name) ?? name)
    whole[field] = merge(field, whole[field], value)
  }
  const definition = validateEntry({ fields: whole, options }, base.implementation.kind, report)
  if (definition === undefined) return undefined
  if (runner === 'builtin') checkStricter(base.definition, definition, report)
  return sealTool({ ...base, definition })
}

const SNAKE: ReadonlyMap<string, string> = new Map([
  ['dangerLevel', 'danger_level'],
  ['requiredPermissions', 'required_permissions'],
  ['requiresConfirmation', 'requires_confirmation'],
])

/** Permissions are added, constraints and metadata go over what was there. */
function merge(field: string, before: unknown, value: unknown): unknown {
  if (field === 'required_permissions' && Array.isArray(before) && Array.isArray(value))
    return [...new Set([...before, ...value] as unknown[])]
  if ((field === 'constraints' || field === 'metadata') && isRecord(before) && isRecord(value)) {
    const given = Object.entries(value).map(([name, item]) => [CONSTRAINTS.get(name) ?? name, item])
    return { ...before, ...Object.fromEntries(given) }
  }
  return value
}

const CONSTRAINTS: ReadonlyMap<string, string> = new Map([
  ['maxExecutionMs', 'max_execution_ms'],
  ['maxOutputBytes', 'max_output_bytes'],
  ['allowSideEffects', 'allow_side_effects'],
])

function findBuiltin({ given, isResolving, options }: EntryFields, report: EntryReport) {
  if (typeof given !== 'string' || given === '') {
    const message = `\`builtin\` is ${showValue(given)}; expected a name`
    report('builtin', 'DEFINE_IMPLEMENTATION_MISSING', message, 'Name a built-in tool, as `read_file`.')
    return undefined
  }
  const { builtins } = options
  if (builtins === undefined && !isResolving) return 'unresolved'
  const found = builtins?.find(({ definition }) => definition.name === given)
  if (found !== undefined) return found
  const names = (builtins ?? []).map(({ definition }) => definition.name)
  const hint =
    builtins === undefined
      ? 'The host gives the built-in tools as `builtins`.'
      : `There are ${names.length === 0 ? 'none' : names.join(', ')}.`
  const message = `there is no built-in tool \`${given.slice(0, 64)}\` here.${suggest(given, names)}`
  report('builtin', 'SOURCE_UNSUPPORTED', message, hint)
  return undefined
}

function findServerTool({ given, isResolving, options }: EntryFields, report: EntryReport) {
  const { server, tool } = readFields<{ server: string; tool: string }>(
    given,
    'mcp',
    { server: text, tool: text },
    (path, message, hint) =>
      report(path, 'DEFINE_IMPLEMENTATION_MISSING', message, hint ?? 'Write `{ server: …, tool: … }`.'),
  )
  if (!isRecord(given)) return undefined
  for (const [name, value] of Object.entries({ server, tool }))
    if (value === '' || (value === undefined && !Object.hasOwn(given, name)))
      report(`mcp.${name}`, 'DEFINE_IMPLEMENTATION_MISSING', `\`mcp.${name}\` is missing`, 'Name it.')
  if (server === undefined || tool === undefined || server === '' || tool === '') return undefined
  const servers = options.mcp
  if (servers === undefined && !isResolving) return 'unresolved'
  const known = Object.keys(servers ?? {})
  const tools = servers !== undefined && Object.hasOwn(servers, server) ? servers[server] : undefined
  if (tools === undefined) {
    const message = `no MCP server \`${server.slice(0, 64)}\` is connected.${suggest(server, known)}`
    const hint =
      known.length === 0 ? 'The host gives connected servers as `mcp`.' : `There are ${known.join(', ')}.`
    report('mcp.server', 'SOURCE_UNSUPPORTED', message, hint)
    return undefined
  }
  const list = 'tools' in tools ? tools.tools() : tools
  const found = list.find(({ definition }) => (definition.origin?.name ?? definition.name) === tool)
  if (found !== undefined) return found
  const names = list.map(({ definition }) => definition.origin?.name ?? definition.name)
  const message = `the server \`${server.slice(0, 64)}\` has no tool \`${tool.slice(0, 64)}\`.${suggest(tool, names)}`
  report(
    'mcp.tool',
    'SOURCE_UNSUPPORTED',
    message,
    `It has ${names.slice(0, 20).join(', ') || 'none at all'}.`,
  )
  return undefined
}
