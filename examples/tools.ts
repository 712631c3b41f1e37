// Eight plain functions with comments. `toolsFromFile('examples/tools.ts')` makes tools of them: see docs/functions.md.
import type { ToolContext } from 'toolwright'

/**
 * Converts an amount of money between currencies, at the rates of the day.
 *
 * @param amount How much to convert. @exclusiveMinimum 0
 * @param from Currency of the amount, as three letters. @pattern ^[A-Z]{3}$ @example EUR
 * @param to Currency to convert to. @pattern ^[A-Z]{3}$
 * @returns The amount in the other currency, to two decimals
 * @category knowledge
 * @readonly
 */
export function convertCurrency(amount: number, from: string, to = 'EUR'): number {
  const inEuro: Readonly<Record<string, number>> = { EUR: 1, USD: 0.92, GBP: 1.17, NOK: 0.086 }
  const [source, target] = [inEuro[from], inEuro[to]]
  if (source === undefined || target === undefined) throw new Error(`There is no rate from ${from} to ${to}.`)
  return Math.round(((amount * source) / target) * 100) / 100
}

/**
 * Finds notes that hold a text.
 *
 * @param options.text What to look for. @minLength 2
 * @param options.limit How many to give at most. @int @minimum 1 @maximum 50
 * @param options.order Newest first, or the best match first.
 * @category knowledge
 * @readonly
 */
export async function searchNotes({
  text,
  limit = 10,
  order = 'best',
}: {
  text: string
  limit?: number
  order?: 'best' | 'newest'
}): Promise<readonly { title: string; written: Date }[]> {
  const notes = [
    { title: 'Shopping for Oslo', written: new Date('2026-03-01T09:00:00Z') },
    { title: 'Oslo in winter', written: new Date('2026-11-01T18:30:00Z') },
  ]
  const found = notes.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))
  if (order === 'newest') found.sort((one, other) => other.written.getTime() - one.written.getTime())
  return found.slice(0, limit)
}

/** Where somebody wants to be reached. */
type Contact =
  | { readonly kind: 'mail'; readonly address: string }
  | { readonly kind: 'phone'; readonly number: string; readonly hours?: 'day' | 'evening' }

/**
 * Writes down how a person wants to be reached.
 *
 * @param person Full name of the person.
 * @param contact One way to reach them.
 * @category communication
 * @danger low
 */
export function saveContact(person: string, contact: Contact): string {
  return contact.kind === 'mail' ? `${person}: ${contact.address}` : `${person}: ${contact.number}`
}

/**
 * Statistics of a list of numbers.
 *
 * @param values The numbers. @minItems 1
 * @readonly
 */
export function summarize(values: number[]): { count: number; mean: number; largest: number } {
  const sum = values.reduce((total, value) => total + value, 0)
  return { count: values.length, mean: sum / values.length, largest: Math.max(...values) }
}

/**
 * Free times for a meeting within a day.
 *
 * @param day Any time of that day.
 * @param minutes Length of the meeting. @int @minimum 15 @maximum 480
 * @param busy Hours that are taken, such as 9 or 14.
 * @readonly
 */
export function freeTimes(day: Date, minutes = 30, busy: ReadonlySet<number> = new Set()): readonly Date[] {
  const hours = [9, 10, 11, 13, 14, 15, 16].filter((hour) => !busy.has(hour) && minutes <= 60)
  return hours.map((hour) => new Date(new Date(day).setUTCHours(hour, 0, 0, 0)))
}

/**
 * Downloads a page and gives its text.
 *
 * @param address Address of the page.
 * @category network
 * @permission tool.network.fetch
 * @timeout 20s
 * @danger low
 */
export async function readPage(address: URL, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { signal })
  return (await response.text()).replaceAll(/<[^>]*>/g, ' ')
}

/**
 * Writes a report chapter by chapter, and shows each chapter when it is ready.
 *
 * @param topic What the report is about.
 * @param chapters How many chapters. @int @minimum 1 @maximum 20
 * @returns How many words were written
 */
export async function* writeReport(
  topic: string,
  chapters = 3,
  context?: ToolContext,
): AsyncGenerator<string, number> {
  let words = 0
  for (let chapter = 1; chapter <= chapters; chapter++) {
    context?.progress({ progress: chapter, total: chapters, message: `chapter ${chapter}` })
    const text = `Chapter ${chapter} of ${topic}.`
    words += text.split(' ').length
    yield text
  }
  return words
}

/**
 * Deletes a project with all its files. This cannot be undone.
 *
 * @param name Name of the project, exactly. @minLength 1
 * @danger high
 * @category file_system
 * @permission tool.filesystem.write
 * @version 1.2.0
 */
export async function deleteProject(name: string): Promise<void> {
  // An example deletes nothing.
  void name
}
