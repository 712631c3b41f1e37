import { type HttpParameter, type ParameterStyle, STYLES_OF_PLACE } from './http-request.ts'

export function wireName(argument: string, parameter: HttpParameter): string {
  return parameter.name ?? argument
}

export function styleOf({ in: place, style }: HttpParameter): ParameterStyle {
  return style ?? STYLES_OF_PLACE[place][0] ?? 'form'
}

export function explodes(parameter: HttpParameter): boolean {
  const style = styleOf(parameter)
  return parameter.explode ?? (style === 'form' || style === 'deepObject')
}

/** The argument of that name; as JSON text where it goes as that. */
export function valueOf(
  args: Readonly<Record<string, unknown>>,
  argument: string,
  { asJson }: HttpParameter,
): unknown {
  const value = Object.hasOwn(args, argument) ? args[argument] : undefined
  return asJson === true && value !== undefined ? JSON.stringify(value) : value
}
