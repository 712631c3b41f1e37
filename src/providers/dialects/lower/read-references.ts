import { KEYWORDS } from '../../../schema/keywords.ts'
import { isContainer, type SchemaObject } from '../../../schema/schema-object.ts'
import { own } from './lowering.ts'

/** What the references of a document name, by canonical reference: `#` and a JSON pointer from the root. */
export type ReferenceTargets = ReadonlyMap<string, unknown>

interface Found {
  readonly node: Record<string, unknown>
  readonly pointer: string
  /** Pointer of the nearest schema with an `$id`. */
  readonly base: string
}

const OLD_DIALECT = /draft-0[3-7]/

/** Finds every reference of a copied schema and rewrites it, in place, to its canonical form. */
export function readReferences(root: unknown): ReferenceTargets {
  const targets = new Map<string, unknown>([['#', root]])
  const found: Found[] = []
  const anchors = new Map<string, string>()
  const visited = new Set<unknown>()
  const open: { value: unknown; pointer: string; base: string }[] = [{ value: root, pointer: '', base: '' }]
  const address = isContainer(root) ? own(root, '$schema') : undefined
  const isOld = typeof address === 'string' && OLD_DIALECT.test(address)
  let next = 0

  function visit(): void {
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const { value, pointer } = at
      if (!isContainer(value) || visited.has(value)) continue
      visited.add(value)
      const base = readIdentity(value, pointer, at.base, anchors)
      found.push({ node: value, pointer, base })
      for (const [step, child] of subschemas(value))
        open.push({ value: child, pointer: pointer + step, base })
    }
  }

  visit()
  // The list grows: a reference may lead to where no schema was expected.
  for (; next < found.length; next++) {
    const at = found[next]
    if (at === undefined) break
    const { node, base } = at
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const reference = own(node, keyword)
      if (typeof reference !== 'string') continue
      delete node[keyword]
      const pointer = canonicalPointer(reference, base, anchors)
      const target = pointer === undefined ? undefined : follow(root, pointer)
      node['$ref'] = target === undefined ? reference : `#${pointer}`
      if (target === undefined || pointer === undefined) continue
      targets.set(`#${pointer}`, target)
      open.push({ value: target, pointer, base: '' })
      visit()
    }
  }
  if (isOld) for (const { node } of found) hideSiblings(node)
  return targets
}

/** Notes `$id` and anchors; gives the base of what stands inside. */
function readIdentity(
  node: SchemaObject,
  pointer: string,
  outer: string,
  anchors: Map<string, string>,
): string {
  const id = own(node, '$id')
  const base = typeof id === 'string' && !id.startsWith('#') && pointer !== '' ? pointer : outer
  if (typeof id === 'string') anchors.set(id.startsWith('#') ? base + id : id.replace(/#$/, ''), pointer)
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const name = own(node, keyword)
    if (typeof name === 'string') anchors.set(`${base}#${name}`, pointer)
  }
  return base
}

function canonicalPointer(
  reference: string,
  base: string,
  anchors: ReadonlyMap<string, string>,
): string | undefined {
  const hash = reference.indexOf('#')
  const address = hash === -1 ? reference : reference.slice(0, hash)
  const fragment = hash === -1 ? '' : reference.slice(hash + 1)
  const resource = address === '' ? base : anchors.get(address)
  if (resource === undefined) return undefined
  if (fragment !== '' && !fragment.startsWith('/')) return anchors.get(`${resource}#${fragment}`)
  try {
    return resource + decodeURIComponent(fragment)
  } catch {
    return undefined // a `%` that encodes nothing
  }
}

function follow(root: unknown, pointer: string): unknown {
  let value = root
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as SchemaObject)[key]
  }
  return isContainer(value) || typeof value === 'boolean' ? value : undefined
}

function* subschemas(node: SchemaObject): Iterable<[string, unknown]> {
  for (const [keyword, value] of Object.entries(node)) {
    const shape = KEYWORDS.get(keyword)?.shape
    const isMap = shape === 'schema-map' || shape === 'pattern-map' || shape === 'dependencies'
    if (shape === 'schema' || (shape === 'schema-or-list' && !Array.isArray(value)))
      yield [`/${keyword}`, value]
    else if (isMap || shape === 'schema-list' || shape === 'schema-or-list') {
      if (typeof value !== 'object' || value === null) continue
      for (const [key, member] of Object.entries(value)) {
        yield [`/${keyword}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, member]
      }
    }
  }
}

/** Before 2019-09 nothing beside `$ref` counts; texts for people may stay. */
function hideSiblings(node: Record<string, unknown>): void {
  if (typeof own(node, '$ref') !== 'string') return
  const stays = new Set(['$ref', '$schema', '$defs', 'definitions', 'title', 'description'])
  for (const key of Object.keys(node)) if (!stays.has(key)) delete node[key]
}
