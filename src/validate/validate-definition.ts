import { categoryRule } from './rules/category-rule.ts'
import { constraintsRule } from './rules/constraints-rule.ts'
import { dangerLevelRule } from './rules/danger-level-rule.ts'
import { descriptionRule } from './rules/description-rule.ts'
import { flagsRule } from './rules/flags-rule.ts'
import { inputDefaultRule } from './rules/input-default-rule.ts'
import { inputRequiredRule } from './rules/input-required-rule.ts'
import { inputSchemaRule } from './rules/input-schema-rule.ts'
import { inputValidityRule } from './rules/input-validity-rule.ts'
import { isolationRule } from './rules/isolation-rule.ts'
import { metadataRule } from './rules/metadata-rule.ts'
import { nameRule } from './rules/name-rule.ts'
import { originRule } from './rules/origin-rule.ts'
import { outputSchemaRule } from './rules/output-schema-rule.ts'
import { parameterDefaultRule } from './rules/parameter-default-rule.ts'
import { parameterDuplicateRule } from './rules/parameter-duplicate-rule.ts'
import { parameterEnumRule } from './rules/parameter-enum-rule.ts'
import { parameterItemsRule } from './rules/parameter-items-rule.ts'
import { parameterListRule } from './rules/parameter-list-rule.ts'
import { parameterNameRule } from './rules/parameter-name-rule.ts'
import { parameterRangeRule } from './rules/parameter-range-rule.ts'
import { parameterRequiredRule } from './rules/parameter-required-rule.ts'
import { parameterSchemaRule } from './rules/parameter-schema-rule.ts'
import { parameterTypeRule } from './rules/parameter-type-rule.ts'
import { permissionsRule } from './rules/permissions-rule.ts'
import type { Aliases } from './read-draft.ts'
import { rememberValidation } from './remember-validation.ts'
import type { Rule, ValidateOptions } from './rule.ts'
import { runRules, type Validation } from './run-rules.ts'
import { tagsRule } from './rules/tags-rule.ts'
import { tierIsolationRule } from './rules/tier-isolation-rule.ts'
import { tierSchemaRule } from './rules/tier-schema-rule.ts'
import { unknownFieldRule } from './rules/unknown-field-rule.ts'
import { versionRule } from './rules/version-rule.ts'

/** Everything that is demanded of a definition, in the order in which problems are listed. */
export const DEFINITION_RULES: readonly Rule[] = [
  unknownFieldRule,
  nameRule,
  descriptionRule,
  inputSchemaRule,
  inputValidityRule,
  inputRequiredRule,
  inputDefaultRule,
  parameterListRule,
  parameterNameRule,
  parameterDuplicateRule,
  parameterTypeRule,
  parameterRequiredRule,
  parameterEnumRule,
  parameterRangeRule,
  parameterItemsRule,
  parameterSchemaRule,
  parameterDefaultRule,
  outputSchemaRule,
  categoryRule,
  dangerLevelRule,
  constraintsRule,
  isolationRule,
  permissionsRule,
  flagsRule,
  versionRule,
  tagsRule,
  metadataRule,
  originRule,
  tierSchemaRule,
  tierIsolationRule,
]

/**
 * Looks at any value, in either spelling (`dangerLevel`, `danger_level`), and gives a definition that shares nothing
 * with it, or every problem at once. Never throws.
 */
export function validateDefinition(value: unknown, options: ValidateOptions = {}): Validation {
  return validateAuthored(value, options)
}

/** The same for a form in which some fields have other names; paths are in those names. */
export function validateAuthored(value: unknown, options: ValidateOptions, aliases?: Aliases): Validation {
  const validation = runRules(value, options, DEFINITION_RULES, aliases)
  if (validation.ok) rememberValidation(validation.definition, options)
  return validation
}
