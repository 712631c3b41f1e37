import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { lowerSchema } from '../../../src/providers/dialects/lower-schema.ts'
import type { SchemaDialect } from '../../../src/providers/dialects/schema-dialect.ts'
import type { JsonSchema } from '../../../src/schema/json-schema.ts'
import { KEYWORDS } from '../../../src/schema/keywords.ts'
import { LOSS_CASES } from '../../fixtures/providers/loss-cases.ts'
import { ALL_DIALECTS } from './all-dialects.ts'

// What each dialect keeps, rewrites, describes and drops is checked in, so that a change of it is read in review.
// After a change that is meant: `npx node --test --test-update-snapshots test/providers/dialects/loss-reports.test.ts`.

const folder = new URL('../../fixtures/providers/loss-reports/', import.meta.url).pathname

function lossReport(dialect: SchemaDialect): string {
  const sections = [...LOSS_CASES].map(([name, schema]) => `## ${name}\n\n${lossesOf(schema, dialect)}`)
  return `# What \`${dialect.id}\` makes of a schema\n\nWritten by \`loss-reports.test.ts\`; CONTRIBUTING.md says how to renew it.\n\n${sections.join('\n\n')}\n`
}

function lossesOf(schema: JsonSchema, dialect: SchemaDialect): string {
  const lowered = lowerSchema(schema, dialect)
  const given = JSON.stringify(schema)
  if (!lowered.ok) return `- given \`${given}\`\n- REFUSED at \`${lowered.path || '/'}\`: ${lowered.reason}`
  const sent = JSON.stringify(lowered.schema)
  return [
    `- given \`${given}\``,
    sent === given ? '- sent as given' : `- sent \`${sent}\``,
    ...lowered.changes.map(({ kind, path, message }) => `- ${kind} at \`${path || '/'}\`: ${message}`),
    ...(lowered.rootDescription === undefined
      ? []
      : [`- said of the tool: ${JSON.stringify(lowered.rootDescription)}`]),
    ...(lowered.codec === undefined ? [] : ['- arguments are mapped back']),
  ].join('\n')
}

describe('loss reports', () => {
  for (const dialect of ALL_DIALECTS) {
    it(`say what becomes of each keyword: ${dialect.id}`, ({ assert: { fileSnapshot } }) => {
      fileSnapshot(lossReport(dialect), `${folder}${dialect.id}.md`, {
        serializers: [(report: string) => report],
      })
    })
  }

  it('are about every keyword', () => {
    const shown = JSON.stringify([...LOSS_CASES.values()])
    const missing = [...KEYWORDS.keys()].filter((keyword) => !shown.includes(`"${keyword}"`))
    assert.deepEqual(missing, [])
  })
})
