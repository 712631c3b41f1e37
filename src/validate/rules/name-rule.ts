import { quote } from '../format-path.ts'
import { LIMITS } from '../limits.ts'
import type { Rule } from '../rule.ts'

export const SNAKE_CASE = /^[a-z][a-z0-9_]*$/

/** Words that say nothing of what a tool does; models mistake them for the calling itself. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(['execute', 'run', 'call', 'invoke'])

/** The name is snake_case, at most 64 characters, and no reserved word. */
export const nameRule: Rule = (draft, report) => {
  const { name } = draft.fields
  const path = draft.spell('name')
  if (name === undefined || (typeof name === 'string' && name.trim() === '')) {
    report(path, 'DEFINE_NAME_EMPTY', 'tool name cannot be empty')
  } else if (typeof name !== 'string') {
    report(path, 'DEFINE_NAME_INVALID', `invalid tool name: ${quote(name)} is not text`)
  } else if (name.length > LIMITS.nameCharacters) {
    const message = `invalid tool name: ${name.slice(0, LIMITS.nameCharacters)}… has ${name.length} characters, at most ${LIMITS.nameCharacters} are allowed`
    report(path, 'DEFINE_NAME_TOO_LONG', message)
  } else if (!SNAKE_CASE.test(name)) {
    report(path, 'DEFINE_NAME_INVALID', `invalid tool name: ${name}`, cureOf(name))
  } else if (RESERVED_NAMES.has(name)) {
    report(path, 'DEFINE_NAME_RESERVED', `invalid tool name: ${name} is a reserved word`)
  }
}

function cureOf(name: string): string | undefined {
  const snake = toSnakeCase(name)
  return SNAKE_CASE.test(snake) && !RESERVED_NAMES.has(snake)
    ? `Use snake_case: start with a letter a–z; go on with a–z, 0–9 and _. For example \`${snake}\`.`
    : undefined
}

/** `getWeather 2` → `get_weather_2`; what cannot be kept is left out. */
function toSnakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
}
