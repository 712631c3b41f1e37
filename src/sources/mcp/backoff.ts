/** How patient a source is. */
export interface KeepSettings {
  readonly reconnectDelayMs: number
  readonly maxReconnectDelayMs: number
  readonly maxReconnectAttempts: number
}

/** Doubling pauses, of which a random half is waited: servers that come back are not met by all clients at once. */
export function backoffMs(settings: KeepSettings, attempts: number, random: number): number {
  const fullMs = Math.min(
    settings.maxReconnectDelayMs,
    settings.reconnectDelayMs * 2 ** Math.min(attempts - 1, 30),
  )
  return Math.ceil(fullMs * (0.5 + random / 2))
}
