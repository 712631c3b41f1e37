/** From harmless to irreversible. The order is the meaning: a later level is never treated more laxly. */
export const DANGER_LEVELS = ['safe', 'low', 'medium', 'high', 'critical'] as const

export type DangerLevel = (typeof DANGER_LEVELS)[number]
