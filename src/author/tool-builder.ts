import type { DefinitionDraft } from '../define/create-definition.ts'
import type { ParameterItems, ParameterType, ToolParameter } from '../define/parameter.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { validateDefinition } from '../validate/validate-definition.ts'
import type { ToolBuilder } from './builder-types.ts'
import type { AuthorOptions } from './define-tool.ts'
import { definitionError } from '../validate/definition-error.ts'
import { implement } from './implement.ts'

interface Collected extends Partial<Omit<DefinitionDraft, 'inputSchema'>> {
  readonly parameters: readonly ToolParameter[]
}

type Extra = Partial<ToolParameter>

/** Starts a definition with its name; the calls that follow say the rest. */
export function toolBuilder(name: string, options: AuthorOptions = {}): ToolBuilder {
  return createBuilder({ name, parameters: [] }, options)
}

function createBuilder(draft: Collected, options: AuthorOptions): ToolBuilder {
  const set = (fields: Partial<Collected>): ToolBuilder => createBuilder({ ...draft, ...fields }, options)
  const add = (parameter: ToolParameter): ToolBuilder => set({ parameters: [...draft.parameters, parameter] })
  const required = (type: ParameterType) => (name: string, description: string, extra?: Extra) =>
    add({ ...extra, name, description, type, required: true })
  const optional = (type: ParameterType) => (name: string, description: string, extra?: Extra) =>
    add({ ...extra, name, description, type })

  function build(): ToolDefinition {
    const validation = validateDefinition(draft, { ...options, kind: 'closure' })
    if (!validation.ok) throw definitionError(validation.problems, draft.name)
    return validation.definition
  }

  const methods = {
    description: (description: string) => set({ description }),
    requiredString: required('string'),
    optionalString: optional('string'),
    requiredInteger: required('integer'),
    optionalInteger: optional('integer'),
    requiredNumber: required('number'),
    optionalNumber: optional('number'),
    requiredBoolean: required('boolean'),
    optionalBoolean: optional('boolean'),
    requiredEnum: (name: string, description: string, values: readonly string[]) =>
      required('string')(name, description, { enum: values }),
    optionalEnum: (name: string, description: string, values: readonly string[], extra?: Extra) =>
      optional('string')(name, description, { ...extra, enum: values }),
    requiredArray: (name: string, description: string, items: ParameterItems) =>
      required('array')(name, description, { items }),
    optionalArray: (name: string, description: string, items: ParameterItems, extra?: Extra) =>
      optional('array')(name, description, { ...extra, items }),
    requiredObject: (name: string, description: string, schema: JsonSchema) =>
      required('object')(name, description, { schema }),
    optionalObject: (name: string, description: string, schema: JsonSchema, extra?: Extra) =>
      optional('object')(name, description, { ...extra, schema }),
    parameter: add,
    outputSchema: (outputSchema: Collected['outputSchema']) => set({ outputSchema }),
    enabled: (enabled: boolean) => set({ enabled }),
    metadata: (metadata: Collected['metadata']) => set({ metadata }),
    category: (category: Collected['category']) => set({ category }),
    dangerLevel: (dangerLevel: Collected['dangerLevel']) => set({ dangerLevel }),
    constraints: (constraints: Collected['constraints']) => set({ constraints }),
    permissions: (...requiredPermissions: readonly string[]) => set({ requiredPermissions }),
    requiresConfirmation: (requiresConfirmation = true) => set({ requiresConfirmation }),
    version: (version: string) => set({ version }),
    tags: (...tags: readonly string[]) => set({ tags }),
    build,
    run: (run: Parameters<typeof implement>[1]) => implement(build(), run),
  }
  // The types of the calls made so far exist only in the interface: at run time every call adds to the same list.
  return methods as unknown as ToolBuilder
}
