import type { Revival } from '../../../define/function-binding.ts'
import type { Doc } from '../docs/parse-doc.ts'
import type { FunctionProblemCode, PlacedProblem, Place } from '../function-problem.ts'
import type { Named, Shape, TypeReader } from '../type-shape.ts'
import type { At, Schema, Walk, Walked } from './walk.ts'
import { walkBuiltin } from './walk-builtin.ts'
import { walkObject } from './walk-object.ts'
import { walkPlain } from './walk-plain.ts'
import { walkTuple } from './walk-tuple.ts'
import { walkUnion } from './walk-union.ts'

/** What a walk is for. */
export interface WalkSettings<Type> {
  readonly reader: TypeReader<Type>
  readonly mode: 'input' | 'output'
  docOf(place: Place | undefined): Doc | undefined
}

/** The outcome of walking one or more types together: they share their `$defs`. */
export interface WalkOutcome<Result> {
  readonly result: Result
  readonly defs: Readonly<Record<string, Schema>>
  readonly revivals: Readonly<Record<string, Revival>>
  readonly problems: readonly Complaint[]
}

export type Complaint = Omit<PlacedProblem, 'tool'>

// Types that grow as they are followed never end, and nobody fills in what is larger.
const MAX_DEPTH = 60
const MAX_TYPES = 5_000

/** Walks types to schemas. Walked again with an eye on revival only when something in them must come alive. */
export function walkTypes<Type, Result>(
  settings: WalkSettings<Type>,
  work: (walk: Walk<Type>) => Result,
): WalkOutcome<Result> {
  const first = walkOnce(settings, work, false)
  return first.isAlive && settings.mode === 'input' ? walkOnce(settings, work, true) : first
}

interface Frame {
  readonly name: string
  isUsed: boolean
}

function walkOnce<Type, Result>(
  { reader, mode, docOf }: WalkSettings<Type>,
  work: (walk: Walk<Type>) => Result,
  revives: boolean,
): WalkOutcome<Result> & { readonly isAlive: boolean } {
  const problems: Complaint[] = []
  const defs: Record<string, Schema> = {}
  const revivals: Record<string, Revival> = {}
  const open = new Map<string, Frame>()
  const done = new Map<string, string>()
  let depth = 0
  let count = 0
  let isAlive = false

  const complain = (
    severity: 'error' | 'warning',
    at: At,
    code: FunctionProblemCode,
    message: string,
    cure: string,
  ) => {
    problems.push({ severity, path: at.path, place: at.place, code, message, cure })
  }
  const walk: Walk<Type> = {
    reader,
    mode,
    revives,
    docOf,
    walk: (type, at) => walkShape(reader.shape(type), at),
    walkShape,
    refuse(at, code, message, cure) {
      complain('error', at, code, message, cure)
      return { schema: {} }
    },
    warn: (at, code, message, cure) => complain('warning', at, code, message, cure),
  }

  function walkShape(shape: Shape<Type>, at: At): Walked {
    if (++count > MAX_TYPES || depth >= MAX_DEPTH)
      return walk.refuse(
        at,
        'TYPE_UNSUPPORTED',
        'its type is too large or never ends',
        'Take less at a time, or a simpler type.',
      )
    depth++
    try {
      const named = 'named' in shape ? shape.named : undefined
      return named === undefined ? walkInner(shape, at) : walkNamed(shape, named, at)
    } finally {
      depth--
    }
  }

  /** A type that holds itself goes to `$defs`; every other one is written where it is used. */
  function walkNamed(shape: Shape<Type>, named: Named, at: At): Walked {
    const known = open.get(named.key)
    if (known !== undefined) known.isUsed = true
    const name = known?.name ?? done.get(named.key)
    if (name !== undefined) return referenceTo(name)
    const frame: Frame = { name: freeName(named.name), isUsed: false }
    open.set(named.key, frame)
    const walked = walkInner(shape, at)
    open.delete(named.key)
    if (!frame.isUsed) return walked
    done.set(named.key, frame.name)
    defs[frame.name] = walked.schema
    if (walked.revival !== undefined) revivals[frame.name] = walked.revival
    return referenceTo(frame.name)
  }

  function referenceTo(name: string): Walked {
    return { schema: { $ref: `#/$defs/${name}` }, ...(revives ? { revival: { as: 'named', name } } : {}) }
  }

  function freeName(wanted: string): string {
    const taken = (name: string): boolean =>
      Object.hasOwn(defs, name) || [...open.values()].some((frame) => frame.name === name)
    const plain = wanted.replaceAll(/[^A-Za-z0-9_]/g, '_')
    let name = plain
    for (let suffix = 2; taken(name); suffix++) name = `${plain}_${suffix}`
    return name
  }

  function walkInner(shape: Shape<Type>, at: At): Walked {
    switch (shape.kind) {
      case 'literal':
        return { schema: { type: typeof shape.value, const: shape.value } }
      case 'pattern':
        return { schema: { type: 'string', pattern: shape.pattern } }
      case 'union':
        return walkUnion(shape.members, walk, at)
      case 'array': {
        const items = walk.walk(shape.items, at)
        return {
          schema: { type: 'array', items: items.schema },
          ...(items.revival === undefined ? {} : { revival: { as: 'list', items: items.revival } }),
        }
      }
      case 'tuple':
        return walkTuple(shape, walk, at)
      case 'object':
        // `{}` lets in whatever is not null.
        if (shape.properties.length === 0 && shape.index === undefined) return walkPlain('anything', walk, at)
        return walkObject(shape, walk, at)
      case 'builtin':
        isAlive = true
        return walkBuiltin(shape, walk, at)
      case 'refused':
        return walk.refuse(at, 'TYPE_UNSUPPORTED', `it is ${shape.what}, which JSON cannot carry`, shape.cure)
      default:
        return walkPlain(shape.kind, walk, at)
    }
  }

  const result = work(walk)
  return { result, defs, revivals, problems, isAlive }
}
