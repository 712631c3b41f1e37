/** Bytes of a text inside compact JSON, quotes included; -1 when it is not well-formed. Stops counting past `limit`. */
export function jsonStringBytes(text: string, limit: number): number {
  const { length } = text
  if (length > limit) return length + 2
  let bytes = length + 2
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) {
      if (unit < 0x20) bytes += isShortEscape(unit) ? 1 : 5
      else if (unit === 0x22 || unit === 0x5c) bytes += 1
    } else if (unit < 0x800) bytes += 1
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 2
    else {
      const next = unit < 0xdc00 ? text.charCodeAt(index + 1) : 0
      if (!(next >= 0xdc00 && next <= 0xdfff)) return -1
      bytes += 2 // four bytes for two units
      index++
    }
  }
  return bytes
}

/** \b \t \n \f \r; the other control characters are written as \u00xx. */
function isShortEscape(unit: number): boolean {
  return unit >= 8 && unit <= 13 && unit !== 11
}

/** Bytes of a finite number in JSON. */
export function jsonNumberBytes(value: number): number {
  if (Number.isInteger(value)) {
    if (value >= 0) {
      if (value < 10) return 1
      if (value < 100) return 2
      if (value < 1000) return 3
      if (value < 10_000) return 4
    } else if (value > -10) return 2
  }
  return String(value).length
}
