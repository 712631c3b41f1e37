import type { Shape } from '../type-shape.ts'
import { literalsOf } from './members.ts'
import type { At, Walk, Walked } from './walk.ts'

type Builtin<Type> = Extract<Shape<Type>, { kind: 'builtin' }>

/** What JSON has no type for, in the form it has there. */
export function walkBuiltin<Type>(
  { name, arguments: args }: Builtin<Type>,
  walk: Walk<Type>,
  at: At,
): Walked {
  switch (name) {
    case 'Date':
      return { schema: { type: 'string', format: 'date-time' }, revival: { as: 'Date' } }
    case 'URL':
      return { schema: { type: 'string', format: 'uri' }, revival: { as: 'URL' } }
    case 'Uint8Array':
      return { schema: { type: 'string', contentEncoding: 'base64' }, revival: { as: 'Uint8Array' } }
    case 'Set': {
      const [type] = args
      const items = type === undefined ? undefined : walk.walk(type, at)
      return {
        schema: { type: 'array', items: items?.schema ?? {}, uniqueItems: true },
        revival: { as: 'Set', ...(items?.revival === undefined ? {} : { items: items.revival }) },
      }
    }
    case 'Map':
      return walkMap(args, walk, at)
    case 'AbortSignal':
    case 'ToolContext':
      return walk.refuse(
        at,
        'TYPE_UNSUPPORTED',
        `it is ${name === 'AbortSignal' ? 'an AbortSignal' : 'the context of a call'} inside other data`,
        'Make it a parameter of its own, or a property of the one object that the function takes: it is filled in there.',
      )
    case 'ToolOutput':
      return walk.refuse(
        at,
        'TYPE_UNSUPPORTED',
        'it is the output of a tool, for the model only',
        'Return it; do not take it.',
      )
    case 'Promise':
    case 'Generator':
    case 'AsyncGenerator':
      return walk.refuse(
        at,
        'TYPE_UNSUPPORTED',
        `it is a ${name} inside other data`,
        'Await it inside the function.',
      )
  }
}

function walkMap<Type>(args: Builtin<Type>['arguments'], walk: Walk<Type>, at: At): Walked {
  const [key, value] = args
  const items = value === undefined ? undefined : walk.walk(value, at)
  const names = key === undefined ? undefined : literalsOf(key, walk.reader)
  const isText = key !== undefined && walk.reader.shape(key).kind === 'string'
  if (!isText && names?.every((name) => typeof name === 'string') !== true)
    return walk.refuse(
      at,
      'TYPE_UNSUPPORTED',
      'it is a Map whose keys are not text',
      'Use text as keys, or a list of pairs.',
    )
  return {
    schema: {
      type: 'object',
      ...(isText ? {} : { propertyNames: { enum: names } }),
      additionalProperties: items?.schema ?? {},
    },
    revival: { as: 'Map', ...(items?.revival === undefined ? {} : { items: items.revival }) },
  }
}
