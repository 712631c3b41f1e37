import { plainAdapter } from './client-adapter.ts'

/** `@anthropic-ai/sdk`: `client.messages.create`. */
export const anthropicClient = plainAdapter('anthropic', '@anthropic-ai/sdk', 'messages', 'create')
