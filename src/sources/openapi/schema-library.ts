import { hash } from 'node:crypto'
import { dirname, relative } from 'node:path'
import type { JsonSchema } from '../../schema/json-schema.ts'
import type { Conversion, Side } from './conversion.ts'
import { convertSchema } from './convert-schema.ts'
import { CannotImport, type Note } from './open-api-change.ts'
import { findReference, follow, type OpenApiDocument, type Place } from './open-api-document.ts'

type Schema = JsonSchema | boolean

/** The schemas of a document, each converted once for each side, however many operations use it. */
export interface SchemaLibrary {
  /** Converts what stands at a place; what it refers to is added by `bundle`. Both throw CannotImport. */
  convertPart(place: Place, side: Side, note: Note): Schema
  bundle(schema: JsonSchema, side: Side): JsonSchema
}

interface Entry {
  readonly place: Place
  schema?: Schema
  /** Names of the entries that it refers to. */
  readonly uses: Set<string>
  /** How many schemas it holds itself. */
  size: number
}

/** What a document may hold; GitHub's holds a sixtieth of it. */
const MAX_SCHEMAS = 1_000_000
const MAX_DEFINITIONS = 2_000
/** What all tools hold together, each with its own copy; GitHub's take a fifth of it. */
const MAX_BUNDLED = 300_000
const COMPONENTS = '/components/schemas/'

/** `noteShared` hears of changes in schemas that many operations use, once each. */
export function createSchemaLibrary(document: OpenApiDocument, noteShared: Note): SchemaLibrary {
  const entries: Readonly<Record<Side, Map<string, Entry>>> = { input: new Map(), output: new Map() }
  const bundled: Record<Side, number> = { input: 0, output: 0 }
  let schemas = 0

  function conversionAt(place: Place, side: Side, note: Note, uses: Set<string>): Conversion {
    const find = (reference: string): Place => findReference(document, reference, place.file)
    return {
      side,
      note,
      count: () => {
        schemas += 1
        if (schemas > MAX_SCHEMAS)
          throw new CannotImport('', `the document holds more than ${MAX_SCHEMAS} schemas`)
      },
      refer: (reference) => {
        const found = find(reference)
        const name = nameOf(found, document)
        if (!entries[side].has(name)) entries[side].set(name, { place: found, uses: new Set(), size: 0 })
        uses.add(name)
        return name
      },
      peek: (reference) => follow(document, find(reference)).value,
    }
  }

  function convertPart(place: Place, side: Side, note: Note): Schema {
    return convertSchema(place.value, conversionAt(place, side, note, new Set()), place.pointer)
  }

  function schemaOf(entry: Entry, side: Side): Schema {
    if (entry.schema === undefined) {
      const { place, uses } = entry
      const before = schemas
      entry.schema = convertSchema(place.value, conversionAt(place, side, noteShared, uses), place.pointer)
      entry.size = schemas - before
    }
    return entry.schema
  }

  function bundle(schema: JsonSchema, side: Side): JsonSchema {
    const definitions = new Map<string, Schema>()
    const open = [...referencesIn(schema)]
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const entry = entries[side].get(name)
      if (entry === undefined || definitions.has(name)) continue
      if (definitions.size >= MAX_DEFINITIONS)
        throw new CannotImport('', `one schema refers to more than ${MAX_DEFINITIONS} others`)
      definitions.set(name, schemaOf(entry, side))
      bundled[side] += entry.size
      if (bundled[side] > MAX_BUNDLED)
        throw new CannotImport(
          '',
          'the operations of this document hold too many schemas together; choose with `only`',
        )
      open.push(...entry.uses)
    }
    if (definitions.size === 0) return schema
    // By name, so that the order of a document's operations changes no hash.
    const sorted = [...definitions].sort(([one], [other]) => (one < other ? -1 : 1))
    return { ...schema, $defs: Object.fromEntries(sorted) }
  }

  return { convertPart, bundle }
}

/** The names of definitions that a schema refers to directly. */
export function referencesIn(schema: unknown): ReadonlySet<string> {
  const found = new Set<string>()
  const open: unknown[] = [schema]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    for (const [key, member] of Object.entries(value)) {
      if (key === '$ref' && typeof member === 'string') found.add(member.slice('#/$defs/'.length))
      else if (key !== '$defs' && typeof member === 'object') open.push(member)
    }
  }
  return found
}

/** The name of a definition: its own where it is a component, else one that no other place can have. */
function nameOf({ file, pointer }: Place, document: OpenApiDocument): string {
  const last = pointer.slice(pointer.lastIndexOf('/') + 1)
  const plain = last.replaceAll(/[^\w.-]+/g, '_').slice(0, 80) || 'schema'
  const isComponent = file === document.file && pointer === `${COMPONENTS}${plain}`
  return isComponent
    ? plain
    : `${plain}_${hash('sha256', `${relative(dirname(document.file), file)}#${pointer}`, 'hex').slice(0, 8)}`
}
