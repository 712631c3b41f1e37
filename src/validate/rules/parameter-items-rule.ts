import { eachParameterAndItems } from '../each-parameter.ts'
import { formatPath } from '../format-path.ts'
import { typeOf } from './parameter-type-rule.ts'
import { kindOf } from '../read-draft.ts'
import { isObject, type Rule } from '../rule.ts'

/** Arrays and objects say what is in them, by `items`, `schema` or `enum`; other types have neither. */
export const parameterItemsRule: Rule = (draft, report) => {
  eachParameterAndItems(draft, (parameter, path) => {
    const { items, schema } = parameter
    const type = typeOf(parameter)
    for (const [key, value] of [
      ['items', items],
      ['schema', schema],
    ] as const) {
      if (value === undefined) continue
      const at = formatPath(path, [key])
      if (!isObject(value)) {
        report(at, 'DEFINE_FIELD_TYPE', `\`${at}\` is ${kindOf(value)}; expected an object`)
      } else if (key === 'items' && type !== undefined && type !== 'array') {
        report(
          at,
          'DEFINE_ITEMS_MISSING',
          `a parameter of type \`${type}\` has no items`,
          'Remove `items`, or make it an array.',
        )
      }
    }
    if ((type !== 'array' && type !== 'object') || parameter.enum !== undefined) return
    if (items !== undefined || schema !== undefined) return
    const message = `the parameter at \`${path}\` is an ${type} and says nothing about what is in it`
    const hint =
      type === 'array'
        ? "Give `items: { type: 'string' }`, `schema` or `enum`."
        : 'Give `schema` with `properties`, or `enum`.'
    report(path, 'DEFINE_ITEMS_MISSING', message, hint)
  })
}
