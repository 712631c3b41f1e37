/**
 * What a script finds beside the language, written in the language: `console`, and the functions of `context`. It closes
 * over the one function of the host, `send(kind, json)`, and over what a script may replace; it gives back a function that
 * turns a value into JSON.
 */
export const SCRIPT_PRELUDE = String.raw`((send) => {
  'use strict'
  const { stringify, parse } = JSON
  const { isArray } = Array
  const { keys } = Object
  const MAX_DEPTH = 100
  const toText = (value) => {
    if (typeof value === 'string') return value
    try {
      return value instanceof Error ? String(value) : (toJson(value) ?? String(value))
    } catch {
      return typeof value
    }
  }
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const toBase64 = (bytes) => {
    let text = ''
    for (let at = 0; at < bytes.length; at += 3) {
      const three = (bytes[at] << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
      text += LETTERS[three >> 18] + LETTERS[(three >> 12) & 63] + LETTERS[(three >> 6) & 63] + LETTERS[three & 63]
    }
    const spare = (3 - (bytes.length % 3)) % 3
    return spare === 0 ? text : text.slice(0, -spare) + '='.repeat(spare)
  }
  const BOXES = [Boolean, Number, String, BigInt, Symbol]
  // What throws while it is read is left out, as the host does it; but not the end of the memory or the stack.
  const guarded = (read) => {
    try {
      return read()
    } catch (thrown) {
      if (thrown instanceof InternalError || thrown === null) throw thrown
      return '[unreadable]'
    }
  }
  const toPlain = (value, ancestors, honoursToJson = true) => {
    switch (typeof value) {
      case 'bigint':
        return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : String(value)
      case 'function':
      case 'symbol':
      case 'undefined':
        return undefined
      case 'object':
        break
      default:
        return value
    }
    if (value === null) return null
    if (ancestors.includes(value)) return '[circular]'
    if (ancestors.length > MAX_DEPTH) return '[too deep]'
    const inside = [...ancestors, value]
    return guarded(() => copyObject(value, inside, honoursToJson))
  }
  const copyObject = (value, inside, honoursToJson) => {
    if (value instanceof Error) return { name: value.name, message: value.message }
    if (value instanceof Map) return toPlain([...value.keys()].every((key) => typeof key === 'string') ? Object.fromEntries(value) : [...value], inside)
    if (value instanceof Set) return toPlain([...value], inside)
    if (value instanceof RegExp) return String(value)
    if (value instanceof ArrayBuffer) return toBase64(new Uint8Array(value))
    if (value instanceof DataView || value instanceof Uint8Array)
      return toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
    if (ArrayBuffer.isView(value)) return toPlain(Array.from(value), inside)
    if (BOXES.some((box) => value instanceof box)) return toPlain(value.valueOf(), inside)
    if (value instanceof Promise) return null
    if (honoursToJson && typeof value.toJSON === 'function') {
      const replaced = value.toJSON('')
      // As in JSON.stringify, toJSON of what toJSON gave is not called again.
      return replaced === value ? copyObject(value, inside, false) : toPlain(replaced, inside, false)
    }
    if (isArray(value)) return value.map((_, index) => toPlain(guarded(() => value[index]), inside) ?? null)
    const copy = Object.create(null)
    for (const key of keys(value)) {
      const item = toPlain(guarded(() => value[key]), inside)
      if (item !== undefined) copy[key] = item
    }
    return copy
  }
  const toJson = (value) => stringify(toPlain(value, []))
  const print = (stream) => (...values) => send('log', stringify({ message: values.map(toText).join(' '), fields: { stream } }))
  // For threads, of which there are none: waiting for one would be waiting for ever.
  delete globalThis.SharedArrayBuffer
  delete globalThis.Atomics
  globalThis.console = {
    log: print('stdout'),
    info: print('stdout'),
    debug: print('stdout'),
    warn: print('stderr'),
    error: print('stderr'),
  }
  const functions = {
    progress: (update) => send('progress', toJson(update) ?? '{}'),
    partial: (piece) => send('partial', toJson(piece) ?? 'null'),
    log: (message, fields) => send('log', toJson({ message: String(message), fields }) ?? '{}'),
  }
  // Each piece is passed on; the value that a generator returns is the result, without one its pieces are.
  const joined = (pieces) => {
    if (pieces.length === 0) return undefined
    return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : pieces
  }
  const drain = async (running) => {
    const generator = await running
    if (typeof generator !== 'object' || generator === null) return generator
    if (typeof generator.next !== 'function' || !(Symbol.asyncIterator in generator)) return generator
    const pieces = []
    for (;;) {
      const { done, value } = await generator.next()
      if (done) return value ?? joined(pieces)
      functions.partial(value)
      pieces.push(value)
    }
  }
  const AsyncFunction = (async () => undefined).constructor
  return {
    start: (code, args, context) => {
      const run = new AsyncFunction('args', 'context', "'use strict';" + code + '\n')
      return drain(run(parse(args), { ...parse(context), ...functions }))
    },
    toJson: (value) => toJson(value) ?? '',
    describe: (thrown) => thrown instanceof Error ? thrown.message || thrown.name : toText(thrown),
  }
})`
