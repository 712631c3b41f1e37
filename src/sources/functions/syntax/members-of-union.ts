import type { SyntaxReader, SyntaxType } from './syntax-type.ts'

/** The members of a union and of the unions in it; of any other type, itself. */
export function membersOfUnion(type: SyntaxType, reader: SyntaxReader): readonly SyntaxType[] {
  const shape = reader.shape(type)
  return shape.kind === 'union' ? shape.members.flatMap((member) => membersOfUnion(member, reader)) : [type]
}

/** The values of a type that is made of literals alone; undefined when it is not. */
export function literalsOf(
  type: SyntaxType,
  reader: SyntaxReader,
): readonly (string | number | boolean)[] | undefined {
  const values: (string | number | boolean)[] = []
  for (const member of membersOfUnion(type, reader)) {
    const shape = reader.shape(member)
    if (shape.kind === 'boolean') values.push(true, false)
    else if (shape.kind === 'literal') values.push(shape.value)
    else if (shape.kind !== 'never') return undefined
  }
  return values
}
