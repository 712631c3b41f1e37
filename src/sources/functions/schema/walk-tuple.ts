import type { Revival } from '../../../define/function-binding.ts'
import type { Shape } from '../type-shape.ts'
import { below, type At, type Walk, type Walked } from './walk.ts'

export function walkTuple<Type>(
  { elements }: Extract<Shape<Type>, { kind: 'tuple' }>,
  walk: Walk<Type>,
  at: At,
): Walked {
  const restAt = elements.findIndex(({ isRest }) => isRest)
  if (restAt !== -1 && restAt < elements.length - 1)
    return walk.refuse(
      at,
      'TYPE_UNSUPPORTED',
      'it is a list with something after its rest',
      'Put the rest last, or take an object.',
    )
  const rest = restAt === -1 ? undefined : elements[restAt]
  const first = restAt === -1 ? elements : elements.slice(0, restAt)
  const walked = first.map(({ type }, index) => walk.walk(type, below(at, String(index))))
  const others = rest === undefined ? undefined : walk.walk(rest.type, at)
  const minItems = first.filter(({ isOptional }) => !isOptional).length
  const isAlive = [...walked, others].some((one) => one?.revival !== undefined)
  const revival: Revival = {
    as: 'tuple',
    first: walked.map((one) => one.revival ?? null),
    ...(others?.revival === undefined ? {} : { items: others.revival }),
  }
  return {
    schema: {
      type: 'array',
      ...(first.length === 0 ? {} : { prefixItems: walked.map(({ schema }) => schema) }),
      items: others === undefined ? false : others.schema,
      ...(minItems === 0 ? {} : { minItems }),
    },
    ...(isAlive ? { revival } : {}),
  }
}
