import { put } from './lowering.ts'

const MAX_DEPTH = 120
const MAX_NODES = 50_000

interface Copy {
  readonly value: unknown
  /** Pointers of what was too deep, too much, or contained itself; `{}` stands there. */
  readonly cuts: readonly string[]
}

/** A copy that is plain JSON, a finite tree and ours to read, whatever was given. */
export function copySchema(schema: unknown): Copy {
  const cuts: string[] = []
  const ancestors = new Set<unknown>()
  let nodes = 0

  function copy(value: unknown, path: string, depth: number): unknown {
    if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
    if (typeof value !== 'object') return undefined
    if (depth > MAX_DEPTH || ++nodes > MAX_NODES || ancestors.has(value)) {
      if (cuts.length < 20) cuts.push(path)
      return {}
    }
    ancestors.add(value)
    const result = Array.isArray(value)
      ? value.map((item, index) => copy(item, `${path}/${index}`, depth + 1) ?? null)
      : copyMembers(value, path, depth)
    ancestors.delete(value)
    return result
  }

  function copyMembers(value: object, path: string, depth: number): object {
    const result = {}
    for (const [key, member] of Object.entries(value)) {
      const step = key.replaceAll('~', '~0').replaceAll('/', '~1')
      const copied = copy(member, `${path}/${step}`, depth + 1)
      if (copied !== undefined) put(result, key, copied)
    }
    return result
  }

  return { value: copy(schema, '', 0), cuts }
}
