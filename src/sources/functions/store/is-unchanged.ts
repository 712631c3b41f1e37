import { existsSync, readFileSync } from 'node:fs'
import type { FunctionReading } from '../read/function-record.ts'
import { hashText } from './hash-text.ts'

/** Whether every file still holds what it held, and no file has appeared where one was looked for. */
export function isUnchanged({ read, absent }: Pick<FunctionReading, 'read' | 'absent'>): boolean {
  return (
    Object.entries(read).every(([path, digest]) => hashText(readFileSync(path, 'utf8')) === digest) &&
    !absent.some((path) => existsSync(path))
  )
}
