import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolwright, validateArguments, validateDefinition } from '../../src/index.ts'
import { needsCorpora, readCorpus } from './corpora.ts'
import { importedTools } from './imported-definitions.ts'
import { openTool, expectResult } from './expect-value.ts'

const snakeCase = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 60)

describe('tools of real MCP servers', needsCorpora, () => {
  it('are accepted as imported, or refused with a code, a path and a cure', () => {
    const refused: string[] = []
    const tools = importedTools()
    for (const { name, description, inputSchema, outputSchema } of tools) {
      const validation = validateDefinition({
        name: `t_${snakeCase(name)}`,
        description: description ?? name,
        inputSchema: { properties: {}, ...inputSchema },
        ...(outputSchema === undefined ? {} : { outputSchema }),
        origin: { source: 'mcp:corpus', name },
      })
      if (validation.ok) {
        const checked = validateArguments(validation.definition, '{}')
        assert.ok(checked.ok || checked.error.code.startsWith('ARGUMENT'), JSON.stringify(checked))
        continue
      }
      for (const problem of validation.problems) {
        assert.ok(problem.code.length > 5 && problem.hint.length > 10 && problem.message !== '')
        refused.push(`${name}: ${problem.path} ${problem.code}`)
      }
    }
    assert.ok(tools.length > 150, String(tools.length))
    assert.ok(refused.length <= tools.length * 0.02, refused.join('\n'))
  })
})

const TYPES: Record<string, string | undefined> = {
  dict: 'object',
  float: 'number',
  tuple: 'array',
  any: undefined,
}

/** The benchmark's own notation, as JSON Schema. */
function toSchema(given: Record<string, unknown>): Record<string, unknown> {
  const schema: Record<string, unknown> = { ...given }
  const type = String(given['type'])
  if (Object.hasOwn(TYPES, type)) schema['type'] = TYPES[type]
  if (schema['type'] === undefined) delete schema['type']
  delete schema['optional']
  delete schema['default']
  if (given['items'] !== undefined) schema['items'] = toSchema(given['items'] as Record<string, unknown>)
  if (given['properties'] !== undefined) {
    schema['properties'] = Object.fromEntries(
      Object.entries(given['properties'] as Record<string, Record<string, unknown>>).map(([name, child]) => [
        name,
        toSchema(child),
      ]),
    )
  }
  return schema
}

/** The first allowed value of each parameter; an empty one may be left out. */
function firstAnswer(truth: Record<string, readonly unknown[]>): Record<string, unknown> {
  const entries = Object.entries(truth).filter(([, allowed]) => !allowed.includes(''))
  return Object.fromEntries(entries.map(([name, allowed]) => [name, unwrap(allowed[0])]))
}

function unwrap(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(unwrap)
  return firstAnswer(value as Record<string, unknown[]>)
}

describe('calls of the function-calling leaderboard', needsCorpora, () => {
  const rows = (path: string) =>
    readCorpus(path)
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

  for (const file of ['BFCL_v4_simple_python.json', 'BFCL_v4_multiple.json']) {
    it(`are accepted where the answer is the right one: ${file}`, async () => {
      const answers = new Map(
        rows(`bfcl/possible_answer/${file}`).map(({ id, ground_truth: truth }) => [id, truth[0]]),
      )
      const refused: string[] = []
      const questions = rows(`bfcl/${file}`)
      for (const { id, function: functions } of questions) {
        const [[name, truth]] = Object.entries(answers.get(id)) as [[string, Record<string, unknown[]>]]
        const { description, parameters } = functions.find((each: { name: string }) => each.name === name)
        const validation = validateDefinition({
          name: `t_${snakeCase(name)}`,
          description,
          inputSchema: toSchema(parameters),
        })
        if (!validation.ok) {
          refused.push(`${id} ${JSON.stringify(validation.problems)}`)
          continue
        }
        const checked = validateArguments(validation.definition, JSON.stringify(firstAnswer(truth)))
        if (!checked.ok) refused.push(`${id} ${checked.error.message}`)
        const tw = createToolwright({ tools: [openTool(() => 1)] })
        tw.registry.update('probe', { ...validation.definition, name: 'probe' })
        const result = await tw.execute({ id, name: 'probe', arguments: JSON.stringify(firstAnswer(truth)) })
        assert.equal(expectResult(result).ok, checked.ok, id)
      }
      // Some answers of the benchmark contradict its own definitions.
      assert.ok(refused.length <= questions.length * 0.05, refused.join('\n'))
    })
  }
})
