import type { DocBlock } from '../docs/parse-doc.ts'
import { applyDoc } from '../schema/apply-doc.ts'
import { type At, below, type Schema, type Walk } from '../schema/walk.ts'

/** A schema with the words for one of its properties, by path; undefined when there is no such property. */
export function documentProperty<Type>(
  schema: Schema,
  [name, ...rest]: readonly string[],
  doc: DocBlock,
  walk: Walk<Type>,
  at: At,
): Schema | undefined {
  const properties = schema['properties'] as Readonly<Record<string, Schema>> | undefined
  const property =
    name !== undefined && properties !== undefined && Object.hasOwn(properties, name)
      ? properties[name]
      : undefined
  if (name === undefined || property === undefined) return undefined
  const here = below(at, name)
  const documented =
    rest.length === 0
      ? applyDoc(property, doc, walk, here)
      : documentProperty(property, rest, doc, walk, here)
  return documented === undefined
    ? undefined
    : { ...schema, properties: { ...properties, [name]: documented } }
}
