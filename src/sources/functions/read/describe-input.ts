import type { BoundParameter, FunctionBinding } from '../../../define/function-binding.ts'
import type { JsonValue } from '../../../schema/json-schema.ts'
import type { Doc, ParameterDoc } from '../docs/parse-doc.ts'
import { applyDoc } from '../schema/apply-doc.ts'
import { withoutUndefined } from '../schema/members.ts'
import type { At, Schema, Walk } from '../schema/walk.ts'
import { walkObject } from '../schema/walk-object.ts'
import { type Complaint, type WalkSettings, walkTypes } from '../schema/walk-type.ts'
import type { ObjectShape, TypeReader } from '../type-shape.ts'
import { documentProperty } from './document-property.ts'
import { injectedShape } from './injected-shape.ts'
import type { Signature, SignatureParameter } from './signature.ts'

/** What the parameters of a function become. */
export interface DescribedInput {
  readonly schema: Schema
  readonly binding: Pick<FunctionBinding, 'parameters' | 'revivals'>
  readonly problems: readonly Complaint[]
}

interface Described {
  readonly schema: Schema
  readonly parameters: readonly BoundParameter[]
}

/** One parameter of an object type gives its properties; any others become a property each. */
export function describeInput<Type>(
  signature: Signature<Type>,
  doc: Doc | undefined,
  settings: Omit<WalkSettings<Type>, 'mode'>,
): DescribedInput {
  const { reader } = settings
  const open = signature.parameters.filter(({ inject }) => inject === undefined)
  const [only] = open
  const shape = open.length === 1 && only !== undefined ? objectShape(only, reader) : undefined
  const { result, defs, revivals, problems } = walkTypes({ ...settings, mode: 'input' }, (walk) =>
    only !== undefined && shape !== undefined
      ? describeWhole(signature, only, shape, doc, walk)
      : describeEach(signature, doc, walk),
  )
  const hasDefs = Object.keys(defs).length > 0
  return {
    schema: { ...result.schema, ...(hasDefs ? { $defs: defs } : {}) },
    binding: { parameters: result.parameters, ...(Object.keys(revivals).length > 0 ? { revivals } : {}) },
    problems,
  }
}

function objectShape<Type>(
  { type, syntax }: SignatureParameter<Type>,
  reader: TypeReader<Type>,
): ObjectShape<Type> | undefined {
  if (type === undefined || syntax.isRest) return undefined
  const { shape } = withoutUndefined(type, reader)
  return shape.kind === 'object' && shape.properties.length > 0 ? shape : undefined
}

function describeWhole<Type>(
  { parameters }: Signature<Type>,
  { syntax }: SignatureParameter<Type>,
  { properties: all, index }: ObjectShape<Type>,
  doc: Doc | undefined,
  walk: Walk<Type>,
): Described {
  const at: At = { path: '', place: syntax.place }
  const inject: [string, 'signal' | 'context'][] = []
  const properties = all.filter(({ name, type }) => {
    const what = injectedShape(withoutUndefined(type, walk.reader).shape)
    if (what !== undefined) inject.push([name, what])
    return what === undefined
  })
  const walked = walkObject(
    // Without its name: the arguments as a whole are written out.
    { kind: 'object', properties, ...(index === undefined ? {} : { index }) },
    walk,
    at,
  )
  let schema = walked.schema
  for (const [name, value] of syntax.propertyDefaults) schema = withDefault(schema, name, value)
  if (typeof syntax.default === 'object' && syntax.default !== null && !Array.isArray(syntax.default)) {
    for (const [name, value] of Object.entries(syntax.default)) schema = withDefault(schema, name, value)
  }
  for (const parameter of doc?.parameters ?? []) {
    const [root = '', ...rest] = parameter.name.split('.')
    const path = rest.length > 0 ? rest : [root]
    const documented = documentProperty(schema, path, parameter, walk, at)
    if (documented !== undefined) schema = documented
    else if (rest.length > 0 || (root !== syntax.name && syntax.name !== undefined))
      warnUnknown(parameter, parameters, inject, walk, at)
  }
  return {
    schema,
    parameters: parameters.map((parameter): BoundParameter => {
      if (parameter.inject !== undefined) return { take: parameter.inject }
      return {
        take: 'all',
        ...(syntax.isOptional && inject.length === 0 ? { isOptional: true } : {}),
        ...(walked.revival === undefined ? {} : { revival: walked.revival }),
        ...(inject.length === 0 ? {} : { inject: Object.fromEntries(inject) }),
      }
    }),
  }
}

function describeEach<Type>(
  { parameters }: Signature<Type>,
  doc: Doc | undefined,
  walk: Walk<Type>,
): Described {
  const properties = new Map<string, Schema>()
  const required: string[] = []
  const bound = parameters.map((parameter): BoundParameter => {
    if (parameter.inject !== undefined) return { take: parameter.inject }
    const { syntax, type } = parameter
    const name = freeName(syntax.name ?? 'options', properties)
    const at: At = { path: name, place: syntax.place }
    const inner = type === undefined ? undefined : withoutUndefined(type, walk.reader)
    const walked =
      inner === undefined
        ? walk.refuse(at, 'TYPE_MISSING', 'it has no type', `Write it: \`${name}: string\`.`)
        : walk.walkShape(inner.shape, at)
    const isOptional = syntax.isOptional || syntax.isRest || inner?.hadUndefined === true
    let schema =
      syntax.default === undefined || syntax.default === null
        ? walked.schema
        : { ...walked.schema, default: syntax.default }
    for (const [property, value] of syntax.propertyDefaults) schema = withDefault(schema, property, value)
    const own = doc?.parameters.find((one) => one.name === (syntax.name ?? name))
    if (own !== undefined) schema = applyDoc(schema, own, walk, at)
    for (const nested of doc?.parameters ?? []) {
      const [root, ...path] = nested.name.split('.')
      if (path.length === 0 || root !== (syntax.name ?? name)) continue
      const documented = documentProperty(schema, path, nested, walk, at)
      if (documented === undefined) warnUnknown(nested, parameters, [], walk, at)
      else schema = documented
    }
    properties.set(name, schema)
    if (!isOptional) required.push(name)
    const revival = walked.revival === undefined ? {} : { revival: walked.revival }
    return { take: syntax.isRest ? 'rest' : 'argument', name, ...revival }
  })
  const place = parameters[0]?.syntax.place
  for (const parameter of doc?.parameters ?? []) {
    if (!parameter.name.includes('.') && !properties.has(parameter.name) && walk !== undefined)
      warnUnknown(parameter, parameters, [], walk, { path: '', place: place ?? { file: '', offset: 0 } })
  }
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    },
    parameters: bound,
  }
}

function freeName(wanted: string, taken: ReadonlyMap<string, unknown>): string {
  let name = wanted
  for (let suffix = 2; taken.has(name); suffix++) name = `${wanted}${suffix}`
  return name
}

/** A default is said of what may be left out. */
function withDefault(schema: Schema, name: string, value: JsonValue): Schema {
  const properties = schema['properties'] as Readonly<Record<string, Schema>> | undefined
  const required = (schema['required'] ?? []) as readonly string[]
  if (
    properties === undefined ||
    !Object.hasOwn(properties, name) ||
    required.includes(name) ||
    value === null
  )
    return schema
  return { ...schema, properties: { ...properties, [name]: { ...properties[name], default: value } } }
}

function warnUnknown<Type>(
  parameter: ParameterDoc,
  parameters: readonly SignatureParameter<Type>[],
  injected: readonly (readonly [string, string])[],
  walk: Walk<Type>,
  at: At,
): void {
  const { name, offset } = parameter
  const ours = parameters.some(({ inject, syntax }) => inject !== undefined && syntax.name === name)
  if (ours || injected.some(([property]) => name.endsWith(`.${property}`))) return
  const names = parameters.flatMap(({ syntax }) => (syntax.name === undefined ? [] : [syntax.name]))
  walk.warn(
    { path: name, place: { file: at.place.file, offset } },
    'PARAM_UNKNOWN',
    `\`@param ${name}\` names no parameter`,
    names.length === 0 ? 'Remove it.' : `Correct it: the parameters are ${names.join(', ')}.`,
  )
}
