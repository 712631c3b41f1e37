import type { PlainKind } from '../type-shape.ts'
import type { At, Walk, Walked } from './walk.ts'

export function walkPlain<Type>(kind: PlainKind, walk: Walk<Type>, at: At): Walked {
  switch (kind) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return { schema: { type: kind } }
    case 'anyObject':
      return { schema: { type: 'object' } }
    case 'unknown':
    case 'anything':
      return { schema: {} }
    case 'any':
      if (walk.mode === 'input')
        walk.warn(
          at,
          'TYPE_ANY',
          'its type is `any`: everything is let in',
          'Write the type, or `unknown` if that is meant.',
        )
      return { schema: {} }
    case 'undefined':
      if (walk.mode === 'output') return { schema: { type: 'null' } }
      return walk.refuse(
        at,
        'TYPE_UNSUPPORTED',
        'it can only be undefined, which JSON cannot carry',
        'Leave it out, or use null.',
      )
    case 'never':
      return walk.refuse(
        at,
        'TYPE_UNSUPPORTED',
        'its type is `never`: nothing can be given',
        'Correct the type.',
      )
  }
}
