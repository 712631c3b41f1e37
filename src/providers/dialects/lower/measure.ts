import { isContainer, type SchemaObject } from '../../../schema/schema-object.ts'
import type { LoweredSchema, SchemaDialect } from '../schema-dialect.ts'
import { listOf, namesOf, own } from './lowering.ts'

type Counts = Extract<LoweredSchema, { ok: true }>['counts']
type Limits = NonNullable<SchemaDialect['limits']>

interface Measure {
  readonly counts: Counts
  /** Why the schema is too large for the dialect. */
  readonly excess: string | undefined
}

/** Counts what a finished schema holds. */
export function measure(root: SchemaObject, limits: Limits): Measure {
  const counts = { optionalProperties: 0, unions: 0, properties: 0 }
  const totals = { depth: 0, enumValues: 0, nameCharacters: 0, largeEnum: false }
  const { largeEnum } = limits
  const open: { readonly node: unknown; readonly depth: number }[] = [{ node: root, depth: 0 }]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { node, depth } = at
    if (!isContainer(node)) continue
    totals.depth = Math.max(totals.depth, depth)
    const isUnion = [own(node, 'anyOf'), own(node, 'oneOf'), own(node, 'type')].some(
      (list) => listOf(list).length > 1,
    )
    if (isUnion) counts.unions++
    countValues(node)
    const properties = own(node, 'properties')
    const names = isContainer(properties) ? Object.keys(properties) : []
    const required = new Set(namesOf(own(node, 'required')))
    counts.properties += names.length
    counts.optionalProperties += names.filter((name) => !required.has(name)).length
    for (const name of names) totals.nameCharacters += name.length
    for (const keyword of ['properties', '$defs']) {
      const members = own(node, keyword)
      if (!isContainer(members)) continue
      for (const member of Object.values(members)) {
        open.push({ node: member, depth: keyword === 'properties' ? depth + 1 : 0 })
      }
    }
    for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
      for (const branch of listOf(own(node, keyword))) open.push({ node: branch, depth })
    }
    for (const keyword of ['items', 'additionalProperties']) open.push({ node: own(node, keyword), depth })
  }

  function countValues(node: SchemaObject): void {
    const values = [...listOf(own(node, 'enum')), ...(Object.hasOwn(node, 'const') ? [node['const']] : [])]
    const texts = values.filter((value) => typeof value === 'string')
    const characters = texts.reduce((sum, text) => sum + text.length, 0)
    totals.enumValues += listOf(own(node, 'enum')).length
    totals.nameCharacters += characters
    if (largeEnum !== undefined && texts.length > largeEnum.values && characters > largeEnum.characters) {
      totals.largeEnum = true
    }
  }

  return { counts, excess: findExcess({ ...totals, properties: counts.properties }, limits) }
}

function findExcess(
  totals: {
    readonly properties: number
    readonly depth: number
    readonly enumValues: number
    readonly nameCharacters: number
    readonly largeEnum: boolean
  },
  limits: Limits,
): string | undefined {
  const rules = [
    [totals.properties, limits.properties, 'properties'],
    [totals.depth, limits.depth, 'levels of objects'],
    [totals.enumValues, limits.enumValues, 'values of `enum`'],
    [totals.nameCharacters, limits.nameCharacters, 'characters in names and values'],
  ] as const
  for (const [count, limit, what] of rules) {
    if (limit !== undefined && count > limit)
      return `the schema has ${count} ${what}; at most ${limit} are taken`
  }
  return totals.largeEnum
    ? `one \`enum\` has more than ${limits.largeEnum?.characters} characters`
    : undefined
}
