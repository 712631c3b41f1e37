import { LOG_CODES } from './log-codes.ts'
import type { Logger } from './logger.ts'
import { redactFields } from './redact-fields.ts'

const LEVELS = ['debug', 'info', 'warn', 'error'] as const

interface JsonLoggerOptions {
  /** Takes one line, with its line end. @default writes to standard error */
  readonly write?: (line: string) => void
  /** The lowest level written. @default 'info' */
  readonly level?: (typeof LEVELS)[number]
  readonly clock?: () => Date
  /** Values to mask wherever they occur. */
  readonly secrets?: readonly string[]
}

/** A logger that writes one JSON object a line: `time`, `level`, `code`, `message`, `fields`. */
export function jsonLogger(options: JsonLoggerOptions = {}): Logger {
  const { level = 'info', clock = () => new Date(), secrets = [] } = options
  const write = options.write ?? ((line: string) => void process.stderr.write(line))
  const lowest = LEVELS.indexOf(level)
  return {
    log(code, fields) {
      const traits = LOG_CODES[code]
      if (LEVELS.indexOf(traits.level) < lowest) return
      const time = clock().toISOString()
      const { level, message } = traits
      write(`${JSON.stringify({ time, level, code, message, fields: redactFields(fields, { secrets }) })}\n`)
    },
  }
}
