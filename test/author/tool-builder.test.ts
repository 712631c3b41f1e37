import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toolBuilder } from '../../src/author/tool-builder.ts'

const start = toolBuilder('search_files').description('Searches files')

describe('toolBuilder', () => {
  it('collects every kind of parameter', () => {
    const { inputSchema } = start
      .requiredString('pattern', 'What')
      .optionalString('path', 'Where', { default: '.' })
      .requiredInteger('depth', 'How deep', { minimum: 0 })
      .optionalInteger('limit', 'How many', { default: 10, minimum: 1, maximum: 100 })
      .requiredNumber('weight', 'How heavy')
      .optionalNumber('ratio', 'Ratio', { maximum: 1 })
      .requiredBoolean('deep', 'Deep')
      .optionalBoolean('hidden', 'Hidden', { default: false })
      .requiredEnum('mode', 'How', ['exact', 'fuzzy'])
      .optionalEnum('order', 'Order', ['up', 'down'], { default: 'up' })
      .requiredArray('tags', 'Tags', { type: 'string' })
      .optionalArray('sizes', 'Sizes', { type: 'integer' }, { default: [1] })
      .requiredObject('filter', 'Filter', { properties: { a: { type: 'string' } } })
      .optionalObject('extra', 'More', { properties: {} })
      .parameter({ name: 'custom', type: 'string' })
      .build()
    assert.deepEqual(inputSchema, {
      type: 'object',
      properties: {
        pattern: { type: 'string', description: 'What' },
        path: { type: 'string', description: 'Where', default: '.' },
        depth: { type: 'integer', description: 'How deep', minimum: 0 },
        limit: { type: 'integer', description: 'How many', default: 10, minimum: 1, maximum: 100 },
        weight: { type: 'number', description: 'How heavy' },
        ratio: { type: 'number', description: 'Ratio', maximum: 1 },
        deep: { type: 'boolean', description: 'Deep' },
        hidden: { type: 'boolean', description: 'Hidden', default: false },
        mode: { type: 'string', description: 'How', enum: ['exact', 'fuzzy'] },
        order: { type: 'string', description: 'Order', enum: ['up', 'down'], default: 'up' },
        tags: { type: 'array', description: 'Tags', items: { type: 'string' } },
        sizes: { type: 'array', description: 'Sizes', items: { type: 'integer' }, default: [1] },
        filter: { type: 'object', description: 'Filter', properties: { a: { type: 'string' } } },
        extra: { type: 'object', description: 'More', properties: {} },
        custom: { type: 'string' },
      },
      required: ['pattern', 'depth', 'weight', 'deep', 'mode', 'tags', 'filter'],
      additionalProperties: false,
    })
  })

  it('collects every other field', () => {
    const definition = start
      .outputSchema({ type: 'string' })
      .enabled(false)
      .metadata({ team: 'x' })
      .category('file_system')
      .dangerLevel('low')
      .constraints({ maxExecutionMs: 5_000 })
      .permissions('tool.filesystem.read')
      .requiresConfirmation()
      .version('2.0.0')
      .tags('a', 'b')
      .build()
    const { inputSchema: _, ...rest } = definition
    assert.deepEqual(rest, {
      name: 'search_files',
      description: 'Searches files',
      outputSchema: { type: 'string' },
      category: 'file_system',
      dangerLevel: 'low',
      constraints: { maxExecutionMs: 5_000 },
      requiredPermissions: ['tool.filesystem.read'],
      requiresConfirmation: true,
      version: '2.0.0',
      tags: ['a', 'b'],
      enabled: false,
      metadata: { team: 'x' },
    })
  })

  it('never changes a builder that was given out', () => {
    const one = start.requiredString('a', 'A')
    one.requiredString('b', 'B').dangerLevel('critical')
    assert.deepEqual(Object.keys(one.build().inputSchema.properties ?? {}), ['a'])
    assert.equal(one.build().dangerLevel, 'safe')
  })

  it('gives a tool', () => {
    const tool = start.requiredString('pattern', 'What').run(({ pattern }) => pattern.length)
    assert.equal(tool.definition.name, 'search_files')
    assert.equal(tool.implementation.run({ pattern: 'abc' }, undefined as never), 3)
  })

  it('throws every problem at the end', () => {
    const bad = toolBuilder('Search').requiredString('Pattern', 'What')
    assert.throws(() => bad.build(), {
      name: 'ToolwrightError',
      code: 'DEFINE_INVALID',
      message: /parameters\[0\]\.name: the parameter name "Pattern"/,
    })
    assert.throws(() => start.optionalInteger('limit', 'How many', { default: 5, maximum: 1 }).run(() => 1), {
      code: 'DEFINE_DEFAULT_INVALID',
    })
    assert.throws(() => start.run(undefined as never), { code: 'DEFINE_IMPLEMENTATION_MISSING' })
  })
})
