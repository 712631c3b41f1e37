import { camelFieldName } from '../../define/field-names.ts'
import type { Tool } from '../../define/tool.ts'
import type { Problem } from '../../errors/problem.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { kindOf } from '../../validate/read-draft.ts'
import { formatPath } from '../../validate/format-path.ts'
import { suggest } from '../../validate/suggest.ts'
import { isRecord } from '../http/check-fields.ts'
import { defineHttpTool } from '../http/define-http-tool.ts'
import type { HttpToolConfig } from '../http/http-tool-config.ts'
import { HTTP_FIELDS } from '../http/read-http-config.ts'
import { camelHttp, snakeHttpField, snakeWords } from './http-field-names.ts'
import type { EntryFields, EntryReport } from './read-entry.ts'

/** A tool that is an HTTP request, written in the words of `defineHttpTool` with snake_case names. */
export function readHttpTool({ given, fields, options }: EntryFields, report: EntryReport): Tool | undefined {
  if (!isRecord(given)) {
    const message = `\`http\` is ${kindOf(given)}; expected an object`
    report('http', 'DEFINE_HTTP_INVALID', message, 'Give at least `url`.')
    return undefined
  }
  const config = ownFields(fields, report)
  // Names that stand for a tool's own fields would be taken for these.
  for (const [name, value] of Object.entries(camelHttp(given))) {
    if (HTTP_FIELDS.includes(name)) config[name] = value
    else {
      const known = HTTP_FIELDS.map(snakeHttpField)
      const own = name.trimEnd()
      const message = `\`${own.slice(0, 64)}\` is no field of a request.${suggest(snakeHttpField(own), known)}`
      report(formatPath('http', [own]), 'DEFINE_FIELD_UNKNOWN', message)
    }
  }
  const { permissions, keywords, environment } = options
  try {
    return defineHttpTool(config as unknown as HttpToolConfig<[]>, {
      permissions,
      keywords,
      ...(environment === undefined ? {} : { environment }),
    })
  } catch (thrown) {
    if (!ToolwrightError.is(thrown)) throw thrown
    const problems = (thrown.details['problems'] ?? []) as readonly Problem[]
    for (const { path, code, message, hint } of problems)
      if (code === 'DEFINE_HTTP_INVALID') report(`http.${path.trimEnd()}`, code, snakeWords(message), hint)
      else report(ownPath(path, fields), code, message, hint)
    if (problems.length === 0) report('', thrown.code, thrown.message)
    return undefined
  }
}

/** The fields of the tool as `defineHttpTool` calls them. */
function ownFields(fields: EntryFields['fields'], report: EntryReport): Record<string, unknown> {
  const config: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) continue
    const field = camelFieldName(name)
    config[ALIASES.get(field) ?? field] = field === 'constraints' ? camelNames(value) : value
  }
  const { parameters, input_schema: inputSchema } = fields
  // Both are `input` there, which tells them apart by what they are.
  if ((parameters ?? null) !== null && (inputSchema ?? null) !== null) {
    const message = 'there are both `parameters` and `input_schema`'
    report('input_schema', 'DEFINE_FIELD_UNKNOWN', message, 'Keep one of the two.')
  }
  if ((parameters ?? null) !== null && !Array.isArray(parameters))
    report('parameters', 'DEFINE_FIELD_TYPE', `\`parameters\` is ${kindOf(parameters)}; expected a list`)
  if ((inputSchema ?? null) !== null && !isRecord(inputSchema))
    report(
      'input_schema',
      'DEFINE_INPUT_NOT_OBJECT',
      `\`input_schema\` is ${kindOf(inputSchema)}; expected an object schema`,
    )
  return config
}

// The defaults of a request are set by these names.
function camelNames(constraints: unknown): unknown {
  if (!isRecord(constraints)) return constraints
  return Object.fromEntries(Object.entries(constraints).map(([name, value]) => [camelFieldName(name), value]))
}

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['parameters', 'input'],
  ['inputSchema', 'input'],
  ['outputSchema', 'output'],
])

/** `input.properties.city` as the file has it. */
function ownPath(path: string, fields: Readonly<Record<string, unknown>>): string {
  const [first = ''] = path.split(/[.[]/, 1)
  const own = Object.keys(fields).find((name) => ALIASES.get(camelFieldName(name)) === first)
  const plain = first === 'input' ? 'input_schema' : first === 'output' ? 'output_schema' : first
  return (own ?? plain) + path.slice(first.length)
}
