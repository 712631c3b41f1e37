// Servers that speak OpenAI Chat Completions, as data: a new one is a row. What differs from one model of a server to
// the next (pictures, thinking, forced calls) is not here.
import { ToolwrightError } from '../errors/toolwright-error.ts'
import { nearestNames } from '../schema/nearest.ts'
import { createOpenAiFormat } from './openai-chat/openai-format.ts'
import { checkOpenAiServer, type OpenAiServer } from './openai-chat/openai-server.ts'
import type { ProviderFormat } from './provider-format.ts'

/** In the order of the documentation: hosted, then those that run on your own machine. */
export const OPENAI_SERVERS: readonly (OpenAiServer & { readonly title: string })[] = [
  {
    id: 'azure',
    title: 'Azure OpenAI',
    baseUrl: 'https://{resource}.openai.azure.com/openai/v1',
    keyVariable: 'AZURE_OPENAI_API_KEY',
    keyHeader: 'api-key',
    strict: true,
    maxTokensField: 'max_completion_tokens',
    maxTools: 128,
  },
  {
    id: 'groq',
    title: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyVariable: 'GROQ_API_KEY',
    maxTokensField: 'max_completion_tokens',
    maxTools: 128,
  },
  {
    // Strict is at another address: `openAiServer('deepseek', { baseUrl: 'https://api.deepseek.com/beta', strict: true })`.
    id: 'deepseek',
    title: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    keyVariable: 'DEEPSEEK_API_KEY',
    parallelFlag: false,
    maxTools: 128,
  },
  {
    id: 'xai',
    title: 'xAI',
    baseUrl: 'https://api.x.ai/v1',
    keyVariable: 'XAI_API_KEY',
    maxTokensField: 'max_completion_tokens',
    maxTools: 128,
  },
  {
    id: 'openrouter',
    title: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
  },
  {
    id: 'together',
    title: 'Together',
    baseUrl: 'https://api.together.xyz/v1',
    keyVariable: 'TOGETHER_API_KEY',
    parallelFlag: false,
  },
  {
    id: 'fireworks',
    title: 'Fireworks',
    baseUrl: 'https://api.fireworks.ai/inference/v1',
    keyVariable: 'FIREWORKS_API_KEY',
  },
  {
    // It knows strict, but refuses a request in which some tools are strict and others are not.
    id: 'cerebras',
    title: 'Cerebras',
    baseUrl: 'https://api.cerebras.ai/v1',
    keyVariable: 'CEREBRAS_API_KEY',
    maxTokensField: 'max_completion_tokens',
  },
  {
    id: 'huggingface',
    title: 'Hugging Face',
    baseUrl: 'https://router.huggingface.co/v1',
    keyVariable: 'HF_TOKEN',
  },
  {
    id: 'nvidia',
    title: 'NVIDIA',
    baseUrl: 'https://integrate.api.nvidia.com/v1',
    keyVariable: 'NVIDIA_API_KEY',
  },
  { id: 'vllm', title: 'vLLM', baseUrl: 'http://localhost:8000/v1' },
  {
    // Both refuse or ignore a choice that is an object.
    id: 'lmstudio',
    title: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    namedChoice: false,
    parallelFlag: false,
  },
  { id: 'llamacpp', title: 'llama.cpp', baseUrl: 'http://localhost:8080/v1', namedChoice: false },
]

const kept = new Map<OpenAiServer, ProviderFormat>()

/** A listed server by its id, letter case aside; the same format each time. Undefined for one that is not listed. */
export function findOpenAiServer(id: string): ProviderFormat | undefined {
  const row = rowOf(id)
  return row && formatOf(row)
}

function formatOf(row: OpenAiServer): ProviderFormat {
  let format = kept.get(row)
  if (format === undefined) kept.set(row, (format = createOpenAiFormat(row)))
  return format
}

function rowOf(id: string): OpenAiServer | undefined {
  const wanted = id.trim().toLowerCase()
  return OPENAI_SERVERS.find((server) => server.id === wanted)
}

/**
 * The format of a server that speaks OpenAI Chat Completions: a listed one by its id, with changes if need be, or one of
 * your own. Keep what it gives: what was written for one format is not shared with another.
 */
export function openAiServer(
  given: string | OpenAiServer,
  changes?: Partial<Omit<OpenAiServer, 'id'>>,
): ProviderFormat {
  if (typeof given !== 'string') return checkedFormat({ ...given, ...changes })
  const row = rowOf(given)
  if (row === undefined) throw unknownServer(given)
  return changes === undefined ? formatOf(row) : checkedFormat({ ...row, ...changes })
}

function checkedFormat(server: OpenAiServer): ProviderFormat {
  checkOpenAiServer(server)
  return createOpenAiFormat(server)
}

function unknownServer(id: string): ToolwrightError {
  const known = OPENAI_SERVERS.map((server) => server.id)
  const [nearest] = nearestNames(id, known, 1)
  const cure =
    nearest === undefined ? 'Give one of your own: `{ id, baseUrl }`.' : `Did you mean \`${nearest}\`?`
  return new ToolwrightError(
    'PROVIDER_UNKNOWN',
    `Unknown server: ${id.slice(0, 100)}. Known servers: ${known.join(', ')}. ${cure}`,
  )
}
