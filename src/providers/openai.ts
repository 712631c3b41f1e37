import { createOpenAiFormat } from './openai-chat/openai-format.ts'
import type { ProviderFormat } from './provider-format.ts'

/** OpenAI Chat Completions. Other servers that speak it are in `openai-servers.ts`. */
export const openai: ProviderFormat = createOpenAiFormat({
  id: 'openai',
  title: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  keyVariable: 'OPENAI_API_KEY',
  strict: true,
  maxTokensField: 'max_completion_tokens',
  maxTools: 128,
})
