import { ToolwrightError } from '../errors/toolwright-error.ts'
import { nearestNames } from '../schema/nearest.ts'
import { showValue } from '../schema/show-value.ts'

/** What an option must be: a test, and the words for it. */
export type OptionRule = readonly [fits: (value: unknown) => boolean, expected: string]

/** A rule for every option there is: the compiler refuses a table that misses one. */
export type OptionRules<Options> = { readonly [Name in keyof Required<Options>]: OptionRule }

/**
 * Throws for an option that does not exist, which would be ignored in silence, and for one of a wrong value. An explicit
 * `undefined` counts as absent.
 */
export function checkOptions<Options extends object>(
  owner: string,
  options: Options,
  rules: OptionRules<Options>,
): void {
  if (typeof options !== 'object' || options === null) {
    throw new ToolwrightError(
      'OPTION_INVALID',
      `\`${owner}\` takes an object of options, not ${showValue(options)}.`,
    )
  }
  for (const name in options) {
    if (!Object.hasOwn(rules, name)) throw unknownOption(owner, name, Object.keys(rules))
    const value = options[name]
    if (value === undefined) continue
    const [fits, expected] = rules[name]
    if (fits(value)) continue
    const message = `\`${name}\` of \`${owner}\` must be ${expected}, not ${showValue(value)}.`
    throw new ToolwrightError('OPTION_INVALID', message)
  }
}

function unknownOption(owner: string, name: string, known: readonly string[]): ToolwrightError {
  const [nearest] = nearestNames(name, known, 1)
  const cure = nearest === undefined ? `The options are ${known.join(', ')}.` : `Did you mean \`${nearest}\`?`
  return new ToolwrightError('OPTION_INVALID', `\`${owner}\` has no option \`${name}\`. ${cure}`)
}

export const aFlag: OptionRule = [(value) => typeof value === 'boolean', 'true or false']
export const aText: OptionRule = [(value) => typeof value === 'string', 'text']
export const aFunction: OptionRule = [(value) => typeof value === 'function', 'a function']
export const anObject: OptionRule = [(value) => typeof value === 'object' && value !== null, 'an object']

export function aListOf(expected: string, fits: (item: unknown) => boolean = () => true): OptionRule {
  return [(value) => Array.isArray(value) && value.every(fits), `a list of ${expected}`]
}

export function oneOf(values: readonly unknown[]): OptionRule {
  return [(value) => values.includes(value), `one of ${values.join(', ')}`]
}

/** An object with these functions. */
export function withFunctions(expected: string, ...names: readonly string[]): OptionRule {
  const fits = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    names.every((name) => typeof (value as Readonly<Record<string, unknown>>)[name] === 'function')
  return [fits, expected]
}
