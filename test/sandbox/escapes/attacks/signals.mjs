// Reaches for a process outside. The victim is the test's own, and does no more than count the signals.
import { openSync, closeSync, readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

export const signal = ({ victim }) => (process.kill(victim, 'SIGUSR2'), 'sent it')
export const signalGroup = ({ victim }) => (process.kill(-victim, 'SIGUSR2'), 'sent it')
export const see = ({ victim }) => (readdirSync('/proc').includes(String(victim)) ? 'saw it' : undefined)
export const descriptors = ({ victim }) =>
  readdirSync(`/proc/${victim}/fd`).length > 0 ? 'listed them' : undefined
export const memory = ({ victim }) => (closeSync(openSync(`/proc/${victim}/mem`, 'r+')), 'opened it')
export const priority = ({ victim }) => (setPriority(victim, getPriority(victim)), 'set it')
