import { CONSTRAINT_TAGS } from '../docs/constraint-tags.ts'
import type { DocBlock, DocTag } from '../docs/parse-doc.ts'
import { readTagValue } from '../docs/read-tag-value.ts'
import type { At, Schema, Walk } from './walk.ts'

/** A schema with what a comment says of it: its words, and what its tags demand. */
export function applyDoc<Type>(
  schema: Schema,
  { description, tags }: DocBlock,
  walk: Walk<Type>,
  at: At,
): Schema {
  let documented: Schema = description === '' ? schema : { ...schema, description }
  for (const tag of tags) documented = applyTag(documented, tag, walk, at)
  return documented
}

function applyTag<Type>(schema: Schema, tag: DocTag, walk: Walk<Type>, at: At): Schema {
  const traits = CONSTRAINT_TAGS.get(tag.name)
  if (traits === undefined) return schema
  const here: At = { path: at.path, place: { file: at.place.file, offset: tag.offset } }
  const { keyword, on } = traits
  if (on !== 'anything' && !allows(schema, on)) {
    const what = on === 'array' ? 'lists' : on === 'number' ? 'numbers' : 'text'
    walk.refuse(
      here,
      'TAG_INVALID',
      `\`@${tag.name}\` is for ${what}, and this is none`,
      'Remove the tag, or correct the type.',
    )
    return schema
  }
  const read = readTagValue(traits.value, tag.text, allows(schema, 'string'))
  if ('expected' in read) {
    // Words after `@default` and `@example` tell people something; they just are no value.
    if (traits.value === 'value') return schema
    walk.refuse(
      here,
      'TAG_INVALID',
      `\`@${tag.name}\` must be followed by ${read.expected}, not \`${tag.text}\``,
      'Correct the value.',
    )
    return schema
  }
  switch (keyword) {
    case 'type':
      return withIntegers(schema)
    case 'examples': {
      const before: readonly unknown[] = Array.isArray(schema['examples']) ? schema['examples'] : []
      return { ...schema, examples: [...before, read.value] }
    }
    default:
      return { ...schema, [keyword]: read.value }
  }
}

function allows(schema: Schema, type: string): boolean {
  const { type: given, anyOf } = schema
  if (Array.isArray(anyOf)) return anyOf.some((member) => allows(member as Schema, type))
  if (given === undefined) return schema['$ref'] === undefined
  const types: readonly unknown[] = Array.isArray(given) ? given : [given]
  return types.includes(type) || (type === 'number' && types.includes('integer'))
}

function withIntegers(schema: Schema): Schema {
  const { type, anyOf } = schema
  if (Array.isArray(anyOf)) return { ...schema, anyOf: anyOf.map((member) => withIntegers(member as Schema)) }
  if (Array.isArray(type))
    return { ...schema, type: type.map((one: unknown) => (one === 'number' ? 'integer' : one)) }
  return type === 'number' ? { ...schema, type: 'integer' } : schema
}
