/** The formats that are checked; any other is a note to the reader, as JSON Schema has it. */
const FORMATS = [
  'date',
  'date-time',
  'time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uuid',
  'json-pointer',
  'regex',
] as const

export type FormatName = (typeof FORMATS)[number]

const KNOWN: ReadonlySet<string> = new Set(FORMATS)

/** Whether a value of `format` is one that we check. */
export function isFormatName(value: unknown): value is FormatName {
  return typeof value === 'string' && KNOWN.has(value)
}
