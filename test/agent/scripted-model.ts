import assert from 'node:assert/strict'
import type { Model } from '../../src/agent/model.ts'
import type { JsonObject } from '../../src/schema/json-schema.ts'
import { ANSWER_WRITERS, type AnswerScript, type AnswerWriter } from '../fixtures/providers/answer-writers.ts'

/** One answer: words and calls, or a body as it stands, or a failure. */
export type Scripted = Partial<AnswerScript> | { readonly body: unknown } | Error

/** The eight formats that a model can speak. */
export const MODEL_WRITERS: readonly AnswerWriter[] = ANSWER_WRITERS.filter(({ id }) => id !== 'mcp')

const threes = (text: string): string[] => text.match(/[^]{1,3}/g) ?? []

/** A model that says these things in turn, in the wire form of its provider, and keeps what it was asked. */
export function scriptedModel(provider: string, ...answers: readonly Scripted[]) {
  const writer = MODEL_WRITERS.find(({ id }) => id === provider) ?? assert.fail(`no writer for ${provider}`)
  const bodies: JsonObject[] = []

  function next(body: JsonObject): Exclude<Scripted, Error> {
    const answer = answers[bodies.length] ?? assert.fail(`the script has no answer ${bodies.length + 1}`)
    bodies.push(structuredClone(body))
    if (answer instanceof Error) throw answer
    return answer
  }

  const model: Model & Required<Pick<Model, 'stream'>> = {
    provider,
    name: 'model-1',
    async generate(body) {
      const answer = next(body)
      return 'body' in answer ? answer.body : writer.whole(filled(answer))
    },
    async *stream(body) {
      const answer = next(body)
      const events = 'body' in answer ? answer.body : writer.events(filled(answer), threes)
      yield* events as unknown[]
    },
  }
  return { model, bodies }
}

/** The same without streaming. */
export function plainModel(provider: string, ...answers: readonly Scripted[]) {
  const { model, bodies } = scriptedModel(provider, ...answers)
  const { stream: _, ...plain } = model
  return { model: plain satisfies Model, bodies }
}

function filled(answer: Exclude<Scripted, Error | { readonly body: unknown }>): AnswerScript {
  return { text: '', calls: [], ...answer }
}

/** A call of a script. Nine letters or digits: an id that every provider takes. */
export function aCall(number: number, name: string, args: object | string) {
  const text = typeof args === 'string' ? args : JSON.stringify(args)
  return { id: `call0000${number}`, name, arguments: text }
}
