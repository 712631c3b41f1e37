const TEXT_TYPE = 7
const BYTES_TYPE = 6
// How many bytes a value has, by its type: true, false, byte, short, integer, long; then timestamp and uuid.
const VALUE_BYTES = new Map([
  [0, 0],
  [1, 0],
  [2, 1],
  [3, 2],
  [4, 4],
  [5, 8],
  [8, 8],
  [9, 16],
])

/** The headers of a message whose value is text; undefined when the bytes are no headers. */
export function readAwsHeaders(bytes: Buffer): ReadonlyMap<string, string> | undefined {
  const headers = new Map<string, string>()
  let at = 0
  while (at < bytes.length) {
    const typeAt = at + 1 + bytes.readUInt8(at)
    if (typeAt >= bytes.length) return undefined
    const name = bytes.toString('utf8', at + 1, typeAt)
    const type = bytes.readUInt8(typeAt)
    let valueAt = typeAt + 1
    let valueBytes = VALUE_BYTES.get(type)
    if (type === TEXT_TYPE || type === BYTES_TYPE) {
      if (valueAt + 2 > bytes.length) return undefined
      valueBytes = bytes.readUInt16BE(valueAt)
      valueAt += 2
    }
    if (valueBytes === undefined || valueAt + valueBytes > bytes.length) return undefined
    at = valueAt + valueBytes
    if (type === TEXT_TYPE) headers.set(name, bytes.toString('utf8', valueAt, at))
  }
  return headers
}
