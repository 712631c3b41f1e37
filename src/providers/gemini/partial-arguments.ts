import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import { MAX_JSON_DEPTH } from '../../schema/mend/json-text.ts'
import type { ValueDelta, ValuePath } from '../stream/stream-delta.ts'
import { fieldsOf } from '../wire/read-fields.ts'
import { parseJsonPath } from './json-path.ts'

/** Every value is told with its path: small ones deep down would take any amount of memory. */
const MAX_PLANTED_STEPS = 4_000_000

type Key = string | number

/** Children are in a Map: a place named `__proto__` is a place like any other. */
interface Container {
  readonly kind: 'object' | 'array'
  readonly path: ValuePath
  readonly children: Map<Key, Place>
}
interface Text {
  readonly kind: 'text'
  readonly path: ValuePath
  text: string
  willContinue: boolean
  closed: boolean
}
type Place = Container | Text | { readonly kind: 'value'; readonly value: number | boolean | null }

/** The arguments of one call, growing piece by piece. */
export interface PartialArguments {
  /** Takes one of `partialArgs`; false when it cannot be written where it wants to be. */
  write(piece: unknown): boolean
  /** Takes arguments that came whole; false when there is something else at their place. */
  plant(args: JsonObject): boolean
  /** Whether a text was announced to go on and did not. */
  hasOpenText(): boolean
  /** Tells that everything is complete. */
  close(): void
  value(): JsonObject
}

/** Puts arguments together from pieces with paths, and tells every step so that the steps give the same value. */
export function createPartialArguments(tell: (change: ValueDelta) => void): PartialArguments {
  const root: Container = { kind: 'object', path: [], children: new Map() }
  const containers: Container[] = []
  const openTexts = new Set<Text>()
  let current: Text | undefined
  let opened = false
  let plantedSteps = 0

  function openRoot(): void {
    if (opened) return
    opened = true
    enter(root)
  }

  function enter(container: Container): void {
    containers.push(container)
    tell({ type: 'open', path: container.path, value: container.kind === 'array' ? [] : {} })
  }

  function closeText(text: Text): void {
    text.closed = true
    openTexts.delete(text)
    tell({ type: 'close', path: text.path })
  }

  /** The container that holds the last step of the path; undefined when something else is in the way. */
  function parentOf(path: ValuePath): Container | undefined {
    openRoot()
    let parent = root
    for (const [depth, key] of path.slice(0, -1).entries()) {
      if (!mayHold(parent, key)) return undefined
      const kind = typeof path[depth + 1] === 'number' ? 'array' : 'object'
      let child = parent.children.get(key)
      if (child === undefined) {
        child = { kind, path: path.slice(0, depth + 1), children: new Map() }
        parent.children.set(key, child)
        enter(child)
      }
      if (child.kind !== kind) return undefined
      parent = child
    }
    return parent
  }

  function writeText(path: ValuePath, text: string, willContinue: boolean): boolean {
    const found = placeAt(path)
    if (found === undefined) return false
    const { parent, key, child } = found
    if (child !== undefined && (child.kind !== 'text' || child.closed)) return false
    const place: Text = child ?? { kind: 'text', path, text: '', willContinue, closed: false }
    if (current !== undefined && current !== place && !current.willContinue) closeText(current)
    if (child === undefined) {
      parent.children.set(key, place)
      openTexts.add(place)
      tell({ type: 'open', path, value: '' })
    }
    place.text += text
    place.willContinue = willContinue
    current = place
    if (text !== '') tell({ type: 'append', path, text })
    return true
  }

  function writeValue(path: ValuePath, value: number | boolean | null): boolean {
    const found = placeAt(path)
    if (found === undefined || found.child !== undefined) return false
    if (current?.willContinue === false && !current.closed) closeText(current)
    found.parent.children.set(found.key, { kind: 'value', value })
    tell({ type: 'value', path, value })
    return true
  }

  function placeAt(path: ValuePath): { parent: Container; key: Key; child: Place | undefined } | undefined {
    const parent = parentOf(path)
    const key = path.at(-1)
    if (parent === undefined || key === undefined || !mayHold(parent, key)) return undefined
    return { parent, key, child: parent.children.get(key) }
  }

  function plantAt(path: ValuePath, value: unknown): boolean {
    plantedSteps += path.length
    if (path.length > MAX_JSON_DEPTH || plantedSteps > MAX_PLANTED_STEPS) return false
    if (typeof value === 'string') return writeText(path, value, false)
    if (value === null || typeof value === 'number' || typeof value === 'boolean') {
      return writeValue(path, value)
    }
    if (typeof value !== 'object') return false
    const kind = Array.isArray(value) ? 'array' : 'object'
    if (path.length === 0) {
      if (kind === 'array') return false
      openRoot()
    } else {
      const found = placeAt(path)
      if (found === undefined || (found.child !== undefined && found.child.kind !== kind)) return false
      if (found.child === undefined) {
        const container: Container = { kind, path, children: new Map() }
        found.parent.children.set(found.key, container)
        enter(container)
      }
    }
    const entries: [Key, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
    return entries.every(([key, child]) => plantAt([...path, key], child))
  }

  return {
    write(piece) {
      const fields = fieldsOf(piece)
      const path = parseJsonPath(fields['jsonPath'])
      if (path === undefined) return false
      const willContinue = fields['willContinue'] === true
      const { stringValue, numberValue, boolValue } = fields
      if (typeof stringValue === 'string') return writeText(path, stringValue, willContinue)
      if (typeof numberValue === 'number') return writeValue(path, numberValue)
      if (typeof boolValue === 'boolean') return writeValue(path, boolValue)
      return Object.hasOwn(fields, 'nullValue') && writeValue(path, null)
    },
    plant: (args) => plantAt([], args),
    hasOpenText: () => [...openTexts].some(({ willContinue }) => willContinue),
    close() {
      openRoot()
      for (const text of openTexts) closeText(text)
      for (const { path } of containers.reverse()) tell({ type: 'close', path })
    },
    value: () => valueOf(root) as JsonObject,
  }
}

/** Lists grow by one at a time: an index far out would make a list of holes, or a huge one. */
function mayHold({ kind, children }: Container, key: Key): boolean {
  return kind === 'array' ? typeof key === 'number' && key <= children.size : typeof key === 'string'
}

function valueOf(place: Place): JsonValue {
  switch (place.kind) {
    case 'text':
      return place.text
    case 'value':
      return place.value
    case 'array':
      return [...place.children.values()].map(valueOf)
    case 'object':
      return Object.fromEntries([...place.children].map(([key, child]) => [key, valueOf(child)]))
  }
}
