// Toolwright as a contestant, through its public API only.
import { createToolwright, defineTool, validateArguments } from '../src/index.ts'
import { answer, type Run } from './bench-tools.ts'
import { TIME_LIMIT_MS } from './dispatch-contestants.ts'
import type { Contestant } from './semantics.ts'
import type { Subject } from './subjects.ts'

function toolOf({ name, schema }: Subject, run: Run = answer) {
  return defineTool({ name, description: 'A tool of the bench', input: schema, run })
}

type Validated = ReturnType<typeof validateArguments>

export function ourArguments(subject: Subject): Contestant {
  const { definition } = toolOf(subject)
  return {
    name: 'Toolwright validateArguments',
    check: (text) => validateArguments(definition, text),
    read: (given) => {
      const result = given as Validated
      return result.ok ? { value: result.value } : { message: result.error.message }
    },
  }
}

/** `limited` gives a time limit with the call; without it the tool's own default holds. */
export function ourDispatch(subject: Subject, limited: boolean, run: Run = answer): Contestant {
  const toolwright = createToolwright({ tools: [toolOf(subject, run)] })
  const context = limited ? { timeoutMs: TIME_LIMIT_MS } : {}
  return {
    name: limited ? 'Toolwright execute, timeoutMs given' : 'Toolwright execute',
    check: (text) => toolwright.execute({ id: 'call-1', name: subject.name, arguments: text }, context),
    read: (given) => {
      const result = given as Awaited<ReturnType<typeof toolwright.execute>>
      if (result.status === 'failed') return { message: result.error.message }
      return result.content.type === 'json'
        ? { value: result.content.value }
        : { message: `no JSON but ${result.content.type}` }
    },
    awaited: true,
    adds: limited
      ? 'counts the bytes of the result'
      : 'counts the bytes of the result; keeps its default limit of 30 s',
  }
}
