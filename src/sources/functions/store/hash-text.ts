import { hash } from 'node:crypto'

export function hashText(text: string): string {
  return hash('sha256', text, 'hex')
}
