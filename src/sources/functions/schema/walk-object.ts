import type { Revival } from '../../../define/function-binding.ts'
import type { ObjectShape, PropertyShape } from '../type-shape.ts'
import { applyDoc } from './apply-doc.ts'
import { compare } from './compare.ts'
import { withoutUndefined } from './members.ts'
import { below, type At, type Schema, type Walk, type Walked } from './walk.ts'

const NUMBER_NAMES = '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$'

export function walkObject<Type>(shape: ObjectShape<Type>, walk: Walk<Type>, at: At): Walked {
  const schemas: [string, Schema][] = []
  const revivals: [string, Revival][] = []
  const required: string[] = []
  for (const property of inOrder(shape.properties, walk)) {
    const here = below(at, property.name, property.place)
    const { shape: inner, hadUndefined } = withoutUndefined(property.type, walk.reader)
    const isOptional = property.isOptional || hadUndefined
    // `b?: never` says that it must not be there, as a closed object does.
    if (isOptional && (inner.kind === 'never' || inner.kind === 'undefined')) continue
    const walked = walk.walkShape(inner, here)
    const doc = walk.docOf(property.place)
    schemas.push([
      property.name,
      doc === undefined ? walked.schema : applyDoc(walked.schema, doc, walk, here),
    ])
    if (walked.revival !== undefined) revivals.push([property.name, walked.revival])
    if (!isOptional) required.push(property.name)
  }
  const others = shape.index === undefined ? undefined : walk.walk(shape.index.type, at)
  const isClosed = walk.mode === 'input'
  const revival: Revival = {
    as: 'object',
    properties: Object.fromEntries(revivals),
    ...(others?.revival === undefined ? {} : { others: others.revival }),
  }
  return {
    schema: {
      type: 'object',
      // Through entries, so that a property called `__proto__` is one.
      ...(schemas.length === 0 && others !== undefined ? {} : { properties: Object.fromEntries(schemas) }),
      ...(required.length === 0 ? {} : { required }),
      ...(shape.index?.keys === 'number'
        ? { propertyNames: numberNames(schemas.map(([name]) => name)) }
        : {}),
      ...(others !== undefined
        ? { additionalProperties: others.schema }
        : isClosed
          ? { additionalProperties: false }
          : {}),
    },
    ...(revivals.length === 0 && others?.revival === undefined ? {} : { revival }),
  }
}

function numberNames(names: readonly string[]): Schema {
  const others = names.filter((name) => !new RegExp(NUMBER_NAMES).test(name))
  const pattern = { pattern: NUMBER_NAMES }
  return others.length === 0 ? pattern : { anyOf: [pattern, { enum: others }] }
}

/** The compiler's order depends on its version; by place, then by name, it does not. */
function inOrder<Type>(
  properties: readonly PropertyShape<Type>[],
  { reader }: Walk<Type>,
): readonly PropertyShape<Type>[] {
  if (reader.keepsOrder) return properties
  return properties.toSorted((one, other) => {
    if (
      one.place !== undefined &&
      one.place.file === other.place?.file &&
      one.place.offset !== other.place.offset
    )
      return one.place.offset - other.place.offset
    const file = compare(one.place?.file ?? '', other.place?.file ?? '')
    return file === 0 ? compare(one.name, other.name) : file
  })
}
