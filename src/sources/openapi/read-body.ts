import type { JsonSchema } from '../../schema/json-schema.ts'
import { JSON_TYPE } from '../http/build-body.ts'
import { type FormField, type HttpBody, STYLES_OF_PLACE } from '../http/http-request.ts'
import type { Note } from './open-api-change.ts'
import {
  follow,
  memberAt,
  membersAt,
  type OpenApiDocument,
  type Place,
  pointerTo,
} from './open-api-document.ts'
import type { Operation } from './operation.ts'
import { fieldsAt, isFields, memberOf, textAt } from './read-values.ts'
import type { SchemaLibrary } from './schema-library.ts'

/** The body of an operation: how it is sent, and what the model gives for it. */
export interface FoundBody {
  readonly body: HttpBody
  /** Of the whole; its properties become arguments where that loses nothing. */
  readonly schema: JsonSchema | boolean
  readonly mayBeMerged: boolean
  readonly required: boolean
}

const FORM_TYPE = /^application\/x-www-form-urlencoded|^multipart\//i
const TEXT_TYPE = /^text\/|[/+](?:xml|ya?ml|javascript|graphql|csv|x-ndjson)\b/i
/** With one of these a schema says more than its properties do. */
const MERGEABLE: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'title',
  'description',
  'examples',
  'deprecated',
  '$comment',
])

/** Reads `requestBody`; undefined when there is none. Throws CannotImport. */
export function readBody(
  document: OpenApiDocument,
  operation: Operation,
  library: SchemaLibrary,
  note: Note,
): FoundBody | undefined {
  const place = memberAt(document, operation.place, 'requestBody')
  if (place === undefined) return undefined
  if (operation.method === 'GET' || operation.method === 'HEAD') {
    note(
      'parameter-left-out',
      place.pointer,
      `a body of ${operation.method} means nothing in HTTP: it is not sent`,
    )
    return undefined
  }
  const content = memberAt(document, place, 'content')
  const media = content === undefined ? [] : membersAt(document, content)
  const chosen = chooseMedia(media)
  if (chosen === undefined) return undefined
  const [contentType, holder] = chosen
  const isRequired = memberOf(place.value, 'required') === true
  const found = readMedia(document, contentType, holder, library, note)
  const description = textAt(place.value, 'description')
  const schema =
    typeof found.schema === 'boolean' || description === undefined || found.schema.description !== undefined
      ? found.schema
      : { ...found.schema, description }
  return {
    ...found,
    schema,
    body: { ...found.body, ...(isRequired ? { isRequired } : {}) },
    required: isRequired,
  }
}

/** JSON first, then forms, then text: what a model writes best. */
function chooseMedia(media: readonly (readonly [string, Place])[]): readonly [string, Place] | undefined {
  const isUsable = ([type]: readonly [string, Place]): boolean =>
    /^[\w.+*-]+\/[\w.+*-]+(?:\s*;[\x20-\x7e]*)?$/.test(type)
  const usable = media.filter(isUsable)
  for (const pattern of [JSON_TYPE, /^\*\/\*|^application\/\*/, FORM_TYPE, TEXT_TYPE, /./]) {
    const found = usable.find(([type]) => pattern.test(type))
    if (found !== undefined) return found
  }
  return undefined
}

function readMedia(
  document: OpenApiDocument,
  type: string,
  holder: Place,
  library: SchemaLibrary,
  note: Note,
): Omit<FoundBody, 'required'> {
  const value = memberOf(holder.value, 'schema')
  const unfollowed: Place = {
    value: value ?? {},
    file: holder.file,
    pointer: pointerTo(holder.pointer, 'schema'),
  }
  const contentType = type.includes('*') ? 'application/json' : type
  if (JSON_TYPE.test(contentType) || FORM_TYPE.test(contentType)) {
    const whole = follow(document, unfollowed)
    const schema = library.convertPart(whole, 'input', note)
    const fields = JSON_TYPE.test(contentType) ? undefined : readFields(document, whole, holder)
    // An optional body whose properties are required cannot be left out property by property.
    return {
      schema,
      mayBeMerged: isMergeable(schema),
      body: { contentType, ...(fields === undefined ? {} : { fields }) },
    }
  }
  if (TEXT_TYPE.test(contentType)) {
    const schema = library.convertPart(follow(document, unfollowed), 'input', note)
    const isText = typeof schema === 'object' && schema.type === 'string'
    if (!isText)
      note('body-taken-as-text', holder.pointer, `the body is ${contentType}: the model writes it as text`)
    const description = typeof schema === 'object' ? schema.description : undefined
    const text: JsonSchema = { type: 'string', description: description ?? `The body, as ${contentType}` }
    return { schema: isText ? schema : text, mayBeMerged: false, body: { contentType } }
  }
  const schema: JsonSchema = {
    type: 'string',
    contentEncoding: 'base64',
    description: `The bytes of the body (${contentType}), as base64`,
  }
  return { schema, mayBeMerged: false, body: { contentType, isBinary: true } }
}

function isMergeable(schema: JsonSchema | boolean): boolean {
  if (typeof schema === 'boolean' || !isFields(schema.properties) || schema.type !== 'object') return false
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== false) return false
  return (
    Object.keys(schema.properties).length > 0 &&
    Object.keys(schema).every((keyword) => MERGEABLE.has(keyword))
  )
}

/** How the properties of a form are written. */
function readFields(
  document: OpenApiDocument,
  schema: Place,
  media: Place,
): Readonly<Record<string, FormField>> {
  const encoding = fieldsAt(media.value, 'encoding')
  const properties = memberAt(document, schema, 'properties')
  const pairs = (properties === undefined ? [] : membersAt(document, properties)).flatMap(
    ([name, property]) => {
      const field = fieldOf(memberOf(encoding, name), isFile(document, property))
      return Object.keys(field).length === 0 ? [] : [[name, field] as const]
    },
  )
  return Object.fromEntries(pairs)
}

function fieldOf(encoding: unknown, file: boolean): FormField {
  const contentType = textAt(encoding, 'contentType')?.split(',')[0]?.trim()
  const style = STYLES_OF_PLACE.body.find((item) => item === textAt(encoding, 'style'))
  const explode = memberOf(encoding, 'explode')
  return {
    ...(contentType === undefined || !/^[\w.+-]+\/[\w.+-]+$/.test(contentType) ? {} : { contentType }),
    ...(style === undefined ? {} : { style }),
    ...(typeof explode === 'boolean' ? { explode } : {}),
    ...(memberOf(encoding, 'allowReserved') === true ? { allowReserved: true } : {}),
    ...(file ? { isFile: true } : {}),
  }
}

function isFile(document: OpenApiDocument, property: Place): boolean {
  const items = memberAt(document, property, 'items')
  return [property, ...(items === undefined ? [] : [items])].some(
    ({ value }) => memberOf(value, 'format') === 'binary' || memberOf(value, 'type') === 'file',
  )
}
