// Checked by the compiler only: the arguments of `run` follow from the calls made.
import { toolBuilder } from '../../src/author/tool-builder.ts'
import type { ArgumentsOf, Equal, Expect } from './expect-type.ts'

const tool = toolBuilder('search_files')
  .description('Searches files')
  .requiredString('pattern', 'What to look for')
  .optionalString('path', 'Where', { default: '.' })
  .optionalString('glob', 'Which files')
  .requiredInteger('depth', 'How deep', { minimum: 0 })
  .optionalInteger('limit', 'How many', { default: 10, minimum: 1, maximum: 100 })
  .optionalNumber('weight', 'How heavy')
  .requiredBoolean('recursive', 'Into folders')
  .requiredEnum('mode', 'How', ['exact', 'fuzzy'])
  .optionalEnum('order', 'Order', ['up', 'down'], { default: 'up' })
  .requiredArray('tags', 'Tags', { type: 'string' })
  .optionalObject('extra', 'More', { properties: { deep: { type: 'boolean' } }, required: ['deep'] })
  .parameter({ name: 'custom', type: 'integer', required: true })
  .outputSchema({ type: 'array', items: { type: 'string' } })
  .run(({ pattern, path, limit }) => [pattern, path, limit.toFixed()])

export type Arguments = Expect<
  Equal<
    ArgumentsOf<typeof tool>,
    {
      pattern: string
      path: string
      glob?: string
      depth: number
      limit: number
      weight?: number
      recursive: boolean
      mode: 'exact' | 'fuzzy'
      order: 'up' | 'down'
      tags: string[]
      extra?: { deep: boolean }
      custom: number
    }
  >
>

const start = toolBuilder('search_files').description('Searches files')

// @ts-expect-error -- nothing called `town` was added
start.requiredString('city', 'City').run(({ town }) => town)

// @ts-expect-error -- a default is of the parameter's type
start.optionalInteger('limit', 'How many', { default: 'ten' })

// @ts-expect-error -- a default is one of the values
start.optionalEnum('order', 'Order', ['up', 'down'], { default: 'sideways' })

// @ts-expect-error -- a required parameter has no default
start.requiredInteger('limit', 'How many', { default: 10 })

// @ts-expect-error -- there is no such danger level
start.dangerLevel('deadly')

// @ts-expect-error -- the result is what the output schema says
start.outputSchema({ type: 'number' }).run(() => 'text')
