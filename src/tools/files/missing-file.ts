import type { ToolwrightError } from '../../errors/toolwright-error.ts'
import { fileError } from './file-error.ts'
import type { Place } from './reach-place.ts'
import { suggestNames } from './suggest-names.ts'

/** The answer to a path that leads nowhere, with the names that may have been meant. */
export function missingFile({ folder, name, trail, given }: Place): ToolwrightError {
  return fileError(`\`${given.shown}\` does not exist.${suggestNames(folder, name, trail.slice(0, -1))}`)
}
