const LIMITS = { maxExecutionMs: 30_000, maxOutputBytes: 10 * 1024 * 1024, isolation: 'none' } as const

/** What the tools have in common that only look. */
export const READING = {
  category: 'file_system',
  dangerLevel: 'safe',
  requiredPermissions: ['tool.filesystem.read'],
  constraints: { ...LIMITS, allowSideEffects: false },
  version: '1.0.0',
} as const

/** What the tools have in common that change files. */
export const WRITING = {
  category: 'file_system',
  dangerLevel: 'medium',
  requiredPermissions: ['tool.filesystem.write'],
  constraints: { ...LIMITS, allowSideEffects: true },
  version: '1.0.0',
} as const
