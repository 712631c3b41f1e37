import { showValue } from '../../schema/show-value.ts'
import { suggest } from '../../validate/suggest.ts'

/** Says what is wrong, and where. */
export type Complain = (path: string, message: string, hint?: string) => void

type Check = readonly [fits: (value: unknown) => boolean, expected: string]

/** A rule for each field that there is. */
export type FieldChecks<Fields> = { readonly [Name in keyof Required<Fields>]: Check }

export const text: Check = [(value) => typeof value === 'string', 'text']
export const flag: Check = [(value) => typeof value === 'boolean', 'true or false']
export const anyObject: Check = [isRecord, 'an object']
export const texts: Check = [
  (value) => isRecord(value) && Object.values(value).every((item) => typeof item === 'string'),
  'an object of texts',
]

export function among(values: readonly string[]): Check {
  return [(value) => typeof value === 'string' && values.includes(value), `one of ${values.join(', ')}`]
}

export function wholeNumber(minimum: number, maximum: number): Check {
  return [
    (value) => Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
    `a whole number from ${minimum} to ${maximum}`,
  ]
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Complains of fields that do not exist and of values that do not fit; gives those that do, as they were read once. */
export function readFields<Fields>(
  value: unknown,
  path: string,
  checks: FieldChecks<Fields>,
  complain: Complain,
): Partial<Fields> {
  if (!isRecord(value)) {
    complain(path, `is ${showValue(value)}; expected an object`)
    return {}
  }
  const known = checks as Readonly<Record<string, Check>>
  const fields: [string, unknown][] = []
  for (const name of Object.keys(value)) {
    const at = path === '' ? name : `${path}.${name}`
    const check = Object.hasOwn(known, name) ? known[name] : undefined
    const given = value[name]
    if (check === undefined)
      complain(at, `\`${name}\` is no field of this.${suggest(name, Object.keys(known))}`)
    else if (given !== undefined && !check[0](given))
      complain(at, `\`${name}\` is ${showValue(given)}; expected ${check[1]}`)
    else if (given !== undefined) fields.push([name, given])
  }
  return Object.fromEntries(fields) as Partial<Fields>
}
