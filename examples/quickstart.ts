// Defines three tools, reads eight from a file of plain functions, shows what a model would see, and runs good, wrong,
// late and denied calls.
import assert from 'node:assert/strict'
import {
  createToolwright,
  defineTool,
  resultToText,
  toolBuilder,
  type ToolResult,
  toolsFromFile,
} from 'toolwright'
import { z } from 'zod'

// From a Zod schema: `city` and `unit` are typed, the result is checked.
const getWeather = defineTool({
  name: 'get_weather',
  description: 'Current weather of a city',
  input: z.object({ city: z.string().min(1), unit: z.enum(['celsius', 'fahrenheit']).default('celsius') }),
  output: z.object({ city: z.string(), degrees: z.number() }),
  category: 'external_api',
  constraints: { allowSideEffects: false },
  run: ({ city, unit }) => ({ city, degrees: unit === 'celsius' ? 21 : 70 }),
})

// From a JSON Schema: ignores its signal, so that only the limit can end it.
const slowReport = defineTool({
  name: 'slow_report',
  description: 'Writes a report, far too slowly',
  input: { type: 'object', properties: { pages: { type: 'integer', minimum: 1 } }, required: ['pages'] },
  run: ({ pages }) => new Promise<string>((resolve) => setTimeout(resolve, 400, `${pages} pages`).unref()),
})

// From the builder: dangerous, so somebody is asked.
const deleteFolder = toolBuilder('delete_folder')
  .description('Deletes a folder and all that is in it')
  .requiredString('path', 'Folder to delete')
  .category('file_system')
  .dangerLevel('high')
  .permissions('tool.filesystem.write')
  .run(({ path }) => `deleted ${path}`)

// From plain functions with comments: they run in a process of their own.
const { tools: functions } = await toolsFromFile(new URL('tools.ts', import.meta.url))

const toolwright = createToolwright({
  tools: [getWeather, slowReport, deleteFolder, ...functions],
  approve: ({ arguments: { path } }) =>
    path === '/tmp/scratch'
      ? 'approve'
      : { decision: 'deny', reason: `${String(path)} is not a scratch folder` },
})

console.log('What a model sees of get_weather:\n')
console.log(JSON.stringify(getWeather.definition.inputSchema, null, 2))

const CALLS = [
  { what: 'good', name: 'get_weather', arguments: '{"city":"Oslo"}' },
  { what: 'coerced', name: 'get_weather', arguments: '{"city":"Oslo","unit":"Fahrenheit"}' },
  { what: 'wrong', name: 'get_weather', arguments: '{"town":"Oslo","unit":"kelvin"}' },
  { what: 'unknown', name: 'get_wether', arguments: '{}' },
  { what: 'late', name: 'slow_report', arguments: '{"pages":300}', timeoutMs: 100 },
  { what: 'approved', name: 'delete_folder', arguments: '{"path":"/tmp/scratch"}' },
  { what: 'denied', name: 'delete_folder', arguments: '{"path":"/home"}' },
  { what: 'isolated', name: 'convert_currency', arguments: '{"amount":10,"from":"USD"}' },
]

const answerOf = (result: ToolResult) =>
  result.content.type === 'json' ? JSON.stringify(result.content.value) : resultToText(result)

const rows = []
for (const [index, { what, timeoutMs, ...call }] of CALLS.entries()) {
  const result = await toolwright.execute({ id: `call_${index + 1}`, ...call }, { timeoutMs })
  const outcome = result.status === 'failed' ? result.error.code : result.status
  rows.push({
    call: what,
    tool: call.name,
    outcome,
    ms: Math.round(result.durationMs),
    answer: answerOf(result),
  })
}

console.log('\nWhat happened:\n')
for (const { call, tool, outcome, ms, answer } of rows) {
  console.log(`${call.padEnd(9)} ${tool.padEnd(16)} ${outcome.padEnd(18)} ${`${ms} ms`.padStart(7)}`)
  console.log(answer.replaceAll(/^/gm, '          │ '))
}

await toolwright.close()
// Where nothing can isolate, the last call is refused: `toolwright doctor` says what is missing.
assert.ok(['succeeded', 'SANDBOX_UNAVAILABLE'].includes(rows.pop()?.outcome ?? ''))
assert.deepEqual(
  rows.map(({ call, outcome }) => [call, outcome]),
  [
    ['good', 'succeeded'],
    ['coerced', 'succeeded'],
    ['wrong', 'ARGUMENTS_INVALID'],
    ['unknown', 'TOOL_NOT_FOUND'],
    ['late', 'EXECUTE_TIMEOUT'],
    ['approved', 'succeeded'],
    ['denied', 'APPROVAL_DENIED'],
  ],
)
console.log('\nAll as expected.')
