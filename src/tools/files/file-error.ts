import { ToolwrightError } from '../../errors/toolwright-error.ts'

/** A failure that the model reads: what was wrong with what it sent, and what to do. Never a path outside the roots. */
export function fileError(message: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('EXECUTE_FAILED', message, cause === undefined ? {} : { cause })
}

/** The error code of the system, such as `ENOENT`; empty for anything else. */
export function codeOf(thrown: unknown): string {
  const code: unknown = thrown instanceof Error ? (thrown as NodeJS.ErrnoException).code : undefined
  return typeof code === 'string' ? code : ''
}

// `shown` stands where the path is.
const CAUSES: Readonly<Record<string, string>> = {
  EACCES: '`shown` may not be opened: permission denied. Use another file.',
  EPERM: '`shown` may not be changed: the system does not permit it. Use another file.',
  EROFS: '`shown` is on a read-only file system. Write to another folder.',
  ENOSPC: 'There is no space left on the disk of `shown`. Nothing was written.',
  EDQUOT: 'The disk quota of `shown` is used up. Nothing was written.',
  ENAMETOOLONG: 'A name in `shown` is longer than the file system allows. Use shorter names.',
  EMFILE: 'Too many files are open at the moment. Try again.',
  ENFILE: 'Too many files are open at the moment. Try again.',
  EAGAIN: '`shown` has nothing to read at the moment; it is no ordinary file.',
  ELOOP: '`shown` was replaced by a link while it was opened. Try again.',
  ENOTDIR: '`shown` was replaced while it was opened. Try again.',
  ENOENT: '`shown` was removed while it was in use. Try again.',
  EISDIR: '`shown` is a folder, not a file.',
  ESTALE: '`shown` was moved while it was opened. Try again.',
}

/** Words for what the system said; the system's own text holds paths of the host. */
export function explainFailure(thrown: unknown, shown: string): unknown {
  if (ToolwrightError.is(thrown)) return thrown
  const code = codeOf(thrown)
  if (code === '') return thrown
  const words = Object.hasOwn(CAUSES, code) ? CAUSES[code] : undefined
  const message = words ?? `\`shown\` cannot be used: the system answered ${code}.`
  return fileError(
    message.replace('`shown`', () => `\`${shown}\``),
    thrown,
  )
}
