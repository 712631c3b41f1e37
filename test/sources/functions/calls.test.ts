import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { after, describe, it } from 'node:test'
import { createToolwright, toolsFromFile, type ToolResult } from '../../../src/index.ts'
import { sampleFolder } from './sample-file.ts'

const file = resolve('examples/tools.ts')

async function setUp() {
  const { tools, problems } = await toolsFromFile(file, { trust: true, cache: false })
  assert.deepEqual(problems, [])
  const toolwright = createToolwright({ tools, approve: async () => 'approve' })
  const permissions = ['tool.network.fetch', 'tool.filesystem.write']
  return (name: string, args: object) =>
    toolwright.execute(
      { id: 'c1', name, arguments: JSON.stringify(args) },
      { caller: { id: 'ada', permissions } },
    )
}

const valueOf = ({ content, status }: ToolResult) => {
  assert.equal(status, 'succeeded')
  return content.type === 'json' ? content.value : content.type === 'text' ? content.text : content
}

describe('calls of the functions of examples/tools.ts', () => {
  it('put arguments in their places and leave defaults to the function', async () => {
    const call = await setUp()
    assert.equal(valueOf(await call('convert_currency', { amount: 10, from: 'USD' })), 9.2)
    assert.equal(valueOf(await call('convert_currency', { to: 'GBP', amount: 10, from: 'EUR' })), 8.55)
    assert.deepEqual(valueOf(await call('summarize', { values: [1, 2, 6] })), {
      count: 3,
      mean: 3,
      largest: 6,
    })
  })

  it('give one object, and results with dates as text', async () => {
    const call = await setUp()
    assert.deepEqual(valueOf(await call('search_notes', { text: 'oslo', order: 'newest', limit: 1 })), [
      { title: 'Oslo in winter', written: '2026-11-01T18:30:00.000Z' },
    ])
  })

  it('bring dates and sets to life', async () => {
    const call = await setUp()
    assert.deepEqual(
      valueOf(await call('free_times', { day: '2026-11-18T20:00:00Z', busy: [9, 10, 11, 13, 14] })),
      ['2026-11-18T15:00:00.000Z', '2026-11-18T16:00:00.000Z'],
    )
  })

  it('take members of a union, and refuse mixtures with a reason', async () => {
    const call = await setUp()
    const phone = { kind: 'phone', number: '+47 1', hours: 'day' }
    assert.equal(valueOf(await call('save_contact', { person: 'Ada', contact: phone })), 'Ada: +47 1')
    const mixed = await call('save_contact', { person: 'Ada', contact: { kind: 'mail', number: '1' } })
    assert.equal(mixed.status === 'failed' && mixed.error.code, 'ARGUMENTS_INVALID')
  })

  it('stream, end in what is returned, and give null for nothing', async () => {
    const call = await setUp()
    assert.equal(valueOf(await call('write_report', { topic: 'cats', chapters: 2 })), 8)
    assert.equal(valueOf(await call('delete_project', { name: 'old' })), null)
  })

  it('tell what does not fit the tags', async () => {
    const call = await setUp()
    const result = await call('convert_currency', { amount: 0, from: 'euro' })
    assert.equal(result.status === 'failed' && result.error.code, 'ARGUMENTS_INVALID')
    assert.match(result.status === 'failed' ? result.error.message : '', /amount[\s\S]*from/)
  })

  it('carry what their tags say', async () => {
    const { tools } = await toolsFromFile(file, { cache: false })
    const definitionOf = (name: string) =>
      tools.find(({ definition }) => definition.name === name)?.definition
    const page = definitionOf('read_page')
    assert.deepEqual(
      [page?.category, page?.dangerLevel, page?.requiredPermissions, page?.constraints],
      ['network', 'low', ['tool.network.fetch'], { maxExecutionMs: 20_000 }],
    )
    const project = definitionOf('delete_project')
    assert.deepEqual(
      [project?.dangerLevel, project?.version, project?.outputSchema],
      ['high', '1.2.0', { type: 'null' }],
    )
    assert.equal(definitionOf('summarize')?.constraints?.allowSideEffects, false)
  })
})

describe('a function of a file at isolation none', () => {
  const sample = sampleFolder()
  after(sample.remove)
  const call = async (name: string, text: string, args: object) => {
    const { tools } = await toolsFromFile(sample.write(name, text), { cache: false })
    const [tool] = tools
    assert.equal(tool?.implementation.kind, 'module')
    return createToolwright({ tools }).execute({
      id: 'c1',
      name: tool.definition.name,
      arguments: JSON.stringify(args),
    })
  }
  const SAY =
    '/** Says. @x\n * @isolation none\n */\nexport function say(at: Date, times = 2): string { return String(at.getTime() * times) }\n'

  it('is imported here and called with its binding, anew when the file has changed', async () => {
    const at = '1970-01-01T00:00:01Z'
    assert.equal(valueOf(await call('say.ts', SAY, { at })), '2000')
    assert.equal(valueOf(await call('say.ts', SAY.replace('times = 2', 'times = 3'), { at })), '3000')
  })

  it('says why its file cannot be loaded', async () => {
    const result = await call('color.ts', `${SAY}export enum Color { Red }\n`, { at: '1970-01-01T00:00:01Z' })
    assert.equal(result.status, 'failed')
    assert.match(
      result.status === 'failed' ? result.error.message : '',
      /color\.ts:5 could not be loaded: TypeScript enum/,
    )
  })
})
