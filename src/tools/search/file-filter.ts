import { compilePath, expandBraces, type PathTest } from '../files/path-glob.ts'
import { compileSegment } from '../files/segment-glob.ts'
import { fileError } from '../files/file-error.ts'

/** Reads `file_pattern`: a glob of the name, or with a slash in it of the path from where the search begins. */
export function compileFileFilter(glob: string): PathTest {
  const globs = expandBraces(glob)
  if (globs === undefined || glob.length > 1_000)
    throw fileError('`file_pattern` is too long. Send a shorter glob.')
  const tests = globs.map((each) => compileOne(each.replace(/^(?:\.?\/)+/, '')))
  return (names) => tests.some((test) => test?.(names) === true)

  function compileOne(each: string): PathTest {
    const name = each.includes('/') ? undefined : compileSegment(each)
    const test =
      name === undefined ? compilePath(each) : (names: readonly string[]) => name(names.at(-1) ?? '')
    if (each !== '' && test !== undefined) return test
    throw fileError(
      `\`file_pattern\` is not a glob. Send one such as \`*.ts\`, \`*.{ts,tsx}\` or \`src/**/*.ts\`; a \`[\` that stands for itself is \`\\[\`.`,
    )
  }
}
