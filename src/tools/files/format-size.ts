const UNITS = ['KB', 'MB', 'GB', 'TB'] as const

/** Bytes for a reader: `812 bytes`, `1.2 KB`, `34 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  let value = bytes
  let unit = ''
  for (const next of UNITS) {
    if (value < 999.5) break
    value /= 1_000
    unit = next
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${unit}`
}

/** A count with its noun: `1 file`, `1,204 files`. */
export function formatNumber(count: number, noun: string, plural: string = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`
}
