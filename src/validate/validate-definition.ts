import { categoryRule } from './category-rule.ts'
import { constraintsRule } from './constraints-rule.ts'
import { dangerLevelRule } from './danger-level-rule.ts'
import { descriptionRule } from './description-rule.ts'
import { flagsRule } from './flags-rule.ts'
import { inputDefaultRule } from './input-default-rule.ts'
import { inputRequiredRule } from './input-required-rule.ts'
import { inputSchemaRule } from './input-schema-rule.ts'
import { inputValidityRule } from './input-validity-rule.ts'
import { isolationRule } from './isolation-rule.ts'
import { metadataRule } from './metadata-rule.ts'
import { nameRule } from './name-rule.ts'
import { originRule } from './origin-rule.ts'
import { outputSchemaRule } from './output-schema-rule.ts'
import { parameterDefaultRule } from './parameter-default-rule.ts'
import { parameterDuplicateRule } from './parameter-duplicate-rule.ts'
import { parameterEnumRule } from './parameter-enum-rule.ts'
import { parameterItemsRule } from './parameter-items-rule.ts'
import { parameterListRule } from './parameter-list-rule.ts'
import { parameterNameRule } from './parameter-name-rule.ts'
import { parameterRangeRule } from './parameter-range-rule.ts'
import { parameterRequiredRule } from './parameter-required-rule.ts'
import { parameterSchemaRule } from './parameter-schema-rule.ts'
import { parameterTypeRule } from './parameter-type-rule.ts'
import { permissionsRule } from './permissions-rule.ts'
import type { Aliases } from './read-draft.ts'
import { rememberValidation } from './remember-validation.ts'
import type { Rule, ValidateOptions } from './rule.ts'
import { runRules, type Validation } from './run-rules.ts'
import { tagsRule } from './tags-rule.ts'
import { tierIsolationRule } from './tier-isolation-rule.ts'
import { tierSchemaRule } from './tier-schema-rule.ts'
import { unknownFieldRule } from './unknown-field-rule.ts'
import { versionRule } from './version-rule.ts'

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
