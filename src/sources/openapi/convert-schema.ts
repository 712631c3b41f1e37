import { showValue } from '../../schema/show-value.ts'
import type { Conversion, Schema } from './conversion.ts'
import { convertKeyword, namesOf } from './convert-keyword.ts'
import { readDiscriminator } from './discriminator.ts'
import { isFields, memberOf, type Fields } from './read-values.ts'
import { addExample, tellBase64, tellDefault } from './schema-words.ts'
import { writeNullable } from './write-nullable.ts'

const MAX_DEPTH = 40
/** Of the document, not of the values; `$id` and its kin would change where references lead. */
const DROPPED: ReadonlySet<string> = new Set([
  '$id',
  '$schema',
  '$anchor',
  '$comment',
  '$vocabulary',
  '$recursiveAnchor',
  '$dynamicAnchor',
  '$defs',
  'definitions',
  'nullable',
  'discriminator',
  'xml',
  'externalDocs',
  'example',
  'readOnly',
  'writeOnly',
  'contentSchema',
  'required',
  'properties',
  'default',
])
/** Servers take their own schemas lightly: a result is not refused for more than its description, or for how a text is spelt. */
const DROPPED_FROM_OUTPUT: ReadonlySet<string> = new Set([
  'examples',
  'title',
  'format',
  'pattern',
  'unevaluatedProperties',
  'deprecated',
])
/** Writes a schema of OpenAPI 3.0 or 3.1 as JSON Schema 2020-12. */
export function convertSchema(
  value: unknown,
  conversion: Conversion,
  path: string,
  depth: number = 0,
): Schema {
  if (typeof value === 'boolean') return value
  if (!isFields(value)) {
    conversion.note('keyword-left-out', path, `here is ${showValue(value)} in place of a schema`)
    return {}
  }
  if (depth > MAX_DEPTH) {
    conversion.note('schema-loosened', path, `nested deeper than ${MAX_DEPTH} levels`)
    return {}
  }
  conversion.count()
  const target = new Map<string, unknown>()
  const reference = memberOf(value, '$ref')
  // What stands beside it counts too, as 3.1 has it and as authors of 3.0 mean it.
  if (typeof reference === 'string') target.set('$ref', `#/$defs/${conversion.refer(reference)}`)
  for (const keyword of Object.keys(value)) {
    const given = value[keyword]
    if (given === undefined || keyword.startsWith('x-') || DROPPED.has(keyword)) continue
    if (keyword === '$ref' && target.has('$ref')) continue
    if (conversion.side === 'output' && isDroppedFromOutput(keyword, given)) continue
    const at = `${path}/${keyword}`
    const converted = convertKeyword(keyword, given, value, at, conversion.note, (child, name) =>
      convertSchema(child, conversion, `${at}/${name}`, depth + 1),
    )
    if (converted !== undefined)
      target.set(keyword === 'items' && Array.isArray(given) ? 'prefixItems' : keyword, converted)
  }
  convertProperties(value, target, conversion, path, depth)
  if (conversion.side === 'input') {
    addExample(value, target)
    tellDefault(value, target)
    if (value['format'] === 'binary' || value['format'] === 'byte' || value['type'] === 'file')
      tellBase64(target)
  }
  readDiscriminator(value, target, conversion)
  return writeNullable(value, Object.fromEntries(target))
}

function isDroppedFromOutput(keyword: string, given: unknown): boolean {
  return DROPPED_FROM_OUTPUT.has(keyword) || (keyword === 'additionalProperties' && given === false)
}

/** Properties that only the server, or only the client, gives are not there on the other side. */
function convertProperties(
  value: Fields,
  target: Map<string, unknown>,
  conversion: Conversion,
  path: string,
  depth: number,
): void {
  const { properties, required } = value
  const hidden = new Set<string>()
  if (properties !== undefined && !isFields(properties)) {
    conversion.note('keyword-left-out', `${path}/properties`, `\`properties\` is ${showValue(properties)}`)
  } else if (properties !== undefined) {
    const mark = conversion.side === 'input' ? 'readOnly' : 'writeOnly'
    const pairs: (readonly [string, Schema])[] = []
    for (const [name, child] of Object.entries(properties)) {
      if (isMarked(child, mark, conversion)) hidden.add(name)
      else pairs.push([name, convertSchema(child, conversion, `${path}/properties/${name}`, depth + 1)])
    }
    target.set('properties', Object.fromEntries(pairs))
  }
  if (required === undefined) return
  if (!Array.isArray(required)) {
    // In earlier drafts `required: true` stood at the property itself; so it is common and means nothing here.
    if (typeof required !== 'boolean')
      conversion.note('keyword-left-out', `${path}/required`, `\`required\` is ${showValue(required)}`)
    return
  }
  const names = namesOf(required).filter((name) => !hidden.has(name))
  if (names.length > 0) target.set('required', names)
}

function isMarked(child: unknown, mark: 'readOnly' | 'writeOnly', conversion: Conversion): boolean {
  if (memberOf(child, mark) === true) return true
  const reference = memberOf(child, '$ref')
  return typeof reference === 'string' && memberOf(conversion.peek(reference), mark) === true
}
