import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { compileSchema } from '../../src/schema/compile/compile-schema.ts'
import type { JsonSchema } from '../../src/schema/json-schema.ts'

interface SuiteGroup {
  readonly description: string
  readonly schema: JsonSchema | boolean
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[]
}

const corpora = process.env['TOOLWRIGHT_CORPORA']
const suite = corpora === undefined ? undefined : join(corpora, 'json-schema-test-suite')
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

const DIALECTS = [
  { folder: 'draft2020-12', address: 'https://json-schema.org/draft/2020-12/schema', passes: 1298 },
  { folder: 'draft2019-09', address: 'https://json-schema.org/draft/2019-09/schema', passes: 1258 },
  { folder: 'draft7', address: 'http://json-schema.org/draft-07/schema#', passes: 927 },
] as const

describe('the JSON-Schema-Test-Suite', () => {
  for (const { folder, address, passes } of DIALECTS) {
    const tests = suite === undefined ? '' : join(suite, 'tests', folder)
    const skip =
      suite === undefined
        ? 'TOOLWRIGHT_CORPORA is not set'
        : existsSync(tests)
          ? false
          : `there is no folder ${folder}`
    it(`passes at least ${passes} of ${folder}`, { skip }, (context) => {
      const remotes = readRemotes(join(suite ?? '', 'remotes'), folder)
      const misses: string[] = []
      let passed = 0
      for (const file of readdirSync(tests).filter((name) => name.endsWith('.json'))) {
        for (const group of readJson(join(tests, file)) as readonly SuiteGroup[]) {
          const { check } = compileSchema(withDialect(group.schema, address), {
            remotes,
            formats: 'none',
            trustedPatterns: true,
          })
          for (const { description, data, valid } of group.tests) {
            if (check(data) === valid) passed += 1
            else misses.push(`${file}: ${group.description}: ${description}`)
          }
        }
      }
      for (const miss of misses) context.diagnostic(`missed ${miss}`)
      assert.ok(passed >= passes, `${passed} passed; missed:\n${misses.join('\n')}`)
    })
  }
})

/** The suite's schemas of older dialects leave `$schema` out: the folder says it. */
function withDialect(schema: JsonSchema | boolean, address: string): JsonSchema | boolean {
  return typeof schema === 'boolean' || schema.$schema !== undefined
    ? schema
    : { $schema: address, ...schema }
}

function readRemotes(root: string, folder: string): Record<string, unknown> {
  const remotes: Record<string, unknown> = {}
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.json')) continue
    const path = join(entry.parentPath, entry.name)
    const name = relative(root, path)
    // Files of another dialect's folder are for that dialect only.
    if (/^(?:draft|v1)/.test(name) && !name.startsWith(`${folder}/`)) continue
    remotes[`http://localhost:1234/${name}`] = readJson(path)
  }
  return remotes
}
