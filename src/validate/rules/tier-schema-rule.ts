import { DEFAULT_TIER, lowestTierWhere, TIERS, type SchemaLevel } from '../../define/tiers.ts'
import type { JsonValue } from '../../schema/json-schema.ts'
import { KEYWORDS } from '../../schema/keywords.ts'
import { eachParameterAndItems } from '../each-parameter.ts'
import { eachSubschema } from '../each-subschema.ts'
import { formatPath } from '../format-path.ts'
import { inputSchemaOf } from './input-schema-rule.ts'
import type { Rule, ValidateOptions } from '../rule.ts'
import { KEYWORD_LEVELS, SCHEMA_LEVELS } from '../schema-features.ts'

/** Every keyword of the schemas is one that the tier may define. Checking of arguments is not touched by the tier. */
export const tierSchemaRule: Rule = (draft, report, options) => {
  const tier = options.tier ?? DEFAULT_TIER
  const held = SCHEMA_LEVELS.indexOf(TIERS[tier].schemaLevel)
  if (TIERS[tier].schemaLevel === 'full') return

  function check(schema: JsonValue | undefined, base: string): void {
    eachSubschema(schema, (part, path) => {
      for (const keyword of Object.keys(part)) {
        const level = levelOf(keyword, options)
        if (SCHEMA_LEVELS.indexOf(level) <= held) continue
        const needed = lowestTierWhere(
          (traits) => SCHEMA_LEVELS.indexOf(traits.schemaLevel) >= SCHEMA_LEVELS.indexOf(level),
        )
        const message = `the tier \`${tier}\` may not define schemas with \`${keyword}\`; the tier \`${needed}\` may`
        const hint = `Leave \`${keyword}\` out, or move to the tier \`${needed}\`.`
        report(formatPath(base, [...path, keyword]), 'TIER_SCHEMA_FEATURE', message, hint)
      }
    })
  }

  check(inputSchemaOf(draft), draft.spell('inputSchema'))
  check(draft.fields.outputSchema, draft.spell('outputSchema'))
  eachParameterAndItems(draft, ({ schema }, path) => check(schema, formatPath(path, ['schema'])))
}

/** A keyword that nobody has defined means nothing, and so takes no level. */
function levelOf(keyword: string, options: ValidateOptions): SchemaLevel {
  if (KEYWORDS.has(keyword)) return KEYWORD_LEVELS.get(keyword) ?? 'full'
  return options.keywords?.includes(keyword) === true ? 'full' : 'basic'
}
