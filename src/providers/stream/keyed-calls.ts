/** What a piece of a streamed call may say about which call it belongs to. Empty text counts as nothing. */
export interface CallKey {
  readonly index?: number | undefined
  readonly id?: string | undefined
  readonly name?: string | undefined
}

/** Tells which call each piece of a stream belongs to. */
export interface CallKeys {
  /** The position of the call, counted from 0 in the order the calls began; `count` grows when the piece began one. */
  find(key: CallKey): number
  /** For a piece that is known to begin a call, whatever its key says; later pieces with its index or id belong to it. */
  begin(key: CallKey): number
  readonly count: number
}

interface KnownCall {
  readonly index: number | undefined
  id: string
  name: string
}

/**
 * Sorts pieces into calls: by a known id; else an id with a name begins a call; else by index; else it is the latest.
 * Providers repeat ids, leave out indexes, send ids late or empty, and count from 1: this copes with all of that.
 */
export function createCallKeys(): CallKeys {
  const calls: KnownCall[] = []
  const byId = new Map<string, number>()
  const byIndex = new Map<number, number>()

  function begin({ index, id = '', name = '' }: CallKey): number {
    const position = calls.push({ index, id, name }) - 1
    if (id !== '') byId.set(id, position)
    if (index !== undefined) byIndex.set(index, position)
    return position
  }

  function learn(position: number, { id = '', name = '' }: CallKey): number {
    const call = calls[position]
    if (call === undefined) return position
    if (call.name === '') call.name = name
    if (call.id === '' && id !== '') {
      call.id = id
      if (!byId.has(id)) byId.set(id, position)
    }
    return position
  }

  function locate({ index, id = '', name = '' }: CallKey): number | undefined {
    const indexed = index === undefined ? undefined : byIndex.get(index)
    if (id !== '') {
      if (indexed !== undefined && calls[indexed]?.id === id) return indexed
      const position = byId.get(id)
      // A server that gives two calls the same id still tells them apart by name and index.
      const isTwin = name !== '' && index !== undefined && position !== undefined && differs(position, index)
      if (position !== undefined && !isTwin) return position
      if (name !== '' && (indexed === undefined || !awaitsId(indexed, name))) return undefined
    }
    if (index !== undefined) return indexed
    const latest = calls.at(-1)
    const isOther =
      id === '' && name !== '' && latest !== undefined && latest.name !== '' && latest.name !== name
    return latest === undefined || isOther ? undefined : calls.length - 1
  }

  function differs(position: number, index: number): boolean {
    const known = calls[position]?.index
    return known !== undefined && known !== index
  }

  function awaitsId(position: number, name: string): boolean {
    const call = calls[position]
    return call !== undefined && call.id === '' && (call.name === '' || call.name === name)
  }

  return {
    begin,
    find(key) {
      const position = locate(key)
      return position === undefined ? begin(key) : learn(position, key)
    },
    get count() {
      return calls.length
    },
  }
}
