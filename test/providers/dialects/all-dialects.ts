import { ANTHROPIC_STRICT } from '../../../src/providers/dialects/anthropic-strict.ts'
import { GEMINI_JSON } from '../../../src/providers/dialects/gemini-json.ts'
import { GEMINI_OPENAPI } from '../../../src/providers/dialects/gemini-openapi.ts'
import { INLINED } from '../../../src/providers/dialects/inlined.ts'
import { JSON_SCHEMA } from '../../../src/providers/dialects/json-schema.ts'
import { MCP } from '../../../src/providers/dialects/mcp.ts'
import { OLLAMA } from '../../../src/providers/dialects/ollama.ts'
import { OPENAI_STRICT } from '../../../src/providers/dialects/openai-strict.ts'

export const ALL_DIALECTS = [
  JSON_SCHEMA,
  INLINED,
  MCP,
  OPENAI_STRICT,
  ANTHROPIC_STRICT,
  GEMINI_JSON,
  GEMINI_OPENAPI,
  OLLAMA,
] as const
