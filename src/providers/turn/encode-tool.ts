import { deepFreeze } from '../../define/deep-freeze.ts'
import { limitsOf } from '../../define/limits-of.ts'
import type { ToolDefinition } from '../../define/tool-definition.ts'
import { messageOf } from '../../errors/from-unknown.ts'
import type { JsonObject } from '../../schema/json-schema.ts'
import { lowerSchema } from '../dialects/lower-schema.ts'
import type { LoweredSchema } from '../dialects/schema-dialect.ts'
import type { ProviderFormat, WireTool } from '../provider-format.ts'
import type { TurnWarning } from '../turn.ts'
import { isFields, listOf } from '../wire/read-fields.ts'

type Lowered = Extract<LoweredSchema, { ok: true }>

/** How one tool is to be sent. */
export interface ToolSending {
  readonly wireName: string
  readonly strict: boolean
  readonly deferred: boolean
  readonly cacheUntilHere: boolean
}

/** One tool as it is sent. Frozen and kept for as long as its definition lives. */
export interface EncodedTool {
  readonly ok: true
  readonly definition: ToolDefinition
  readonly sending: ToolSending
  readonly wire: JsonObject
  /** `wire` as JSON text. */
  readonly json: string
  readonly codec: Lowered['codec']
  readonly counts: Lowered['counts']
  /** Empty when the provider gets the schema as the author wrote it. */
  readonly warnings: readonly TurnWarning[]
}

/** Why a tool cannot be sent that way. */
interface UnsendableTool {
  readonly ok: false
  readonly reason: string
}

type Encoding = EncodedTool | UnsendableTool

const MAX_WAYS = 16

const kept = new WeakMap<ProviderFormat, WeakMap<ToolDefinition, Kept[]>>()

/** One way of sending a tool, and what came of it. */
interface Kept {
  readonly sending: ToolSending
  readonly encoding: Encoding
}

/** Writes tools for a provider, each once; the same definition sent the same way is never written again. */
export function toolEncoder(
  format: ProviderFormat,
): (definition: ToolDefinition, sending: ToolSending) => Encoding {
  let ofFormat = kept.get(format)
  if (ofFormat === undefined) kept.set(format, (ofFormat = new WeakMap()))
  const ofDefinition = ofFormat
  return (definition, sending) => {
    // Few ways a tool: looking through them is quicker than a key made of text, a thousand times a request.
    const ways = ofDefinition.get(definition)
    const found = ways?.find((way) => isSameSending(way.sending, sending))
    if (found !== undefined) return found.encoding
    const encoding = write(format, definition, sending)
    if (ways === undefined) ofDefinition.set(definition, [{ sending, encoding }])
    else {
      // Names depend on the other tools in rare cases: without an end, a registry that changes could make ever more.
      if (ways.length >= MAX_WAYS) ways.shift()
      ways.push({ sending, encoding })
    }
    return encoding
  }
}

function isSameSending(one: ToolSending, other: ToolSending): boolean {
  return (
    one.wireName === other.wireName &&
    one.strict === other.strict &&
    one.deferred === other.deferred &&
    one.cacheUntilHere === other.cacheUntilHere
  )
}

function write(format: ProviderFormat, definition: ToolDefinition, sending: ToolSending): Encoding {
  try {
    const { plain, strict = plain } = format.dialects
    const dialect = sending.strict ? strict : plain
    const lowered = lowerSchema(definition.inputSchema, dialect)
    if (!lowered.ok) return { ok: false, reason: `${lowered.reason} (at \`${lowered.path || '/'}\`)` }
    const wire = deepFreeze(structuredClone(format.encodeTool(toWireTool(definition, sending, lowered))))
    return Object.freeze({
      ok: true,
      definition,
      sending,
      wire,
      json: JSON.stringify(wire),
      codec: lowered.codec,
      counts: lowered.counts,
      warnings: changeWarnings(format, definition, lowered),
    })
  } catch (thrown) {
    // A definition that nobody validated: cyclic, with functions inside, of the wrong type. One bad tool spoils no request.
    return { ok: false, reason: messageOf(thrown) }
  }
}

function toWireTool(definition: ToolDefinition, sending: ToolSending, lowered: Lowered): WireTool {
  const { schema, codec, rootDescription } = lowered
  const { description, outputSchema, dangerLevel, metadata } = definition
  const { wireName, ...rest } = sending
  const title = metadata['title']
  const examples = listOf(definition.inputSchema['examples'])
    .map((example) => (codec === undefined ? example : codec.toWire(example)))
    .filter(isFields)
  return {
    name: wireName,
    description: joinDescriptions(description, rootDescription),
    inputSchema: schema,
    ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as JsonObject }),
    ...rest,
    examples,
    annotations: {
      ...(typeof title === 'string' ? { title } : {}),
      readOnly: !limitsOf(definition).allowSideEffects,
      destructive: dangerLevel === 'high' || dangerLevel === 'critical',
    },
  }
}

function joinDescriptions(own: string, more: string | undefined): string {
  return more === undefined || more === own ? own : `${own}\n\n${more}`
}

function changeWarnings(
  format: ProviderFormat,
  { name }: ToolDefinition,
  { changes }: Lowered,
): readonly TurnWarning[] {
  if (changes.length === 0) return []
  const message = `${format.title} gets the schema of \`${name}\` with ${changes.length} ${changes.length === 1 ? 'change' : 'changes'}; arguments are still checked against the whole of it.`
  return [{ kind: 'schema-changed', toolName: name, message, changes }]
}
