import type { DangerLevel } from '../../define/danger-levels.ts'
import { hashCanonical } from '../../schema/hash.ts'
import type { ToolContext } from '../../define/tool-context.ts'
import type { Tool } from '../../define/tool.ts'
import { messageOf } from '../../errors/from-unknown.ts'
import { canonicalNames } from '../../validate/canonical-name.ts'
import type { DefinitionNote } from '../../validate/rule.ts'
import { sealTool } from '../../validate/seal-tool.ts'
import { validateDefinition } from '../../validate/validate-definition.ts'
import { type McpProblem, mcpProblem } from './mcp-problem.ts'
import type { McpSettings } from './mcp-options.ts'
import { readToolRecord, type ToolRecord } from './tool-record.ts'

/** A tool of a server: ours, and what the server says of it. */
export interface McpTool {
  readonly tool: Tool
  readonly record: ToolRecord
  /** What was mended in the definition on its way. */
  readonly notes: readonly DefinitionNote[]
}

export interface ImportedMcpTools {
  readonly tools: readonly McpTool[]
  readonly problems: readonly McpProblem[]
}

/** Runs a call at the server. */
export type CallServer = (record: ToolRecord, args: unknown, context: ToolContext) => Promise<unknown>

export type ImportSettings = Pick<
  McpSettings,
  'name' | 'prefix' | 'only' | 'danger' | 'callTimeoutMs' | 'maxOutputBytes'
>

/**
 * Makes tools of what a server lists. A bad one is a problem and costs no other. `identity` is which server it is: the
 * same definition of another server is another tool, and an approval of the one is none of the other.
 */
export function importMcpTools(
  listed: readonly unknown[],
  settings: ImportSettings,
  identity: string,
  callServer: CallServer,
): ImportedMcpTools {
  const problems: McpProblem[] = []
  const records = new Map<string, ToolRecord>()
  for (const value of listed) {
    const record = readToolRecord(value)
    if ('message' in record) problems.push(mcpProblem('SOURCE_UNSUPPORTED', record.message, record.toolName))
    else if (settings.only?.has(record.name) === false) continue
    else if (records.has(record.name)) {
      const message = `the server lists '${record.name}' twice: the first one counts`
      problems.push(mcpProblem('SOURCE_UNSUPPORTED', message, record.name))
    } else records.set(record.name, record)
  }
  const { prefix } = settings
  const full = (name: string): string => (prefix === undefined ? name : `${prefix}_${name}`)
  const names = canonicalNames([...records.keys()].map(full))
  const tools: McpTool[] = []
  for (const record of records.values()) {
    const outcome = importTool(
      record,
      names.get(full(record.name)) ?? record.name,
      settings,
      identity,
      callServer,
    )
    if ('tool' in outcome) tools.push(outcome)
    else problems.push(...outcome.problems)
  }
  for (const name of new Set([...settings.danger.keys(), ...(settings.only ?? [])])) {
    if (records.has(name)) continue
    const message = `the options name a tool '${name}', which the server does not list`
    problems.push(mcpProblem('SOURCE_UNSUPPORTED', message, name, 'Correct the name, or take it out.'))
  }
  return { tools, problems }
}

function importTool(
  record: ToolRecord,
  name: string,
  settings: ImportSettings,
  identity: string,
  callServer: CallServer,
): McpTool | { readonly problems: readonly McpProblem[] } {
  try {
    const { annotations, title, description, outputSchema } = record
    const validation = validateDefinition(
      {
        name,
        description: description.trim() === '' ? (title ?? record.name) : description,
        inputSchema: record.inputSchema,
        ...(outputSchema === undefined ? {} : { outputSchema }),
        category: 'external_api',
        dangerLevel: settings.danger.get(record.name) ?? dangerOf(annotations),
        constraints: {
          maxExecutionMs: settings.callTimeoutMs,
          maxOutputBytes: settings.maxOutputBytes,
          allowSideEffects: !isReadOnly(annotations),
        },
        metadata: { ...(title === undefined ? {} : { title }), annotations },
        origin: { source: `mcp:${settings.name}`, name: record.name },
      },
      { kind: 'closure', imported: true },
    )
    if (!validation.ok)
      return { problems: validation.problems.map((problem) => ({ ...problem, toolName: record.name })) }
    const tool = sealTool<Tool>({
      definition: validation.definition,
      implementation: {
        kind: 'closure',
        fingerprint: hashCanonical({
          identity,
          ...record,
          outputSchema: outputSchema ?? null,
          title: title ?? '',
        }),
        run: (args, context) => callServer(record, args, context),
      },
    })
    return { tool, record, notes: validation.notes ?? [] }
  } catch (thrown) {
    return { problems: [mcpProblem('SOURCE_UNSUPPORTED', messageOf(thrown), record.name)] }
  }
}

type Annotations = ToolRecord['annotations']

// A hint of a server is what it says of itself. Reading is believed as far as `low`, which is not `safe`; what
// contradicts itself is not believed.
function isReadOnly({ readOnlyHint, destructiveHint }: Annotations): boolean {
  return readOnlyHint === true && destructiveHint !== true
}

function dangerOf(annotations: Annotations): DangerLevel {
  if (isReadOnly(annotations)) return 'low'
  return annotations.destructiveHint === false && annotations.readOnlyHint !== true ? 'medium' : 'high'
}
