import type { ToolDefinition } from '../../define/tool-definition.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { nearestNames } from '../../schema/nearest.ts'
import { type EncodedTool, toolEncoder, type ToolSending } from './encode-tool.ts'
import { createWireNames, type WireNames } from '../names/wire-names.ts'
import type { ProviderFormat, RequestBudgets } from '../provider-format.ts'
import { listSent, type SentTools } from './sent-tools.ts'
import type { TurnOptions, TurnWarning } from '../turn.ts'

/** The tools that a request holds, and what became of the others. */
export interface SelectedTools {
  readonly format: ProviderFormat
  /** What was asked of them, as a key. */
  readonly wishes: string
  readonly definitions: readonly ToolDefinition[]
  readonly toolNames: readonly string[]
  readonly names: WireNames
  /** Where each name stands first. */
  readonly positions: ReadonlyMap<string, number>
  /** One for each definition; undefined for one that is not sent. */
  readonly encoded: readonly (EncodedTool | undefined)[]
  readonly sent: SentTools
  readonly warnings: readonly TurnWarning[]
}

/** The options that decide how tools are written. */
export type ToolWishes = Pick<TurnOptions, 'strict' | 'defer' | 'cache'>

/**
 * Writes the tools one by one within the budgets of a request. A tool whose schema the strict form cannot say, or for
 * which there is no room among the strict ones, is sent plain; one that cannot be sent at all is left out; each with a
 * warning. The rest goes out as asked.
 */
export function selectTools(
  format: ProviderFormat,
  definitions: readonly ToolDefinition[],
  options: ToolWishes,
): SelectedTools {
  const wantsStrict = wishFor(options.strict ?? false)
  const wantsDeferral = wishFor(options.defer ?? false)
  const { capabilities } = format
  const budget = createBudget(format.budgets)
  const encode = toolEncoder(format)
  const warnings: TurnWarning[] = []
  const toolNames = definitions.map(({ name }) => name)
  const names = createWireNames(toolNames, format.names)
  const positions = new Map<string, number>()
  const encodedTools: (EncodedTool | undefined)[] = []
  let sent = 0
  // What is loaded later is not in the cached prefix.
  const last = definitions.findLastIndex(({ name }) => !(capabilities.deferral && wantsDeferral(name)))

  function quarantine(toolName: string, reason: string): void {
    encodedTools.push(undefined)
    const message = `\`${toolName}\` is not sent to ${format.title}: ${reason}.`
    warnings.push({ kind: 'quarantined', toolName, message })
  }

  /** The tool in strict form, if that is wanted and there is room for it. */
  function encodeStrict(definition: ToolDefinition, sending: ToolSending): EncodedTool | undefined {
    const toolName = definition.name
    if (!wantsStrict(toolName)) return undefined
    const strict = capabilities.strict ? encode(definition, { ...sending, strict: true }) : undefined
    const refusal = strict?.ok === true ? budget.refuse(strict) : strict?.reason
    if (strict?.ok === true && refusal === undefined) return strict
    const reason = refusal ?? `${format.title} has no such mode`
    warnings.push({
      kind: 'not-strict',
      toolName,
      message: `\`${toolName}\` is sent without strict: ${reason}.`,
    })
    return undefined
  }

  for (const [position, definition] of definitions.entries()) {
    const toolName = definition.name
    if (positions.has(toolName)) {
      quarantine(toolName, 'another tool of this name comes before it')
      continue
    }
    positions.set(toolName, position)
    if (sent >= budget.tools) {
      quarantine(toolName, `a request holds ${budget.tools} tools at most; choose with \`only\``)
      continue
    }
    const wireName = names.wireNames[position] ?? toolName
    const sending = {
      wireName,
      strict: false,
      deferred: capabilities.deferral && wantsDeferral(toolName),
      cacheUntilHere: capabilities.cacheHints && options.cache === true && position === last,
    }
    const encoded = encodeStrict(definition, sending) ?? encode(definition, sending)
    if (!encoded.ok) {
      quarantine(toolName, encoded.reason)
      continue
    }
    if (wireName !== toolName) {
      warnings.push({
        kind: 'renamed',
        toolName,
        message: `\`${toolName}\` is called \`${wireName}\` at ${format.title}; calls are mapped back.`,
      })
    }
    if (encoded.warnings.length > 0) warnings.push(...encoded.warnings)
    encodedTools.push(encoded)
    sent++
  }
  if (options.defer !== undefined && options.defer.length > 0 && !capabilities.deferral) {
    warnings.push({
      kind: 'request-changed',
      message: `${format.title} cannot defer tools; all of them are sent at once.`,
    })
  }
  return {
    format,
    wishes: wishesOf(options),
    // The caller may change the list afterwards.
    definitions: [...definitions],
    toolNames,
    names,
    positions,
    encoded: encodedTools,
    sent: listSent(encodedTools),
    warnings,
  }
}

export function wishesOf({ strict = false, defer = [], cache = false }: ToolWishes): string {
  return JSON.stringify([strict, defer, cache])
}

/** Throws for a name that no tool has: it would be ignored in silence. */
export function checkToolNames(option: string, names: readonly string[], known: ReadonlySet<string>): void {
  for (const name of names) {
    if (known.has(name)) continue
    const [nearest] = nearestNames(name, known, 1)
    const cure =
      nearest === undefined ? 'Register it first, or take it off the list.' : `Did you mean \`${nearest}\`?`
    throw new ToolwrightError(
      'OPTION_INVALID',
      `\`${option}\` names the tool \`${name}\`, which is not among the enabled tools. ${cure}`,
    )
  }
}

/** Whether a tool is meant. */
export function wishFor(wish: boolean | readonly string[]): (name: string) => boolean {
  if (typeof wish === 'boolean') return () => wish
  const named = new Set(wish)
  return (name) => named.has(name)
}

/** Counts what strict tools use up. */
function createBudget(budgets: RequestBudgets) {
  const { strictTools = Infinity, strictOptionalProperties = Infinity, strictUnions = Infinity } = budgets
  let tools = 0
  let optionalProperties = 0
  let unions = 0
  return {
    tools: budgets.tools ?? Infinity,
    /** Takes the tool into account, or says why there is no room for it. */
    refuse({ counts }: EncodedTool): string | undefined {
      if (tools + 1 > strictTools) return `a request holds ${strictTools} strict tools at most`
      if (optionalProperties + counts.optionalProperties > strictOptionalProperties) {
        return `the strict tools of a request may have ${strictOptionalProperties} optional parameters in all`
      }
      if (unions + counts.unions > strictUnions) {
        return `the strict tools of a request may have ${strictUnions} parameters with unions in all`
      }
      tools++
      optionalProperties += counts.optionalProperties
      unions += counts.unions
      return undefined
    },
  }
}
