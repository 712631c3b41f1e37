import { hash } from 'node:crypto'

/** An id for a call that came without one: the same answer read again gives the same id. */
export function mintCallId(position: number, name: string, argumentsText: string): string {
  return `call_${hash('sha256', JSON.stringify([position, name, argumentsText]), 'hex').slice(0, 16)}`
}
