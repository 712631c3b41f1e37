import type { AuthorOptions } from '../../author/define-tool.ts'
import type { InferArguments, InputSchema } from '../../author/infer-arguments.ts'
import { type ConfigFields, readConfig, type ToolParts } from '../../author/read-config.ts'
import { deepFreeze } from '../../define/deep-freeze.ts'
import type { ClosureTool } from '../../define/tool.ts'
import type { Problem } from '../../errors/problem.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { definitionError } from '../../validate/definition-error.ts'
import { sealTool } from '../../validate/seal-tool.ts'
import { httpImplementation } from './http-implementation.ts'
import { type HttpOptions, type HttpToolConfig, READ_ONLY_METHODS } from './http-tool-config.ts'
import { HTTP_FIELDS, readHttpConfig } from './read-http-config.ts'

/**
 * Makes a tool of an HTTP request that is written as data; throws with every problem at once. Its host is fixed, its
 * secrets are references, and it reaches no private address that `allowHosts` does not name.
 */
export function defineHttpTool<const Input extends InputSchema>(
  config: HttpToolConfig<Input>,
  options: AuthorOptions & HttpOptions = {},
): ClosureTool<InferArguments<Input>> {
  const entries = Object.entries(Object(config) as object)
  const request = Object.fromEntries(entries.filter(([name]) => HTTP_FIELDS.includes(name)))
  const rest = Object.fromEntries(entries.filter(([name]) => !HTTP_FIELDS.includes(name)))
  const { environment, ...authorOptions } = options
  const parts = readParts(withDefaults(rest, request['method']), authorOptions)
  const names =
    parts instanceof ToolwrightError ? undefined : Object.keys(parts.definition.inputSchema.properties ?? {})
  const read = readHttpConfig(request, names ?? namesUsed(request))
  if (parts instanceof ToolwrightError || read.request === undefined) {
    throw definitionError(
      [...(parts instanceof ToolwrightError ? problemsOf(parts) : []), ...read.problems],
      rest['name'],
    )
  }
  return sealTool<ClosureTool<InferArguments<Input>>>({
    ...parts,
    implementation: httpImplementation(
      deepFreeze(structuredClone(read.request)),
      environment === undefined ? {} : { environment },
    ),
  })
}

/** What a request says of itself, where its author did not. */
function withDefaults(
  fields: Readonly<Record<string, unknown>>,
  method: unknown = 'GET',
): Record<string, unknown> {
  const isReading = typeof method === 'string' && READ_ONLY_METHODS.has(method)
  const { constraints } = fields
  const isPlain = constraints === undefined || (typeof constraints === 'object' && constraints !== null)
  return {
    category: 'external_api',
    dangerLevel: isReading ? 'low' : 'high',
    requiredPermissions: ['tool.network.fetch'],
    ...fields,
    ...(isReading && isPlain ? { constraints: { allowSideEffects: false, ...constraints } } : {}),
  }
}

function readParts(fields: ConfigFields, options: AuthorOptions): ToolParts | ToolwrightError {
  try {
    return readConfig(fields, { ...options, kind: 'closure' }, () => undefined)
  } catch (thrown) {
    if (ToolwrightError.is(thrown)) return thrown
    throw thrown
  }
}

function problemsOf({ details }: ToolwrightError): readonly Problem[] {
  return details['problems'] as readonly Problem[]
}

/** Stands in for the names of the arguments where these could not be read: then nothing is said of names. */
function namesUsed(request: Readonly<Record<string, unknown>>): readonly string[] {
  const { url, parameters, body } = request
  const inUrl =
    typeof url === 'string' ? [...url.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? '') : []
  const argument: unknown = (Object(body) as { argument?: unknown }).argument
  return [
    ...inUrl,
    ...Object.keys(Object(parameters) as object),
    ...(typeof argument === 'string' ? [argument] : []),
  ]
}
