interface LogTraits {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  /** What happened, in words; the fields say to what. */
  readonly message: string
}

/** Every line Toolwright logs. Codes are stable: dashboards and alerts hang off them. */
export const LOG_CODES = {
  'TLS-DEF-001': { level: 'debug', message: 'definition validated' },
  'TLS-DEF-002': { level: 'warn', message: 'definition failed validation' },
  'TLS-DEF-003': { level: 'info', message: 'definition created' },
  'TLS-DEF-004': { level: 'info', message: 'definition updated' },
  'TLS-DEF-005': { level: 'info', message: 'definition removed' },
  'TLS-DEF-006': { level: 'warn', message: 'constraint violated' },
  'TLS-CALL-001': { level: 'info', message: 'call executed' },
  'TLS-CALL-002': { level: 'warn', message: 'call denied' },
  'TLS-CALL-003': { level: 'warn', message: 'late value discarded' },
  'TLS-CALL-004': { level: 'warn', message: 'event loop blocked by a tool' },
  'TLS-CALL-005': { level: 'debug', message: 'a tool says' },
  'TLS-CALL-006': { level: 'error', message: 'an approval channel failed' },
  'TLS-CALL-007': { level: 'warn', message: 'a call failed for a reason that only the operator can mend' },
  'TLS-POL-001': { level: 'info', message: 'shadow policy would have decided otherwise' },
  'TLS-OBS-001': { level: 'error', message: 'a subscriber threw' },
} as const satisfies Record<string, LogTraits>

export type LogCode = keyof typeof LOG_CODES
