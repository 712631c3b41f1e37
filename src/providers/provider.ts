import { aFunction, anObject, aText, type OptionRule } from '../define/check-options.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import { nearestNames } from '../schema/nearest.ts'
import { showValue } from '../schema/show-value.ts'
import { requireDefinitions } from './turn/check-given.ts'
import { prepareTurn, type TurnMemory } from './turn/prepare-turn.ts'
import { findOpenAiServer, OPENAI_SERVERS } from './openai-servers.ts'
import type { ProviderCapabilities, ProviderFormat } from './provider-format.ts'
import { PROVIDER_FORMATS } from './provider-list.ts'
import type { Turn, TurnOptions } from './turn.ts'

/** One provider, for use without a registry. */
export interface Provider {
  readonly id: string
  readonly title: string
  readonly capabilities: ProviderCapabilities
  readonly format: ProviderFormat
  /** Definitions → the wire payload, and what the provider does not get as written. Pure. */
  encodeTools(
    definitions: readonly ToolDefinition[],
    options?: TurnOptions,
  ): Pick<Turn, 'tools' | 'request' | 'warnings'>
  /** The same, with the way back: decoding, streams, results. */
  prepare(definitions: readonly ToolDefinition[], options?: TurnOptions): Turn
  /** Reads an answer without knowing which tools were offered. */
  readonly decode: Turn['decode']
  readonly accumulator: Turn['accumulator']
  readonly encodeResults: Turn['encodeResults']
}

/** The ids of the providers, in the order of the documentation. */
export function listProviders(): string[] {
  return PROVIDER_FORMATS.map(({ id }) => id)
}

/** A provider (or a server that speaks `openai`) by its id, letter case aside, or a format of your own. Throws for one that is unknown. */
export function provider(given: string | ProviderFormat): Provider {
  const format = providerFormat(given)
  const bare = prepareTurn(format, [])
  const memory: TurnMemory = {}
  const prepare = (definitions: readonly ToolDefinition[], options?: TurnOptions): Turn => {
    requireDefinitions(definitions)
    return prepareTurn(format, definitions, options, memory)
  }
  return Object.freeze({
    id: format.id,
    title: format.title,
    capabilities: format.capabilities,
    format,
    encodeTools: prepare,
    prepare,
    decode: bare.decode,
    accumulator: bare.accumulator,
    encodeResults: bare.encodeResults,
  })
}

/** The format itself; throws `Unsupported provider: x` with the known ones. */
export function providerFormat(given: string | ProviderFormat): ProviderFormat {
  if (typeof given === 'string') {
    const wanted = given.trim().toLowerCase()
    const found = PROVIDER_FORMATS.find(({ id }) => id === wanted) ?? findOpenAiServer(wanted)
    if (found !== undefined) return found
    throw unknownProvider(given)
  }
  requireFormat(given)
  return given
}

function unknownProvider(name: string): ToolwrightError {
  const known = listProviders()
  const servers = OPENAI_SERVERS.map(({ id }) => id)
  const [nearest] = nearestNames(name, [...known, ...servers], 1)
  const hint = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`
  return new ToolwrightError(
    'PROVIDER_UNKNOWN',
    `Unsupported provider: ${name.slice(0, 100)}. Known providers: ${known.join(', ')}; servers that speak \`openai\`: ${servers.join(', ')}.${hint}`,
  )
}

const PARTS: Readonly<Record<string, OptionRule>> = {
  id: aText,
  title: aText,
  capabilities: anObject,
  names: anObject,
  dialects: anObject,
  budgets: anObject,
  encodeTool: aFunction,
  encodeTools: aFunction,
  encodeControls: aFunction,
  recognises: aFunction,
  decode: aFunction,
  createAssembler: aFunction,
  encodeResults: aFunction,
}

function requireFormat(given: ProviderFormat): void {
  if (typeof given !== 'object' || given === null) {
    throw new ToolwrightError(
      'PROVIDER_UNKNOWN',
      `Expected the id of a provider or a provider format, not ${showValue(given)}. Known providers: ${listProviders().join(', ')}.`,
    )
  }
  for (const [part, [fits, expected]] of Object.entries(PARTS)) {
    if (fits((given as unknown as Record<string, unknown>)[part])) continue
    throw new ToolwrightError(
      'OPTION_INVALID',
      `The provider format lacks \`${part}\`, which must be ${expected}.`,
    )
  }
}
