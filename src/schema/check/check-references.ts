import {
  collectResources,
  resolveAddress,
  type SchemaResource,
  type SchemaResources,
} from './schema-resources.ts'
import { checkExpansion } from './check-expansion.ts'
import { quoteValue, type Reference, type SchemaFrame, type SchemaWalk } from './schema-walk.ts'

const HAS_SCHEME = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

/** Checks that every reference leads to a schema of the same document, and that following them comes to an end. */
export function checkReferences(walk: SchemaWalk): void {
  const resources = collectResources(walk.schemas)
  const frames = new Map<unknown, SchemaFrame>()
  const targets = new Map<SchemaFrame, SchemaFrame[]>()
  let known = 0
  const learn = (): void => {
    for (; known < walk.schemas.length; known++) {
      const frame = walk.schemas[known]
      if (frame !== undefined && !frames.has(frame.value)) frames.set(frame.value, frame)
    }
  }
  // The list grows while it is read: a reference into an unknown keyword makes a schema of what stands there.
  for (let index = 0; index < walk.references.length && !walk.full; index++) {
    const reference = walk.references[index]
    if (reference === undefined) break
    learn()
    const target = findTarget(walk, resources, reference)
    if (target === undefined || typeof target.value === 'boolean') continue
    const frame = frames.get(target.value) ?? adopt(walk, resources, target)
    const list = targets.get(reference.frame)
    if (list === undefined) targets.set(reference.frame, [frame])
    else list.push(frame)
  }
  learn()
  if (!walk.full) checkExpansion(walk, targets)
}

interface Target {
  readonly value: unknown
  readonly from: SchemaFrame
  readonly path: readonly string[]
}

/** Has the walk look at a schema that stands where none was expected. */
function adopt(walk: SchemaWalk, resources: SchemaResources, target: Target): SchemaFrame {
  const before = walk.schemas.length
  const [key = '', ...rest] = target.path
  walk.pushSchema(target.from, target.value, key, rest.length === 0 ? undefined : rest.join('/'), false)
  walk.run()
  const added = walk.schemas.slice(before)
  resources.add(added)
  return added[0] ?? target.from
}

function findTarget(walk: SchemaWalk, resources: SchemaResources, reference: Reference): Target | undefined {
  const { frame, keyword, text } = reference
  const own = resources.resourceOf(frame)
  const hash = text.indexOf('#')
  const address = hash === -1 ? text : text.slice(0, hash)
  const fragment = hash === -1 ? '' : text.slice(hash + 1)
  const resource = address === '' ? own : resources.byAddress(resolveAddress(address, own.base)?.href ?? '')
  if (resource === undefined) {
    const isRemote = HAS_SCHEME.test(text) || !hasOwnId(own)
    const message = isRemote
      ? `\`${keyword}\` is ${quoteValue(text)}, which is outside this document; nothing is fetched.`
      : `\`${keyword}\` is ${quoteValue(text)}, but no schema here has that \`$id\`.`
    walk.report(frame, [keyword], isRemote ? 'SCHEMA_REF_REMOTE' : 'SCHEMA_REF_UNRESOLVED', message)
    return undefined
  }
  const target = findFragment(resource, fragment)
  if (target === undefined) {
    walk.report(
      frame,
      [keyword],
      'SCHEMA_REF_UNRESOLVED',
      `\`${keyword}\` is ${quoteValue(text)}, but there is no schema at that place.`,
    )
  }
  return target
}

function hasOwnId(resource: SchemaResource): boolean {
  return Object.hasOwn(resource.root.value as object, '$id')
}

function findFragment({ root, anchors }: SchemaResource, fragment: string): Target | undefined {
  if (fragment === '') return { value: root.value, from: root, path: [] }
  if (!fragment.startsWith('/')) {
    const anchor = anchors.get(fragment)
    return anchor === undefined ? undefined : { value: anchor.value, from: anchor, path: [] }
  }
  const path = decodePointer(fragment)
  let value: unknown = root.value
  for (const token of path ?? []) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[token]
  }
  const isSchema =
    typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value))
  return path !== undefined && isSchema ? { value, from: root, path } : undefined
}

function decodePointer(fragment: string): readonly string[] | undefined {
  try {
    const tokens = decodeURIComponent(fragment).slice(1).split('/')
    return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
  } catch {
    return undefined // a `%` that encodes nothing
  }
}
