import type { ApproveCallback } from '../../src/approve/callback-channel.ts'
import { defineTool } from '../../src/author/define-tool.ts'
import { createToolwright, type Toolwright } from '../../src/toolwright.ts'
import type { ScriptedTurn } from './fake-provider/wire-format.ts'

/** Two calls that may run together, one that is denied, one whose tool fails; then the answer. */
export const SCRIPT: readonly ScriptedTurn[] = [
  {
    text: 'Let me look.',
    calls: [
      { id: 'callParis', name: 'get_weather', args: { city: 'Paris' } },
      { id: 'callOslo1', name: 'get_weather', args: { city: 'Oslo', days: 2 } },
      { id: 'callDel01', name: 'delete_file', args: { path: 'notes.txt' } },
      { id: 'callFail1', name: 'read_sensor', args: {} },
    ],
  },
  { text: 'It is sunny in both.' },
]

/** A call that the token limit cut. */
export const CUT_SCRIPT: readonly ScriptedTurn[] = [
  {
    calls: [{ id: 'callCut01', name: 'get_weather', args: { city: 'Reykjavik' }, cut: true }],
    finish: 'length',
  },
  { text: 'I was cut.' },
]

export const QUESTION = 'How is the weather in Paris and Oslo?'

export interface Scenario {
  readonly toolwright: Toolwright
  /** What really ran, in order. */
  readonly ran: readonly string[]
}

/** The tools of the script, with somebody who denies whatever asks, or decides otherwise. */
export function createScenario(
  approve: ApproveCallback = () => ({ decision: 'deny', reason: 'not today' }),
): Scenario {
  const ran: string[] = []
  const getWeather = defineTool({
    name: 'get_weather',
    description: 'Weather of a city',
    category: 'external_api',
    dangerLevel: 'safe',
    input: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1, maximum: 14 } },
      required: ['city'],
      additionalProperties: false,
    },
    run({ city }) {
      ran.push(`get_weather ${city}`)
      return { city, sky: 'sunny' }
    },
  })
  const deleteFile = defineTool({
    name: 'delete_file',
    description: 'Deletes a file',
    category: 'file_system',
    dangerLevel: 'high',
    input: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    run({ path }) {
      ran.push(`delete_file ${path}`)
      return 'deleted'
    },
  })
  const readSensor = defineTool({
    name: 'read_sensor',
    description: 'Reads a sensor',
    category: 'system',
    dangerLevel: 'safe',
    input: [],
    run(): string {
      ran.push('read_sensor')
      throw new Error('the sensor is unplugged')
    },
  })
  const toolwright = createToolwright({
    tools: [getWeather, deleteFile, readSensor],
    approve,
  })
  return { toolwright, ran }
}
