import { defineTool } from '../../src/author/define-tool.ts'
import { audio, image, parts, resource } from '../../src/results/content.ts'
import { createToolwright, type Toolwright } from '../../src/toolwright.ts'

export const ADD_SCHEMA = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
  additionalProperties: true,
} as const

export interface Sample {
  readonly toolwright: Toolwright
  /** The calls that really ran, by id. */
  readonly ran: readonly string[]
}

/** Tools that give each kind of result, one that fails and one that nobody approves. */
export function createSample(): Sample {
  const ran: string[] = []
  const facts = { category: 'system', dangerLevel: 'safe' } as const
  const toolwright = createToolwright({
    approve: () => ({ decision: 'deny', reason: 'not today' }),
    tools: [
      defineTool({
        ...facts,
        name: 'add',
        description: 'Adds two numbers',
        input: ADD_SCHEMA,
        run({ a, b }, { callId }) {
          ran.push(callId)
          return { sum: a + b }
        },
      }),
      defineTool({ ...facts, name: 'greet', description: 'Greets', input: [], run: () => 'hello' }),
      defineTool({
        ...facts,
        name: 'show',
        description: 'Gives every kind of part',
        input: [],
        run: () =>
          parts([
            'a text',
            image('aW1hZ2U=', 'image/png'),
            audio('c291bmQ=', 'audio/wav'),
            resource('file:///notes.txt', { text: 'the notes' }),
            resource('file:///data.bin', { data: 'ZGF0YQ==' }),
            resource('file:///far'),
          ]),
      }),
      defineTool({
        ...facts,
        name: 'break_down',
        description: 'Fails',
        input: [],
        run(): string {
          throw new Error('the sensor is unplugged')
        },
      }),
      defineTool({
        ...facts,
        name: 'delete_all',
        description: 'Deletes everything',
        dangerLevel: 'high',
        input: [],
        run(_args, { callId }) {
          ran.push(callId)
          return 'deleted'
        },
      }),
    ],
  })
  return { toolwright, ran }
}
