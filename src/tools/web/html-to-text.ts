import type { Handler } from 'htmlparser2'
import { setImmediate } from 'node:timers/promises'
import { isHiddenElement } from './hidden-element.ts'
import { TextBuilder } from './text-builder.ts'

/** A page as text. */
export interface PageText {
  readonly title: string
  readonly text: string
  /** Not all of it was read: the text was long enough, or its tags were nested too deep. */
  readonly isPartial: boolean
}

export interface PageOptions {
  /** Where the page came from, for its links. */
  readonly url: string
  /** Stops soon after so many characters of text. */
  readonly maxCharacters: number
  readonly signal?: AbortSignal
}

// The event loop is free between slices: a page of ten megabytes takes seconds.
const SLICE_CHARACTERS = 32 * 1024
// The parser looks through what is open at each closing tag; real pages stay below a hundred.
const MAX_DEPTH = 1_000
const MAX_URL_CHARACTERS = 500
const MAX_TITLE_CHARACTERS = 1_000

/** Reads HTML as a person would: without scripts, styles, menus, and without what is hidden. */
export async function htmlToText(html: string, options: PageOptions): Promise<PageText> {
  // Only now: twenty milliseconds that most programs never need.
  const { Parser } = await import('htmlparser2')
  const page = new PageReader(options)
  const parser = new Parser(page.handler)
  for (let at = 0; at < html.length && !page.isPartial; at += SLICE_CHARACTERS) {
    options.signal?.throwIfAborted()
    parser.write(html.slice(at, at + SLICE_CHARACTERS))
    await setImmediate()
  }
  if (!page.isPartial) parser.end()
  return page.result()
}

const HEADINGS: ReadonlyMap<string, number> = new Map([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, level]))
const APART: ReadonlySet<string> = new Set([
  'p',
  'figure',
  'fieldset',
  'dl',
  'details',
  'article',
  'section',
  'hgroup',
])
const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address aside body caption center dd div dt figcaption footer form header html legend main option summary ' +
    'tbody tfoot thead'
  ).split(' '),
)

class PageReader {
  isPartial = false
  #title = ''
  #isInTitle = false
  #depth = 0
  /** How many elements are open from the outermost hidden one on. */
  #hiddenDepth = 0
  #articles = 0
  #baseUrl: string
  readonly #maxCharacters: number
  readonly #text = new TextBuilder()

  constructor({ url, maxCharacters }: PageOptions) {
    this.#baseUrl = url
    this.#maxCharacters = maxCharacters
  }

  readonly handler: Partial<Handler> = {
    onopentag: (tag, attributes) => this.#open(tag, attributes),
    ontext: (text) => this.#read(text),
    onclosetag: (tag) => this.#close(tag),
  }

  result(): PageText {
    const title = this.#title.replaceAll(/\s+/g, ' ').trim()
    return { title, text: this.#text.toString(), isPartial: this.isPartial }
  }

  #open(tag: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth++
    if (this.#depth > MAX_DEPTH || this.#text.characters > this.#maxCharacters) this.isPartial = true
    if (this.isPartial) return
    const isPageFooter = tag === 'footer' && this.#articles === 0
    if (this.#hiddenDepth > 0 || isPageFooter || isHiddenElement(tag, attributes)) {
      this.#hiddenDepth++
      return
    }
    this.#write(tag, attributes)
  }

  #write(tag: string, attributes: Readonly<Record<string, string>>): void {
    const text = this.#text
    const attribute = (name: string): string =>
      Object.hasOwn(attributes, name) ? (attributes[name] ?? '') : ''
    const level = HEADINGS.get(tag)
    if (level !== undefined) text.heading(level)
    else if (tag === 'a') text.openLink(this.#linkTo(attribute('href')))
    else if (tag === 'base') this.#baseUrl = this.#linkTo(attribute('href')) ?? this.#baseUrl
    else if (tag === 'title') this.#isInTitle = this.#title === ''
    else if (tag === 'br') text.lineBreak()
    else if (tag === 'hr') text.rule()
    else if (tag === 'ul' || tag === 'ol' || tag === 'menu') text.openList(tag === 'ol')
    else if (tag === 'li') text.item()
    else if (tag === 'blockquote') text.openQuote()
    else if (tag === 'pre') text.openPreformatted()
    else if (tag === 'code' || tag === 'kbd' || tag === 'samp') text.mark('`')
    else if (tag === 'table') text.openTable(/^(?:presentation|none)$/.test(attribute('role')))
    else if (tag === 'img' && attribute('alt').trim() !== '') text.text(`[image: ${attribute('alt').trim()}]`)
    else if (APART.has(tag) || BLOCKS.has(tag)) text.block(APART.has(tag))
    if (tag === 'article' || tag === 'main') this.#articles++
  }

  #read(text: string): void {
    if (this.isPartial || this.#hiddenDepth > 0) return
    if (!this.#isInTitle) this.#text.text(text)
    else if (this.#title.length < MAX_TITLE_CHARACTERS) this.#title += text
  }

  #close(tag: string): void {
    this.#depth--
    if (this.isPartial) return
    if (this.#hiddenDepth > 0) {
      this.#hiddenDepth--
      return
    }
    const text = this.#text
    if (tag === 'a') text.closeLink()
    else if (tag === 'title') this.#isInTitle = false
    else if (tag === 'ul' || tag === 'ol' || tag === 'menu') text.closeList()
    else if (tag === 'blockquote') text.closeQuote()
    else if (tag === 'pre') text.closePreformatted()
    else if (tag === 'code' || tag === 'kbd' || tag === 'samp') text.mark('`')
    else if (tag === 'td' || tag === 'th') text.endCell(tag === 'th')
    else if (tag === 'tr') text.endRow()
    else if (tag === 'table') text.closeTable()
    else if (APART.has(tag) || HEADINGS.has(tag)) text.block(true)
    else if (BLOCKS.has(tag) || tag === 'li') text.block(false)
    if (tag === 'article' || tag === 'main') this.#articles--
  }

  /** Where a link goes, when that is worth telling: not a place on the same page, a script or a picture in itself. */
  #linkTo(href: string): string | undefined {
    if (href === '' || href.startsWith('#') || href.length > MAX_URL_CHARACTERS) return undefined
    const url = URL.parse(href, this.#baseUrl)
    const isWorthIt =
      url !== null && /^(?:https?|mailto):$/.test(url.protocol) && url.href.length <= MAX_URL_CHARACTERS
    return isWorthIt ? url.href.replaceAll('(', '%28').replaceAll(')', '%29') : undefined
  }
}
