import type { JsonObject } from '../../schema/json-schema.ts'
import { eachParameter, eachParameterAndItems } from '../each-parameter.ts'
import { formatPath, quote } from '../format-path.ts'
import { LIMITS } from '../limits.ts'
import { kindOf } from '../read-draft.ts'
import { isList, isObject, type Report, type Rule } from '../rule.ts'
import { suggest } from '../suggest.ts'

const ITEMS_FIELDS = ['description', 'type', 'enum', 'minimum', 'maximum', 'items', 'schema']
const PARAMETER_FIELDS = ['name', 'required', 'default', ...ITEMS_FIELDS]

/** Parameters are a list of objects, not too long, with the fields of a parameter and no others. */
export const parameterListRule: Rule = (draft, report) => {
  const { parameters } = draft.fields
  if (parameters === undefined) return
  const path = draft.spell('parameters')
  if (!isList(parameters)) {
    const hint = `Give a list of parameters; a JSON Schema goes under \`${draft.spell('inputSchema')}\`.`
    return report(path, 'DEFINE_FIELD_TYPE', `\`${path}\` is ${kindOf(parameters)}; expected a list`, hint)
  }
  if (parameters.length > LIMITS.parameters) {
    const message = `there are ${parameters.length} parameters, at most ${LIMITS.parameters} are allowed`
    return report(path, 'DEFINE_PARAMETERS_TOO_MANY', message)
  }
  parameters.forEach((parameter, index) => {
    if (isObject(parameter)) return
    const at = formatPath(path, [index])
    report(
      at,
      'DEFINE_FIELD_TYPE',
      `\`${at}\` is ${kindOf(parameter)}; expected an object with \`name\` and \`type\``,
    )
  })
  eachParameter(draft, (parameter, at) => checkNames(parameter, at, PARAMETER_FIELDS, report))
  eachParameterAndItems(draft, (parameter, at) => {
    if (at.endsWith('.items')) checkNames(parameter, at, ITEMS_FIELDS, report)
    checkDescription(parameter, formatPath(at, ['description']), report)
  })
}

function checkNames(parameter: JsonObject, path: string, known: readonly string[], report: Report): void {
  for (const key of Object.keys(parameter)) {
    // `name` may stand at items too: it says nothing there, and authors copy parameters.
    if (known.includes(key) || key === 'name') continue
    const at = formatPath(path, [key])
    const message = `\`${at}\` is not part of a parameter.${suggest(key, known)}`
    report(at, 'DEFINE_FIELD_UNKNOWN', message, 'Remove it, correct its spelling, or put it into `schema`.')
  }
}

function checkDescription({ description }: JsonObject, path: string, report: Report): void {
  if (description === undefined) return
  if (typeof description !== 'string') {
    report(path, 'DEFINE_FIELD_TYPE', `\`${path}\` is ${quote(description)}; expected text`)
  } else if (description.length > LIMITS.parameterDescriptionCharacters) {
    const message = `\`${path}\` has ${description.length} characters, at most ${LIMITS.parameterDescriptionCharacters} are allowed`
    report(path, 'DEFINE_FIELD_TOO_LONG', message)
  }
}
