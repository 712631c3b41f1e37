import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { categoryRule } from '../../src/validate/rules/category-rule.ts'
import { constraintsRule } from '../../src/validate/rules/constraints-rule.ts'
import { dangerLevelRule } from '../../src/validate/rules/danger-level-rule.ts'
import { descriptionRule } from '../../src/validate/rules/description-rule.ts'
import { flagsRule } from '../../src/validate/rules/flags-rule.ts'
import { inputDefaultRule } from '../../src/validate/rules/input-default-rule.ts'
import { inputRequiredRule } from '../../src/validate/rules/input-required-rule.ts'
import { inputSchemaRule } from '../../src/validate/rules/input-schema-rule.ts'
import { inputValidityRule } from '../../src/validate/rules/input-validity-rule.ts'
import { isolationRule } from '../../src/validate/rules/isolation-rule.ts'
import { metadataRule } from '../../src/validate/rules/metadata-rule.ts'
import { nameRule } from '../../src/validate/rules/name-rule.ts'
import { originRule } from '../../src/validate/rules/origin-rule.ts'
import { outputSchemaRule } from '../../src/validate/rules/output-schema-rule.ts'
import { parameterDefaultRule } from '../../src/validate/rules/parameter-default-rule.ts'
import { parameterDuplicateRule } from '../../src/validate/rules/parameter-duplicate-rule.ts'
import { parameterEnumRule } from '../../src/validate/rules/parameter-enum-rule.ts'
import { parameterItemsRule } from '../../src/validate/rules/parameter-items-rule.ts'
import { parameterListRule } from '../../src/validate/rules/parameter-list-rule.ts'
import { parameterNameRule } from '../../src/validate/rules/parameter-name-rule.ts'
import { parameterRangeRule } from '../../src/validate/rules/parameter-range-rule.ts'
import { parameterRequiredRule } from '../../src/validate/rules/parameter-required-rule.ts'
import { parameterSchemaRule } from '../../src/validate/rules/parameter-schema-rule.ts'
import { parameterTypeRule } from '../../src/validate/rules/parameter-type-rule.ts'
import { permissionsRule } from '../../src/validate/rules/permissions-rule.ts'
import type { Rule, ValidateOptions } from '../../src/validate/rule.ts'
import { runRules } from '../../src/validate/run-rules.ts'
import { tagsRule } from '../../src/validate/rules/tags-rule.ts'
import { tierIsolationRule } from '../../src/validate/rules/tier-isolation-rule.ts'
import { tierSchemaRule } from '../../src/validate/rules/tier-schema-rule.ts'
import { unknownFieldRule } from '../../src/validate/rules/unknown-field-rule.ts'
import { DEFINITION_RULES } from '../../src/validate/validate-definition.ts'
import { versionRule } from '../../src/validate/rules/version-rule.ts'
import { validDraft } from './fixture.ts'

interface Breach {
  readonly changes: Readonly<Record<string, unknown>>
  readonly options?: ValidateOptions
}

const oneParameter = (parameter: object): Breach => ({
  changes: { parameters: [{ name: 'city', ...parameter }] },
})
const rawSchema = (schema: object): Breach => ({ changes: { parameters: undefined, inputSchema: schema } })

/** For each rule a definition that breaks it and no other. */
const BREACHES: ReadonlyMap<Rule, Breach> = new Map<Rule, Breach>([
  [unknownFieldRule, { changes: { colour: 'red' } }],
  [nameRule, { changes: { name: 'GetWeather' } }],
  [descriptionRule, { changes: { description: '' } }],
  [inputSchemaRule, rawSchema({ type: 'object' })],
  [inputValidityRule, rawSchema({ type: 'object', properties: { city: { type: 'strng' } } })],
  [inputRequiredRule, rawSchema({ type: 'object', properties: {}, required: ['city'] })],
  [inputDefaultRule, rawSchema({ type: 'object', properties: { city: { type: 'string', default: 5 } } })],
  [parameterListRule, oneParameter({ type: 'string', colour: 'red' })],
  [parameterNameRule, oneParameter({ type: 'string', name: 'City' })],
  [parameterDuplicateRule, { changes: { parameters: [1, 2].map(() => ({ name: 'city', type: 'string' })) } }],
  [parameterTypeRule, oneParameter({ type: 'strng' })],
  [parameterRequiredRule, oneParameter({ type: 'string', required: true, default: 'Oslo' })],
  [parameterEnumRule, oneParameter({ type: 'string', enum: ['Oslo', 5] })],
  [parameterRangeRule, oneParameter({ type: 'integer', minimum: 2, maximum: 1 })],
  [parameterItemsRule, oneParameter({ type: 'array' })],
  [
    parameterSchemaRule,
    oneParameter({ type: 'object', schema: { properties: { city: { type: 'strng' } } } }),
  ],
  [parameterDefaultRule, oneParameter({ type: 'integer', default: 'Oslo' })],
  [outputSchemaRule, { changes: { outputSchema: { type: 'strng' } } }],
  [categoryRule, { changes: { category: 'weather' } }],
  [dangerLevelRule, { changes: { dangerLevel: 'deadly' } }],
  [constraintsRule, { changes: { constraints: { maxExecutionMs: 1 } } }],
  [isolationRule, { changes: { category: 'code_execution', constraints: { isolation: 'none' } } }],
  [permissionsRule, { changes: { requiredPermissions: ['tool.weather'] } }],
  [flagsRule, { changes: { enabled: 'no' } }],
  [versionRule, { changes: { version: '1' } }],
  [tagsRule, { changes: { tags: ['a', 'a'] } }],
  [metadataRule, { changes: { metadata: [] } }],
  [originRule, { changes: { origin: { source: 'mcp' } } }],
  [
    tierSchemaRule,
    { ...rawSchema({ type: 'object', properties: {}, anyOf: [{}] }), options: { tier: 'core' } },
  ],
  [tierIsolationRule, { changes: { constraints: { isolation: 'strict' } }, options: { tier: 'core' } }],
])

describe('every rule of a definition', () => {
  it('has a definition here that breaks it', () => {
    assert.deepEqual([...BREACHES.keys()], DEFINITION_RULES)
  })

  DEFINITION_RULES.forEach((rule, index) => {
    it(`is what refuses its breach (rule ${index + 1})`, () => {
      const { changes, options = {} } = BREACHES.get(rule) ?? assert.fail('no breach')
      const others = DEFINITION_RULES.filter((other) => other !== rule)
      assert.equal(runRules(validDraft(changes), options, DEFINITION_RULES).ok, false)
      assert.deepEqual(runRules(validDraft(changes), options, others).ok, true)
    })
  })
})
