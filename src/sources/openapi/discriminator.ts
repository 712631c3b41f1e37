import type { JsonSchema } from '../../schema/json-schema.ts'
import type { Conversion } from './conversion.ts'
import { fieldsAt, type Fields, memberOf, textAt } from './read-values.ts'

const COMPONENTS = '#/components/schemas/'

/**
 * A discriminator names the one branch of a union that counts, so each branch is given the value that chooses it: without
 * that, two branches that look alike would both fit, and `oneOf` would refuse both.
 */
export function readDiscriminator(
  source: Fields,
  target: Map<string, unknown>,
  conversion: Conversion,
): void {
  const discriminator = fieldsAt(source, 'discriminator')
  const property = textAt(discriminator, 'propertyName')
  const keyword = target.has('oneOf') ? 'oneOf' : 'anyOf'
  const given = source[keyword]
  const branches = target.get(keyword)
  if (property === undefined || !Array.isArray(given) || !Array.isArray(branches)) return
  const mapping = Object.entries(fieldsAt(discriminator, 'mapping') ?? {})
  const values = given.map((branch: unknown) => valuesOf(textAt(branch, '$ref'), mapping))
  // A branch without a value of its own, or one that says it itself, is left as it is.
  target.set(
    keyword,
    branches.map((branch: JsonSchema, index) => {
      const chosen = values[index] ?? []
      if (chosen.length === 0 || branch.$ref === undefined || saysItself(given[index], property, conversion))
        return branch
      const tag = chosen.length === 1 ? { const: chosen[0] } : { enum: chosen }
      return { ...branch, properties: Object.fromEntries([[property, tag]]), required: [property] }
    }),
  )
}

function valuesOf(
  reference: string | undefined,
  mapping: readonly (readonly [string, unknown])[],
): readonly string[] {
  if (reference === undefined) return []
  const name = reference.startsWith(COMPONENTS) ? reference.slice(COMPONENTS.length) : undefined
  const mapped = mapping
    .filter(([, to]) => to === reference || (name !== undefined && to === name))
    .map(([value]) => value)
  return mapped.length > 0 || name === undefined ? mapped : [name]
}

function saysItself(branch: unknown, property: string, conversion: Conversion): boolean {
  const reference = textAt(branch, '$ref')
  const schema = reference === undefined ? branch : conversion.peek(reference)
  const own = memberOf(memberOf(schema, 'properties'), property)
  return memberOf(own, 'enum') !== undefined || memberOf(own, 'const') !== undefined
}
