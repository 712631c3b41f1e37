import { findProgram } from '../../../src/sandbox/launch/find-program.ts'

/** The programs that a test needs, and why it is skipped where one is missing. */
export function missingPrograms(...names: readonly string[]): {
  readonly skip: string | false
  readonly found: readonly string[]
} {
  if (process.platform !== 'linux') return { skip: 'this is not Linux', found: [] }
  const missing = names.filter((name) => findProgram(name) === undefined)
  return {
    skip: missing.length > 0 && `not installed: ${missing.join(', ')}`,
    found: names.map((name) => findProgram(name) ?? ''),
  }
}
