interface List {
  readonly isOrdered: boolean
  next: number
}

interface Table {
  /** Lays out a page instead of listing facts: its cells are blocks like any other. */
  isLayout: boolean
  cells: string[]
  hasHeader: boolean
  rows: number
}

interface Link {
  readonly url: string | undefined
  readonly line: number
  readonly start: number
}

// Spaces that separate words; a no-break space is one too.
const BLANKS = /[ \t\n\r\f\u00A0]+/g
const MAX_INDENT = 8
// Past it a paragraph goes on in a new line: joining pieces to an endless one takes quadratic time.
const MAX_LINE_CHARACTERS = 16 * 1024

/** Writes text as the eye would read a page: blocks by lines, lists, tables and code in the form of Markdown. */
export class TextBuilder {
  #lines: string[] = []
  #characters = 0
  #inline = ''
  #wantsBlank = false
  #prefix = ''
  #quotes = 0
  readonly #lists: List[] = []
  readonly #tables: Table[] = []
  readonly #links: Link[] = []
  #preformatted: string | undefined

  /** How much has been written, about. */
  get characters(): number {
    return this.#characters + this.#inline.length + (this.#preformatted?.length ?? 0)
  }

  text(text: string): void {
    if (this.#preformatted !== undefined) {
      this.#preformatted += text
      return
    }
    if (this.#inline.length > MAX_LINE_CHARACTERS) this.#flush()
    const words = text.replaceAll(BLANKS, ' ')
    const isDouble = words.startsWith(' ') && (this.#inline === '' || this.#inline.endsWith(' '))
    this.#inline += isDouble ? words.slice(1) : words
  }

  /** Text that belongs to what surrounds it: marks of code, pictures. */
  mark(text: string): void {
    if (this.#preformatted === undefined) this.#inline += text
  }

  lineBreak(): void {
    if (this.#preformatted !== undefined) this.#preformatted += '\n'
    else this.block(false)
  }

  /** Ends a line; the next one begins after a blank line if asked. In a cell there is only the one line. */
  block(isApart: boolean): void {
    if (this.#preformatted !== undefined) return
    if (this.#dataTable !== undefined) return this.text(' ')
    this.#flush()
    if (isApart && this.#lists.length === 0) this.#wantsBlank = true
  }

  heading(level: number): void {
    this.block(true)
    this.#prefix = `${'#'.repeat(level)} `
  }

  openQuote(): void {
    this.block(true)
    this.#quotes++
  }

  closeQuote(): void {
    this.block(true)
    this.#quotes--
  }

  openList(isOrdered: boolean): void {
    this.block(true)
    this.#lists.push({ isOrdered, next: 1 })
  }

  closeList(): void {
    this.block(false)
    this.#lists.pop()
    this.block(true)
  }

  item(): void {
    this.block(false)
    const list = this.#lists.at(-1)
    this.#prefix = list?.isOrdered === true ? `${list.next++}. ` : '- '
  }

  rule(): void {
    this.block(true)
    this.mark('---')
    this.block(true)
  }

  openPreformatted(): void {
    if (this.#dataTable !== undefined || this.#preformatted !== undefined) return
    this.block(true)
    this.#preformatted = ''
  }

  closePreformatted(): void {
    const code = this.#preformatted
    if (code === undefined) return
    this.#preformatted = undefined
    const lines = code.replace(/^\n/, '').trimEnd().split('\n')
    if (lines.length === 1 && lines[0] === '') return
    // A fence longer than any in the code: it ends where the page ended it.
    let ticks = 3
    for (const [run] of code.matchAll(/^`{3,100}/gm)) ticks = Math.max(ticks, run.length + 1)
    const fence = '`'.repeat(ticks)
    for (const line of [fence, ...lines, fence]) this.#line(line)
    this.#wantsBlank = true
  }

  openLink(url: string | undefined): void {
    this.#links.push({ url, line: this.#lines.length, start: this.#inline.length })
  }

  closeLink(): void {
    const link = this.#links.pop()
    if (link?.url === undefined || this.#preformatted !== undefined) return
    // A link around several blocks: its label is already written.
    if (link.line !== this.#lines.length || link.start > this.#inline.length)
      return this.text(` (${link.url}) `)
    const label = this.#inline.slice(link.start)
    const words = label.trim()
    if (words === '' || words === link.url) return
    const [before, after] = [label.startsWith(' ') ? ' ' : '', label.endsWith(' ') ? ' ' : '']
    this.#inline = `${this.#inline.slice(0, link.start)}${before}[${words}](${link.url})${after}`
  }

  openTable(isLayout: boolean): void {
    const outer = this.#dataTable
    if (outer !== undefined) {
      // A table in a cell: the outer one lays out the page. What it has so far becomes lines.
      outer.isLayout = true
      const cells = [...outer.cells, this.#inline]
      outer.cells = []
      this.#inline = ''
      for (const cell of cells) {
        this.#inline = cell
        this.block(false)
      }
    }
    this.block(true)
    this.#tables.push({ isLayout, cells: [], hasHeader: false, rows: 0 })
  }

  closeTable(): void {
    this.endRow()
    this.#tables.pop()
    this.block(true)
  }

  endCell(isHeader: boolean): void {
    const table = this.#dataTable
    if (table === undefined) return this.block(false)
    table.cells.push(this.#inline.trim().replaceAll('|', '\\|'))
    table.hasHeader ||= isHeader && table.rows === 0
    this.#inline = ''
  }

  endRow(): void {
    const table = this.#dataTable
    if (table === undefined) return this.block(false)
    // Text between cells is nobody's; it must not be lost all the same.
    if (this.#inline.trim() !== '') this.endCell(false)
    const { cells } = table
    table.cells = []
    if (cells.every((cell) => cell === '')) return
    this.#line(cells.length === 1 ? (cells[0] ?? '') : `| ${cells.join(' | ')} |`)
    if (table.hasHeader && table.rows === 0 && cells.length > 1)
      this.#line(`|${' --- |'.repeat(cells.length)}`)
    table.rows++
  }

  toString(): string {
    this.closePreformatted()
    while (this.#tables.length > 0) this.closeTable()
    this.#flush()
    return this.#lines.join('\n')
  }

  get #dataTable(): Table | undefined {
    const table = this.#tables.at(-1)
    return table === undefined || table.isLayout ? undefined : table
  }

  #flush(): void {
    const line = this.#inline.trim()
    this.#inline = ''
    if (line === '') return
    this.#line(this.#prefix + line)
    this.#prefix = ''
  }

  #line(line: string): void {
    if (this.#wantsBlank && this.#lines.length > 0) this.#lines.push(this.#quotePrefix.trimEnd())
    this.#wantsBlank = false
    const depth = Math.min(this.#lists.length, MAX_INDENT)
    // What follows the first line of an item stands below its text.
    const indent = '  '.repeat(depth === 0 ? 0 : /^(?:- |\d+\. )/.test(this.#prefix) ? depth - 1 : depth)
    const whole = `${this.#quotePrefix}${indent}${line}`
    this.#lines.push(whole)
    this.#characters += whole.length + 1
  }

  get #quotePrefix(): string {
    return '> '.repeat(Math.min(this.#quotes, MAX_INDENT))
  }
}
