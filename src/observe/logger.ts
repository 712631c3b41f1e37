// Ports for what operators see. Comes in: facts with a stable code. Goes out: whatever the host plugs in.
// Never here: an adapter that needs a dependency.
import type { LogCode } from './log-codes.ts'

/** Where structured log lines go. Fields are plain JSON, already redacted. */
export interface Logger {
  log(code: LogCode, fields: Readonly<Record<string, unknown>>): void
}
