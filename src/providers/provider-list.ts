import { anthropic } from './anthropic.ts'
import { bedrock } from './bedrock.ts'
import { cohere } from './cohere.ts'
import { gemini } from './gemini.ts'
import { mcp } from './mcp.ts'
import { mistral } from './mistral.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import { openaiResponses } from './openai-responses.ts'
import type { ProviderFormat } from './provider-format.ts'

/** Every provider there is. A new one is a file, its test, and a line here. */
export const PROVIDER_FORMATS: readonly ProviderFormat[] = Object.freeze([
  openai,
  openaiResponses,
  anthropic,
  gemini,
  ollama,
  bedrock,
  mistral,
  cohere,
  mcp,
])
