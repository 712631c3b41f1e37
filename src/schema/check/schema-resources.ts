import type { SchemaFrame } from './schema-walk.ts'

/** Where relative addresses start when a schema has no `$id` of its own. */
const DEFAULT_BASE = 'https://schema.invalid/'

/** A schema with an address: the document itself, and each subschema with an `$id`. */
export interface SchemaResource {
  readonly base: string
  readonly root: SchemaFrame
  /** What `#name` leads to. */
  readonly anchors: Map<string, SchemaFrame>
}

/** The addresses in a document. */
export interface SchemaResources {
  resourceOf(frame: SchemaFrame): SchemaResource
  byAddress(address: string): SchemaResource | undefined
  /** Adds schemas met later, at the end of a reference into an unknown keyword. */
  add(frames: readonly SchemaFrame[]): void
}

/** Resolves an address against a base; undefined when it is none. */
export function resolveAddress(address: string, base: string): URL | undefined {
  return URL.canParse(address, base) ? new URL(address, base) : undefined
}

/** Collects `$id` and anchors; `frames` has parents before children. */
export function collectResources(frames: readonly SchemaFrame[]): SchemaResources {
  const resources = new Map<string, SchemaResource>()
  const owners = new Map<SchemaFrame, SchemaResource>()

  function resourceOf(frame: SchemaFrame): SchemaResource {
    for (let at: SchemaFrame | undefined = frame; at !== undefined; at = at.parent) {
      const owner = owners.get(at)
      if (owner !== undefined) return owner
    }
    return createResource(frame, DEFAULT_BASE)
  }

  function createResource(root: SchemaFrame, base: string): SchemaResource {
    const resource = { base, root, anchors: new Map<string, SchemaFrame>() }
    owners.set(root, resource)
    if (!resources.has(base)) resources.set(base, resource)
    return resource
  }

  function add(added: readonly SchemaFrame[]): void {
    for (const frame of added) {
      const schema = frame.value as Readonly<Record<string, unknown>>
      const id = ownText(schema, '$id')
      // In draft-07 a `$ref` silences everything beside it, its `$id` too.
      const silenced = frame.dialect === 'draft-07' && ownText(schema, '$ref') !== undefined
      if (id !== undefined && !silenced) addId(frame, id)
      else if (frame.parent === undefined) createResource(frame, DEFAULT_BASE)
      for (const keyword of ['$anchor', '$dynamicAnchor']) {
        const name = ownText(schema, keyword)
        if (name !== undefined && frame.dialect !== 'draft-07') resourceOf(frame).anchors.set(name, frame)
      }
    }
  }

  function addId(frame: SchemaFrame, id: string): void {
    const outer = frame.parent === undefined ? DEFAULT_BASE : resourceOf(frame.parent).base
    if (id.startsWith('#')) {
      // How draft-07 writes an anchor.
      if (frame.parent === undefined) createResource(frame, DEFAULT_BASE)
      resourceOf(frame).anchors.set(id.slice(1), frame)
      return
    }
    const address = resolveAddress(id, outer)?.href ?? outer
    createResource(frame, address.replace(/#.*$/s, ''))
  }

  add(frames)
  return { resourceOf, byAddress: (address) => resources.get(address), add }
}

function ownText(schema: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = Object.hasOwn(schema, key) ? schema[key] : undefined
  return typeof value === 'string' ? value : undefined
}
