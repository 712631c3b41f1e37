/** Arguments that came as a value, as JSON text for the deltas of a stream; text stays as it is. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value ?? {}) ?? ''
  } catch {
    // Cyclic: not from JSON. The answer at the end says what is wrong with it.
    return ''
  }
}
