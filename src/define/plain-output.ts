// What a function gave, as JSON has it. Only what JSON would lose is changed here: everything else is the business of
// whoever makes a result of it.

/** Dates, URLs, maps, sets and bytes as JSON has them, nothing as null, also of promises and generators. */
export function plainOutput(output: unknown): unknown {
  if (isThenable(output)) return Promise.resolve(output).then((value) => plainOutput(value))
  if (isGenerator(output)) return plainPieces(output)
  return toPlain(output ?? null, new Set())
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  )
}

type Pieces = Iterator<unknown> | AsyncIterator<unknown>

function isGenerator(value: unknown): value is Pieces & object {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { next?: unknown }).next === 'function' &&
    (Symbol.asyncIterator in value || Symbol.iterator in value)
  )
}

/** A generator that gives nothing at its end keeps doing so: its pieces are the result then. */
async function* plainPieces(pieces: Pieces): AsyncGenerator<unknown, unknown, void> {
  let isDone = false
  try {
    while (true) {
      const step = await pieces.next()
      if (step.done === true) {
        isDone = true
        return step.value === undefined ? undefined : toPlain(step.value, new Set())
      }
      yield toPlain(step.value, new Set())
    }
  } finally {
    if (!isDone) await pieces.return?.(undefined)
  }
}

/** The same value when there is nothing to change. What holds itself is left as it is, for others to complain about. */
function toPlain(value: unknown, open: Set<object>): unknown {
  if (typeof value !== 'object' || value === null || open.has(value)) return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof URL) return value.href
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
  open.add(value)
  try {
    if (value instanceof Set) return [...value].map((item) => toPlain(item, open))
    if (value instanceof Map) return plainMap(value, open)
    if (Array.isArray(value)) return plainList(value, open)
    return isPlainObject(value) ? plainObject(value, open) : value
  } finally {
    open.delete(value)
  }
}

function plainMap(map: ReadonlyMap<unknown, unknown>, open: Set<object>): unknown {
  const pairs = [...map].map(([key, item]) => [key, toPlain(item, open)] as const)
  return pairs.every(([key]) => typeof key === 'string') ? Object.fromEntries(pairs) : pairs
}

function plainList(list: readonly unknown[], open: Set<object>): unknown {
  const items = list.map((item) => toPlain(item, open))
  return items.every((item, index) => item === list[index]) ? list : items
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function plainObject(object: object, open: Set<object>): unknown {
  const pairs = Object.entries(object)
  let isChanged = false
  for (const pair of pairs) {
    const plain = toPlain(pair[1], open)
    isChanged ||= plain !== pair[1]
    pair[1] = plain
  }
  if (!isChanged) return object
  // Marks of ours are symbols.
  const marks = Object.getOwnPropertySymbols(object).map((mark) => [mark, Reflect.get(object, mark)] as const)
  return Object.fromEntries<unknown>([...pairs, ...marks] as readonly (readonly [PropertyKey, unknown])[])
}
