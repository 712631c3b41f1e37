import type { JsonObject, JsonValue } from '../schema/json-schema.ts'
import { KEYWORDS } from '../schema/keywords.ts'
import { isList, isObject } from './rule.ts'

/** Sees one schema and where it stands. The path is reused: copy what is to be kept. */
export type VisitSchema = (schema: JsonObject, path: readonly (string | number)[]) => void

/** Visits a schema and every schema in it, but not what is data: the members of `enum`, `const`, `default`. */
export function eachSubschema(schema: JsonValue | undefined, visit: VisitSchema): void {
  const path: (string | number)[] = []

  function at(key: string | number, child: JsonValue | undefined): void {
    path.push(key)
    walk(child)
    path.pop()
  }

  function walk(value: JsonValue | undefined): void {
    if (!isObject(value)) return
    visit(value, path)
    for (const key of Object.keys(value)) {
      const child = value[key]
      const shape = typeof child === 'object' && child !== null ? KEYWORDS.get(key)?.shape : undefined
      if (shape === undefined) continue
      path.push(key)
      if (shape === 'schema') walk(child)
      else if (shape === 'schema-map' || shape === 'pattern-map' || shape === 'dependencies') {
        if (isObject(child)) for (const name of Object.keys(child)) at(name, child[name])
      } else if (shape === 'schema-list' || shape === 'schema-or-list') {
        if (isList(child)) child.forEach((member, index) => at(index, member))
        else if (shape === 'schema-or-list') walk(child)
      }
      path.pop()
    }
  }

  walk(schema)
}
