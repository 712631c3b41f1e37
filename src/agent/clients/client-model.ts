import { anObject, checkOptions, type OptionRules } from '../../define/check-options.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { providerFormat } from '../../providers/provider.ts'
import { showValue } from '../../schema/show-value.ts'
import type { Model } from '../model.ts'
import { anthropicClient } from './anthropic-client.ts'
import { bedrockClient } from './bedrock-client.ts'
import type { ClientAdapter, ClientOptions } from './client-adapter.ts'
import { cohereClient } from './cohere-client.ts'
import { genaiClient } from './genai-client.ts'
import { mistralClient } from './mistral-client.ts'
import { ollamaClient } from './ollama-client.ts'
import { openaiClient, openaiResponsesClient } from './openai-client.ts'

/** The first that fits is taken: the client of OpenAI fits twice. */
const ADAPTERS: readonly ClientAdapter[] = [
  openaiClient,
  openaiResponsesClient,
  anthropicClient,
  genaiClient,
  mistralClient,
  cohereClient,
  ollamaClient,
  bedrockClient,
]

const RULES: OptionRules<ClientOptions> = {
  model: [(value) => typeof value === 'string' && value !== '', 'the name of a model'],
  provider: [
    (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
    'the id of a provider, or a provider format',
  ],
  commands: anObject,
}

/** A model that is reached through the official client of its provider, with the settings of that client. */
export function clientModel(client: object, options: ClientOptions): Model {
  checkOptions('clientModel', options, RULES)
  if (options.model === undefined) {
    throw new ToolwrightError('OPTION_INVALID', '`clientModel` needs `model`, the name of a model.')
  }
  const adapter = adapterFor(client, options.provider)
  return {
    provider: options.provider ?? adapter.provider,
    name: options.model,
    ...adapter.connect(client, options),
  }
}

function adapterFor(client: object, given: ClientOptions['provider']): ClientAdapter {
  const isObject = (typeof client === 'object' || typeof client === 'function') && client !== null
  const format = given === undefined ? undefined : providerFormat(given)
  const found = ADAPTERS.find(
    (adapter) => isObject && (format === undefined || format.id === adapter.provider) && adapter.fits(client),
  )
  if (found !== undefined) return found
  // The client of OpenAI is what most other servers are reached with: only its address is another.
  const speaksChat = format?.chat?.path('model', false).endsWith('/chat/completions') === true
  if (speaksChat && isObject && openaiClient.fits(client)) return openaiClient
  const known = ADAPTERS.map(({ packageName, provider }) => `${packageName} (${provider})`).join(', ')
  const wanted = format === undefined ? 'a known client' : `a client for \`${format.id}\``
  throw new ToolwrightError(
    'OPTION_INVALID',
    `\`clientModel\` was given ${showValue(client)}, which is not ${wanted}. Known: ${known}. For anything else write a model: \`{ provider, name, generate }\`.`,
  )
}
