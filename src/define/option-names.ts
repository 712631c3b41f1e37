import { ToolwrightError } from '../errors/toolwright-error.ts'
import { nearestNames } from '../schema/nearest.ts'

/** Every option there is, once: the compiler refuses a table that misses one. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true }

/** Throws for an option that does not exist: a misspelt one would be ignored in silence. */
export function refuseUnknownOptions<Options extends object>(
  owner: string,
  options: Options,
  names: OptionNames<Options>,
): void {
  for (const name in options) {
    if (Object.hasOwn(names, name)) continue
    const known = Object.keys(names)
    const [nearest] = nearestNames(name, known, 1)
    const cure =
      nearest === undefined ? `The options are ${known.join(', ')}.` : `Did you mean \`${nearest}\`?`
    throw new ToolwrightError('OPTION_INVALID', `\`${owner}\` has no option \`${name}\`. ${cure}`)
  }
}
