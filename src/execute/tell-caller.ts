import { messageOf } from '../errors/from-unknown.ts'
import type { Logger } from '../observe/logger.ts'

/** The caller's own callback; what it throws must reach neither the tool nor a decision. */
export function tellCaller<Value>(
  tell: ((value: Value) => void) | undefined,
  value: Value,
  logger: Logger | undefined,
): void {
  if (tell === undefined) return
  try {
    tell(value)
  } catch (thrown) {
    logger?.log('TLS-OBS-001', { message: messageOf(thrown) })
  }
}
