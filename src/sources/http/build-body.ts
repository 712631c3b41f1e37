import type { FormField, HttpBody, HttpRequest, Unsendable } from './http-request.ts'
import { type FormPart, writeMultipart } from './multipart-body.ts'
import { wireName } from './parameter-defaults.ts'
import { encodeReserved, encodeText } from './percent-encode.ts'
import { serialiseParameter, textOf } from './serialise-parameter.ts'

type Arguments = Readonly<Record<string, unknown>>

export interface BuiltBody {
  readonly ok: true
  /** Undefined when nothing is sent. */
  readonly content?: string | Uint8Array
  readonly contentType?: string
}

export const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i
const NOTHING: BuiltBody = { ok: true }

/** What is sent, written by its content type. */
export function buildBody(request: HttpRequest, args: Arguments): BuiltBody | Unsendable {
  const { body } = request
  if (body === undefined) return NOTHING
  const value = body.argument === undefined ? propertiesOf(request, args) : ownValue(args, body.argument)
  const isEmpty =
    value === undefined || (body.argument === undefined && Object.keys(Object(value)).length === 0)
  if (isEmpty && (body.argument !== undefined || body.isRequired !== true)) return NOTHING
  return writeBody(body, value)
}

function writeBody(body: HttpBody, value: unknown): BuiltBody | Unsendable {
  const { contentType = 'application/json' } = body
  if (body.isBinary === true) {
    const bytes = bytesOf(value)
    if (bytes === undefined)
      return { ok: false, message: `The argument '${body.argument ?? ''}' must be base64.` }
    return { ok: true, content: bytes, contentType }
  }
  if (JSON_TYPE.test(contentType)) return { ok: true, content: JSON.stringify(value), contentType }
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    return { ok: true, content: writeForm(Object(value) as object, body.fields ?? {}), contentType }
  }
  if (contentType.startsWith('multipart/'))
    return writeParts(Object(value) as object, body.fields ?? {}, contentType)
  return { ok: true, content: textOf(value), contentType: withCharset(contentType) }
}

/** An object of the arguments that are placed in the body. */
function propertiesOf(request: HttpRequest, args: Arguments): unknown {
  const pairs = Object.entries(request.parameters)
    .filter(([argument, parameter]) => parameter.in === 'body' && Object.hasOwn(args, argument))
    .map(([argument, parameter]) => [wireName(argument, parameter), args[argument]] as const)
  return Object.fromEntries(pairs)
}

function writeForm(value: object, fields: Readonly<Record<string, FormField>>): string {
  return Object.entries(value)
    .flatMap(([name, item]) => {
      const field = fieldOf(fields, name)
      const { style = 'form', explode = style === 'form' || style === 'deepObject' } = field
      // Without a word on its style an object is JSON: `form` would lose its name.
      const isJson =
        field.style === undefined && typeof item === 'object' && item !== null && !Array.isArray(item)
      const encode = field.allowReserved === true ? encodeReserved : encodeText
      return serialiseParameter(name, isJson ? JSON.stringify(item) : item, { style, explode, encode }) ?? []
    })
    .join('&')
}

function writeParts(
  value: object,
  fields: Readonly<Record<string, FormField>>,
  contentType: string,
): BuiltBody | Unsendable {
  const parts: FormPart[] = []
  for (const [name, given] of Object.entries(value)) {
    const field = fieldOf(fields, name)
    for (const item of Array.isArray(given) ? (given as readonly unknown[]) : [given]) {
      if (item === undefined || item === null) continue
      const content = field.isFile === true ? bytesOf(item) : textOf(item)
      if (content === undefined)
        return { ok: false, message: `The argument '${name}' is a file: it must be base64.` }
      const type = field.contentType ?? partType(item, field)
      parts.push({
        name,
        content,
        isFile: field.isFile === true,
        ...(type === undefined ? {} : { contentType: type }),
      })
    }
  }
  return { ok: true, ...writeMultipart(parts, contentType) }
}

function partType(item: unknown, field: FormField): string | undefined {
  if (field.isFile === true) return 'application/octet-stream'
  return typeof item === 'object' ? 'application/json' : undefined
}

function fieldOf(fields: Readonly<Record<string, FormField>>, name: string): FormField {
  return (Object.hasOwn(fields, name) ? fields[name] : undefined) ?? {}
}

function ownValue(args: Arguments, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined
}

const BASE64 = /^[\w+/-]*={0,2}$/

function bytesOf(value: unknown): Uint8Array | undefined {
  const text = typeof value === 'string' ? value.replaceAll(/\s/g, '') : undefined
  return text === undefined || !BASE64.test(text) ? undefined : Buffer.from(text, 'base64')
}

function withCharset(contentType: string): string {
  return contentType.startsWith('text/') && !contentType.includes('charset')
    ? `${contentType}; charset=utf-8`
    : contentType
}
