import { LIMITS } from '../../validate/limits.ts'
import type { HttpParameter } from '../http/http-request.ts'
import type { Note } from './open-api-change.ts'
import type { Operation } from './operation.ts'
import { textAt } from './read-values.ts'

/** Arguments that choose a page, as APIs call them. */
const PAGE_ARGUMENTS: ReadonlySet<string> = new Set([
  'page',
  'page_number',
  'pagenumber',
  'page[number]',
  'page_token',
  'pagetoken',
  'cursor',
  'next_cursor',
  'offset',
  'start',
  'skip',
  'after',
  'starting_after',
  'continuation_token',
  'marker',
  'next_token',
])

/** What the model chooses by: the words of the document, and that there are more pages. */
export function describeOperation(
  operation: Operation,
  parameters: Readonly<Record<string, HttpParameter>>,
  note: Note,
): string {
  const { value } = operation.place
  const summary = textAt(value, 'summary')?.trim() ?? textAt(operation.item.value, 'summary')?.trim() ?? ''
  const description = textAt(value, 'description')?.trim() ?? ''
  // Many documents say the same twice.
  const isRepeated = description.startsWith(summary)
  const pages = Object.entries(parameters)
    .filter(
      ([argument, { in: place, name }]) =>
        place === 'query' && PAGE_ARGUMENTS.has((name ?? argument).toLowerCase()),
    )
    .map(([argument]) => `\`${argument}\``)
  const whole = [
    ...(operation.deprecated ? ['Deprecated.'] : []),
    ...(summary === '' || isRepeated ? [] : [summary]),
    ...(description === '' ? [] : [description]),
    ...(summary === '' && description === '' ? [operation.title] : []),
    ...(pages.length === 0 ? [] : [`Gives one page; ask for the next with ${pages.join(' or ')}.`]),
  ].join('\n\n')
  const most = LIMITS.importedDescriptionCharacters
  if (whole.length <= most) return whole
  note('description-cut', 'description', `has ${whole.length} characters, at most ${most} are allowed`)
  return `${whole.slice(0, most - 2).toWellFormed()} …`
}
