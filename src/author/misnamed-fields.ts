import type { Problem } from '../errors/problem.ts'

/** What other libraries call the parts of a tool. */
const OTHER_NAMES = {
  run: ['execute', 'handler', 'func', 'fn', 'callback', 'invoke'],
  input: ['inputSchema', 'input_schema', 'parameters', 'schema', 'args'],
  output: ['outputSchema', 'output_schema', 'returns'],
} as const

const WHAT = {
  run: 'The function that does the work',
  input: 'What describes the arguments',
  output: 'What describes the result',
} as const

/** A part of a tool. */
export type Part = keyof typeof OTHER_NAMES

/** For a part that is missing: the field that has a name which other libraries give it, as a problem with that path. */
export function findMisnamed(part: Part, fields: Readonly<Record<string, unknown>>): Problem | undefined {
  const name = OTHER_NAMES[part].find((other) => Object.hasOwn(fields, other))
  if (name === undefined || (part === 'run' && typeof fields[name] !== 'function')) return undefined
  const message = `\`${name}\` is not what \`defineTool\` calls it`
  return { path: name, code: 'DEFINE_FIELD_UNKNOWN', message, hint: `${WHAT[part]} goes under \`${part}\`.` }
}
