import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ToolDefinition } from '../src/define/tool-definition.ts'
import { provider } from '../src/providers/provider.ts'

/** The official description of a request, where there is one among the corpora. */
const OFFICIAL: Readonly<Record<string, string>> = {
  openai: 'openai.chat-completions.request.schema.json',
  'openai-responses': 'openai.responses.request.schema.json',
  anthropic: 'anthropic.messages.request.schema.json',
  gemini: 'vertex-gemini.generateContent.request.schema.json',
  ollama: 'ollama.chat.request.schema.json',
}

const compiled = new Map<string, ValidateFunction>()

/** What is wrong with the request in which a provider gets a definition; undefined when nothing is. */
export function payloadProblem(id: string, definition: ToolDefinition, corpora: string): string | undefined {
  const turn = provider(id).prepare([definition])
  if (turn.warnings.some(({ kind }) => kind === 'quarantined') || turn.tools === undefined) return 'not sent'
  if (id === 'mcp' || OFFICIAL[id] === undefined) return undefined
  const body = turn.encodeRequest({
    model: 'model',
    messages: [{ role: 'user', content: 'hello' }],
    stream: false,
    maxTokens: 100,
  })
  const validate = validatorOf(OFFICIAL[id], corpora)
  if (validate(body)) return undefined
  const [error] = validate.errors ?? []
  return `${error?.instancePath} ${error?.message}`
}

function validatorOf(name: string, corpora: string): ValidateFunction {
  const known = compiled.get(name)
  if (known !== undefined) return known
  const schema = JSON.parse(readFileSync(join(corpora, 'provider-request-schemas', name), 'utf8')) as {
    $schema?: string
  }
  const options = { strict: false, allErrors: false, validateFormats: false, logger: false } as const
  const isOld = schema.$schema?.includes('draft-07') === true
  const validate = (isOld ? new Ajv(options) : new Ajv2020(options)).compile(schema)
  compiled.set(name, validate)
  return validate
}
