import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { categoryRule } from '../../src/validate/category-rule.ts'
import { constraintsRule } from '../../src/validate/constraints-rule.ts'
import { dangerLevelRule } from '../../src/validate/danger-level-rule.ts'
import { descriptionRule } from '../../src/validate/description-rule.ts'
import { flagsRule } from '../../src/validate/flags-rule.ts'
import { inputDefaultRule } from '../../src/validate/input-default-rule.ts'
import { inputRequiredRule } from '../../src/validate/input-required-rule.ts'
import { inputSchemaRule } from '../../src/validate/input-schema-rule.ts'
import { inputValidityRule } from '../../src/validate/input-validity-rule.ts'
import { isolationRule } from '../../src/validate/isolation-rule.ts'
import { metadataRule } from '../../src/validate/metadata-rule.ts'
import { nameRule } from '../../src/validate/name-rule.ts'
import { originRule } from '../../src/validate/origin-rule.ts'
import { outputSchemaRule } from '../../src/validate/output-schema-rule.ts'
import { parameterDefaultRule } from '../../src/validate/parameter-default-rule.ts'
import { parameterDuplicateRule } from '../../src/validate/parameter-duplicate-rule.ts'
import { parameterEnumRule } from '../../src/validate/parameter-enum-rule.ts'
import { parameterItemsRule } from '../../src/validate/parameter-items-rule.ts'
import { parameterListRule } from '../../src/validate/parameter-list-rule.ts'
import { parameterNameRule } from '../../src/validate/parameter-name-rule.ts'
import { parameterRangeRule } from '../../src/validate/parameter-range-rule.ts'
import { parameterRequiredRule } from '../../src/validate/parameter-required-rule.ts'
import { parameterSchemaRule } from '../../src/validate/parameter-schema-rule.ts'
import { parameterTypeRule } from '../../src/validate/parameter-type-rule.ts'
import { permissionsRule } from '../../src/validate/permissions-rule.ts'
import type { Rule, ValidateOptions } from '../../src/validate/rule.ts'
import { runRules } from '../../src/validate/run-rules.ts'
import { tagsRule } from '../../src/validate/tags-rule.ts'
import { tierIsolationRule } from '../../src/validate/tier-isolation-rule.ts'
import { tierSchemaRule } from '../../src/validate/tier-schema-rule.ts'
import { unknownFieldRule } from '../../src/validate/unknown-field-rule.ts'
import { DEFINITION_RULES } from '../../src/validate/validate-definition.ts'
import { versionRule } from '../../src/validate/version-rule.ts'
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
