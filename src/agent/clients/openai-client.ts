import { plainAdapter } from './client-adapter.ts'

/** `openai`, Chat Completions: `client.chat.completions.create`. */
export const openaiClient = plainAdapter('openai', 'openai', 'chat', 'completions', 'create')

/** `openai`, Responses: `client.responses.create`. */
export const openaiResponsesClient = plainAdapter('openai-responses', 'openai', 'responses', 'create')
