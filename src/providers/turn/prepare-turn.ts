import {
  aFlag,
  aListOf,
  checkOptions,
  type OptionRule,
  type OptionRules,
} from '../../define/check-options.ts'
import { deepFreeze } from '../../define/deep-freeze.ts'
import type { ToolDefinition } from '../../define/tool-definition.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import type { JsonObject } from '../../schema/json-schema.ts'
import { requireChat, requireResults } from './check-given.ts'
import { referToCall } from './call-echo.ts'
import { decodeResponse } from './decode-response.ts'
import type { EncodedTool } from './encode-tool.ts'
import { mergeWrapped } from './parallel-wrapper.ts'
import type { MessageContext, ProviderFormat, ToolChoice } from '../provider-format.ts'
import { reselectTools } from './reselect-tools.ts'
import { checkToolNames, type SelectedTools, selectTools } from './select-tools.ts'
import { finishArguments } from '../stream/finish-call.ts'
import { createStreamAccumulator } from './stream-accumulator.ts'
import { joinTools } from './join-tools.ts'
import type { Turn, TurnOptions, TurnWarning } from '../turn.ts'

/** What a turn leaves behind for the next one, which mostly has the same tools. It saves time and changes nothing else. */
export interface TurnMemory {
  selected?: SelectedTools
}

/** Prepares one request: the tools as the provider takes them, and the way back for its answer. */
export function prepareTurn(
  format: ProviderFormat,
  definitions: readonly ToolDefinition[],
  options: TurnOptions = {},
  memory: TurnMemory = {},
): Turn {
  checkOptions('prepare', options, TURN_RULES)
  const { toolChoice = 'auto' } = options
  const wanted = chooseDefinitions(definitions, options)
  const { capabilities } = format
  const named = typeof toolChoice === 'object'
  const offered =
    toolChoice === 'none' && !capabilities.noneChoice
      ? []
      : named && !capabilities.namedChoice
        ? wanted.filter(({ name }) => name === toolChoice.tool)
        : wanted
  const before = memory.selected && reselectTools(memory.selected, format, offered, options)
  const selected = before ?? selectTools(format, offered, options)
  memory.selected = selected
  const { names, positions, sent } = selected
  const toolOf = (name: string): EncodedTool | undefined => {
    const position = positions.get(name)
    return position === undefined ? undefined : selected.encoded[position]
  }
  const choice = sendableChoice(format, toolChoice, toolOf)
  // What goes into other hands is frozen: later turns hold it too.
  const tools = sent.wires.length === 0 ? undefined : deepFreeze(format.encodeTools(sent.wires))
  const controls = format.encodeControls(tools, {
    choice: typeof choice === 'object' ? { tool: names.wireName(choice.tool) } : choice,
    parallel: options.parallel,
    strict: sent.strict,
  })
  const warnings: readonly TurnWarning[] = Object.freeze([
    ...selected.warnings,
    ...controls.warnings.map((message): TurnWarning => ({ kind: 'request-changed', message })),
  ])
  const context: MessageContext = {
    referTo: (call) => referToCall(call, format.id, format.ids, names.wireName),
    wireArguments(name, text) {
      const { input } = finishArguments(text)
      return (toolOf(name)?.codec?.toWire(input) ?? input) as JsonObject
    },
  }
  const reading = { format, names, toolOf }
  let json: string | undefined

  return Object.freeze<Turn>({
    provider: format.id,
    format,
    tools,
    get toolsJson() {
      return (json ??= tools === undefined ? '' : joinTools(format, tools, sent))
    },
    request: deepFreeze(controls.request),
    warnings,
    decode: (response) => decodeResponse(reading, response),
    accumulator: (given = {}) => createStreamAccumulator(reading, given),
    encodeResults(results) {
      requireResults(results)
      return format.encodeResults(mergeWrapped(results, format.id), context)
    },
    encodeRequest(chat) {
      if (format.chat === undefined) {
        throw new ToolwrightError(
          'OPTION_INVALID',
          `No model speaks ${format.title}; it has no requests to encode.`,
        )
      }
      requireChat(chat)
      const messages = chat.messages.map((message) =>
        message.role === 'tool' ? { ...message, results: mergeWrapped(message.results, format.id) } : message,
      )
      return format.chat.encodeRequest({ ...chat, messages, tools: tools && controls.request }, context)
    },
    wireName: names.wireName,
    toolName: names.toolName,
  })
}

/** The definitions that were asked for. A name that no definition has is the developer's mistake. */
function chooseDefinitions(
  definitions: readonly ToolDefinition[],
  { only, toolChoice, strict, defer }: TurnOptions,
): readonly ToolDefinition[] {
  if (only === undefined && typeof toolChoice !== 'object' && !Array.isArray(strict) && defer === undefined) {
    return definitions
  }
  const known = new Set(definitions.map(({ name }) => name))
  if (only !== undefined) checkToolNames('only', only, known)
  const chosen = only === undefined ? known : new Set(only)
  if (typeof toolChoice === 'object') checkToolNames('toolChoice', [toolChoice.tool], chosen)
  if (typeof strict === 'object') checkToolNames('strict', strict, known)
  if (defer !== undefined) checkToolNames('defer', defer, known)
  return only === undefined ? definitions : definitions.filter(({ name }) => chosen.has(name))
}

/** A named tool that had to be left out, or a choice among no tools, cannot be sent. */
function sendableChoice(
  { capabilities }: ProviderFormat,
  choice: ToolChoice,
  toolOf: (name: string) => EncodedTool | undefined,
): ToolChoice {
  if (typeof choice !== 'object') return choice
  if (toolOf(choice.tool) === undefined) return 'auto'
  return capabilities.namedChoice ? choice : 'required'
}

const isText = (value: unknown): boolean => typeof value === 'string'

const aChoice: OptionRule = [
  (value) =>
    value === 'auto' ||
    value === 'none' ||
    value === 'required' ||
    (typeof value === 'object' && value !== null && isText((value as { tool?: unknown }).tool)),
  '`auto`, `none`, `required` or `{ tool: name }`',
]

const TURN_RULES: OptionRules<TurnOptions> = {
  only: aListOf('tool names', isText),
  toolChoice: aChoice,
  parallel: aFlag,
  strict: [
    (value) => typeof value === 'boolean' || (Array.isArray(value) && value.every(isText)),
    'true, false or a list of tool names',
  ],
  defer: aListOf('tool names', isText),
  cache: aFlag,
}
