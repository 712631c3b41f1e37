import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { definitionsFromLoose } from '../../../src/sources/loose/definitions-from-loose.ts'

const SCHEMA = { type: 'object', properties: {} }

describe('definitionsFromLoose', () => {
  it('reads lists, wrappers and maps by name', () => {
    const tool = { description: 'd', inputSchema: SCHEMA }
    const forms: readonly unknown[] = [
      [
        { name: 'a', ...tool },
        { name: 'b', ...tool },
      ],
      {
        tools: [
          { name: 'a', ...tool },
          { name: 'b', ...tool },
        ],
      },
      {
        functionDeclarations: [
          { name: 'a', parameters: SCHEMA },
          { name: 'b', parameters: SCHEMA },
        ],
      },
      { a: tool, b: tool },
      [{ tools: { a: tool, b: tool } }],
    ]
    for (const form of forms) {
      const { definitions, problems } = definitionsFromLoose(form)
      assert.deepEqual(problems, [], JSON.stringify(form))
      assert.deepEqual(
        definitions.map(({ name }) => name),
        ['a', 'b'],
      )
    }
  })

  it('keeps names apart that become the same, whatever their order', () => {
    const names = (given: readonly string[]): string[] =>
      definitionsFromLoose(given.map((name) => ({ name, parameters: SCHEMA }))).definitions.map(
        ({ name }) => name,
      )
    const [first, second] = names(['math.hypot', 'math-hypot'])
    assert.notEqual(first, second)
    assert.deepEqual(names(['math-hypot', 'math.hypot']), [second, first])
  })

  it('reports a bad one by its name, and keeps the others', () => {
    const { definitions, problems } = definitionsFromLoose(
      [
        { name: 'good', parameters: SCHEMA },
        7,
        { name: 'bad', parameters: { properties: { a: { $ref: '#/x' } } } },
        { name: 'good' },
      ],
      { source: 'x' },
    )
    assert.deepEqual(
      definitions.map(({ name }) => name),
      ['good'],
    )
    assert.deepEqual(
      problems.map(({ toolName, code }) => [toolName, code]),
      [
        ['', 'DEFINE_FIELD_TYPE'],
        ['bad', 'SCHEMA_REF_UNRESOLVED'],
        ['good', 'REGISTER_NAME_TAKEN'],
      ],
    )
  })
})
