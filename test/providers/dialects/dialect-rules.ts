import { isContainer, type SchemaObject } from '../../../src/schema/schema-object.ts'

// The rules of each dialect once more, written from the providers' documents and not from our tables: a schema that
// breaks one is refused by the provider, or read as something else.

type Rule = (schema: SchemaObject, path: string, root: SchemaObject) => readonly string[]

const SHAPE = ['type', 'description', 'properties', 'required', 'enum', 'anyOf', 'items']
const LIMITS = ['minimum', 'maximum', 'minItems', 'maxItems', 'pattern']
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']
const OPENAI_FORMATS = 'date-time,time,date,duration,email,hostname,ipv4,ipv6,uuid'.split(',')

const only =
  (...keywords: readonly string[]): Rule =>
  (schema) =>
    Object.keys(schema)
      .filter((keyword) => !keywords.includes(keyword))
      .map((keyword) => `\`${keyword}\` is not taken`)

const never =
  (...keywords: readonly string[]): Rule =>
  (schema) =>
    keywords
      .filter((keyword) => Object.hasOwn(schema, keyword))
      .map((keyword) => `\`${keyword}\` is not taken`)

const typesOf = (schema: SchemaObject): readonly unknown[] => [schema['type'] ?? []].flat()

const typed: Rule = (schema) =>
  ['type', 'anyOf', '$ref'].some((keyword) => Object.hasOwn(schema, keyword)) ? [] : ['there is no type']

const itemsOnArrays: Rule = (schema) =>
  typesOf(schema).includes('array') && !isContainer(schema['items']) ? ['an array needs `items`'] : []

const closed: Rule = (schema) => {
  if (!typesOf(schema).includes('object')) return []
  return [
    ...(schema['additionalProperties'] === false ? [] : ['the object is open']),
    ...(isContainer(schema['properties']) ? [] : ['the object has no `properties`']),
  ]
}

const allRequired: Rule = (schema) => {
  const names = isContainer(schema['properties']) ? Object.keys(schema['properties']) : []
  const required = (schema['required'] ?? []) as readonly string[]
  return names.length === required.length && names.every((name) => required.includes(name))
    ? []
    : ['not every property is required']
}

const declaredRequired: Rule = (schema) => {
  const properties = isContainer(schema['properties']) ? schema['properties'] : {}
  const required = (schema['required'] ?? []) as readonly string[]
  return required.every((name) => Object.hasOwn(properties, name)) ? [] : ['a required name has no schema']
}

const loneReferences: Rule = (schema) =>
  Object.hasOwn(schema, '$ref') && Object.keys(schema).length > 1 ? ['`$ref` is not alone'] : []

const referencesLead: Rule = (schema, _path, root) => {
  const reference = schema['$ref']
  if (typeof reference !== 'string') return []
  const defs = isContainer(root['$defs']) ? root['$defs'] : {}
  const name = reference.replace('#/$defs/', '')
  return Object.hasOwn(defs, name) ? [] : [`\`${reference}\` leads nowhere`]
}

const noRecursion: Rule = (schema, path, root) => {
  if (path !== '') return []
  const defs = isContainer(root['$defs']) ? root['$defs'] : {}
  const reaches = (from: unknown, trail: readonly string[]): boolean => {
    const names = JSON.stringify(from)
      .matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)
      .map((match) => match[1] ?? '')
    return [...new Set(names)].some((name) => trail.includes(name) || reaches(defs[name], [...trail, name]))
  }
  const { $defs: _, ...rest } = schema
  return reaches(rest, []) ? ['the schema names itself'] : []
}

const formats =
  (...taken: readonly string[]): Rule =>
  ({ format }) =>
    typeof format === 'string' && !taken.includes(format) ? [`the format \`${format}\` is not taken`] : []

const enums =
  (isTaken: (value: unknown) => boolean): Rule =>
  (schema) =>
    Array.isArray(schema['enum']) && !schema['enum'].every(isTaken) ? ['a value of `enum` is not taken'] : []

const noLookaround: Rule = ({ pattern }) =>
  typeof pattern === 'string' && /\(\?<?[=!]/.test(pattern) ? ['the pattern looks around'] : []

const smallMinItems: Rule = ({ minItems }) =>
  minItems === undefined || minItems === 0 || minItems === 1 ? [] : ['`minItems` is above 1']

const oneType: Rule = ({ type }) =>
  type === undefined || typeof type === 'string' ? [] : ['`type` is a list']

const countsAsText: Rule = (schema) =>
  COUNTS.filter((keyword) => typeof schema[keyword] === 'number').map(
    (keyword) => `\`${keyword}\` is a number`,
  )

const shortNames: Rule = (schema) =>
  Object.keys(isContainer(schema['properties']) ? schema['properties'] : {})
    .filter((name) => !/^[A-Za-z_]\w{0,63}$/.test(name))
    .map((name) => `the name \`${name}\` is not taken`)

const rootObject: Rule = (schema, path) => {
  if (path !== '') return []
  const unions = ['anyOf', 'oneOf', 'allOf', '$ref', 'enum', 'const'].filter((keyword) =>
    Object.hasOwn(schema, keyword),
  )
  return [
    ...(schema['type'] === 'object' ? [] : ['the root is no object']),
    ...(isContainer(schema['properties']) ? [] : ['the root has no `properties`']),
    ...unions.map((keyword) => `\`${keyword}\` stands at the root`),
  ]
}

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  'json-schema': [rootObject, never('$schema', '$id', '$comment', 'definitions'), referencesLead],
  inlined: [rootObject, never('$schema', '$id', '$comment', 'definitions', '$ref', '$defs')],
  mcp: [(schema, path) => (path !== '' || schema['type'] === 'object' ? [] : ['the root is no object'])],
  'openai-strict': [
    rootObject,
    only(
      ...SHAPE,
      ...LIMITS,
      'additionalProperties',
      'const',
      '$ref',
      '$defs',
      'format',
      'exclusiveMinimum',
      'exclusiveMaximum',
      'multipleOf',
    ),
    typed,
    itemsOnArrays,
    closed,
    allRequired,
    loneReferences,
    referencesLead,
    formats(...OPENAI_FORMATS),
    noLookaround,
  ],
  'anthropic-strict': [
    rootObject,
    only(...SHAPE, 'title', 'additionalProperties', 'const', '$ref', '$defs', 'format', 'minItems'),
    typed,
    itemsOnArrays,
    closed,
    declaredRequired,
    loneReferences,
    referencesLead,
    noRecursion,
    formats(...OPENAI_FORMATS, 'uri'),
    enums((value) => typeof value !== 'object' || value === null),
    smallMinItems,
  ],
  'gemini-json': [
    rootObject,
    only(
      ...SHAPE,
      ...LIMITS,
      ...COUNTS,
      'additionalProperties',
      '$ref',
      '$defs',
      'default',
      'prefixItems',
      'propertyOrdering',
    ),
    referencesLead,
  ],
  'gemini-openapi': [
    rootObject,
    only(...SHAPE, ...LIMITS, ...COUNTS, 'default', 'example', 'nullable', 'format'),
    typed,
    oneType,
    itemsOnArrays,
    declaredRequired,
    formats('enum', 'date-time'),
    enums((value) => typeof value === 'string'),
    countsAsText,
    shortNames,
  ],
  ollama: [
    rootObject,
    only(...SHAPE),
    (schema, path) =>
      path === '' && Object.hasOwn(schema, 'description') ? ['the root has a description'] : [],
  ],
}

const ONE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames']
const MANY = [
  'anyOf',
  'oneOf',
  'allOf',
  'prefixItems',
  'properties',
  '$defs',
  'patternProperties',
  'dependentSchemas',
]

/** Every breach of a dialect's rules in a lowered schema, with its place; empty when the provider takes it. */
export function breachesOf(schema: SchemaObject, dialectId: string): readonly string[] {
  const rules = RULES[dialectId]
  if (rules === undefined)
    throw new Error(`No rules for the dialect ${dialectId}; add them to dialect-rules.ts`)
  const breaches: string[] = []
  const visit = (node: unknown, path: string): void => {
    if (!isContainer(node)) return
    for (const rule of rules)
      breaches.push(...rule(node, path, schema).map((breach) => `${path || '/'}: ${breach}`))
    for (const keyword of ONE) visit(node[keyword], `${path}/${keyword}`)
    for (const keyword of MANY) {
      const members = node[keyword]
      if (typeof members !== 'object' || members === null) continue
      for (const [key, member] of Object.entries(members)) visit(member, `${path}/${keyword}/${key}`)
    }
  }
  if (dialectId === 'mcp') breaches.push(...(rules[0]?.(schema, '', schema) ?? []))
  else visit(schema, '')
  return breaches
}
