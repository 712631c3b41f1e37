import type { JsonObject, JsonValue } from '../schema/json-schema.ts'
import { formatPath } from './format-path.ts'
import { type Draft, isList, isObject } from './rule.ts'

/** Visits every parameter of a list that is an object, with its path. */
export function eachParameter(draft: Draft, visit: (parameter: JsonObject, path: string) => void): void {
  const { parameters } = draft.fields
  if (!isList(parameters)) return
  const base = draft.spell('parameters')
  parameters.forEach((parameter, index) => {
    if (isObject(parameter)) visit(parameter, formatPath(base, [index]))
  })
}

/** Visits every parameter and, below it, what its items are, to any depth. */
export function eachParameterAndItems(
  draft: Draft,
  visit: (parameter: JsonObject, path: string) => void,
): void {
  eachParameter(draft, (parameter, start) => {
    let path = start
    for (let level: JsonValue | undefined = parameter; isObject(level); level = level.items) {
      visit(level, path)
      path += '.items'
    }
  })
}
