import type { Shape, TypeReader } from '../type-shape.ts'

/** A member of a union with its shape. */
export interface Member<Type> {
  readonly type: Type
  readonly shape: Shape<Type>
}

/** The members of a type, those of unions in it too; of one that is no union, itself. */
export function membersOf<Type>(type: Type, reader: TypeReader<Type>): readonly Member<Type>[] {
  const shape = reader.shape(type)
  return shape.kind === 'union'
    ? shape.members.flatMap((member) => membersOf(member, reader))
    : [{ type, shape }]
}

/** The values of a type that is made of literals alone; undefined when it is not. */
export function literalsOf<Type>(
  type: Type,
  reader: TypeReader<Type>,
): readonly (string | number | boolean)[] | undefined {
  const values: (string | number | boolean)[] = []
  for (const { shape } of membersOf(type, reader)) {
    if (shape.kind === 'literal') values.push(shape.value)
    else return undefined
  }
  return values
}

/** A type without undefined, and whether it had it. */
export function withoutUndefined<Type>(
  type: Type,
  reader: TypeReader<Type>,
): { readonly shape: Shape<Type>; readonly hadUndefined: boolean } {
  const whole = reader.shape(type)
  if (whole.kind !== 'union') return { shape: whole, hadUndefined: false }
  const members = membersOf(type, reader)
  const kept = members.filter(({ shape }) => shape.kind !== 'undefined')
  if (kept.length === members.length) return { shape: whole, hadUndefined: false }
  const [only] = kept
  const shape: Shape<Type> =
    kept.length === 1 && only !== undefined
      ? only.shape
      : { kind: 'union', members: kept.map((member) => member.type) }
  return { shape, hadUndefined: true }
}
