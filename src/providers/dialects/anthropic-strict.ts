import { OPENAI_STRICT } from './openai-strict.ts'
import type { SchemaDialect } from './schema-dialect.ts'

/** Anthropic strict: closed objects, optional properties allowed (a budget of the request), no maps, no recursion. */
export const ANTHROPIC_STRICT: SchemaDialect = {
  ...OPENAI_STRICT,
  id: 'anthropic-strict',
  keywords: {
    title: 'keep',
    minItems: 'keep',
    default: 'describe',
    examples: 'describe',
    example: 'describe',
  },
  takes: { minItems: (value) => value === 0 || value === 1 },
  required: 'declared',
  maps: 'refuse',
  enumValues: 'primitive',
  recursion: false,
  formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid', 'uri'],
  limits: {},
}
