import assert from 'node:assert/strict'
import fc from 'fast-check'
import { createRequire } from 'node:module'
import { after, describe, it } from 'node:test'
import type { JsonSchema } from '../../../src/schema/json-schema.ts'
import { compileSchema } from '../../../src/schema/compile/compile-schema.ts'
import { read, sampleFolder } from './sample-file.ts'
import { anyTypes, valuesFor } from './type-arbitrary.ts'
import { TYPESCRIPTS } from './typescripts.ts'

// The compiler says of each value whether it fits its type; the schema that we make of the type must say the same.
const sample = sampleFolder()
after(sample.remove)

const TYPES = 150
const VALUES = 12

interface Compiler {
  createProgram(
    files: readonly string[],
    options: object,
  ): {
    getSemanticDiagnostics(): readonly {
      readonly start?: number
      readonly file?: { readonly text: string }
    }[]
  }
}

describe('schemas of generated types', () => {
  const [, { root, skip }] = TYPESCRIPTS

  it('accept exactly the JSON that TypeScript accepts', { skip }, async () => {
    const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_118)
    const types = fc.sample(anyTypes, { numRuns: TYPES, seed })
    const values = types.map((type, index) =>
      fc.sample(valuesFor(type), { numRuns: VALUES, seed: seed + index }),
    )
    const functions = types.map(({ text }, index) => `export function f${index}(x: ${text}, y: 1): void {}`)
    const file = sample.write('types.ts', `${functions.join('\n')}\n`)
    const reading = await read(file)
    assert.deepEqual(
      reading.problems.filter(({ severity }) => severity === 'error'),
      [],
    )

    const lines = types.flatMap(({ text }, index) =>
      (values[index] ?? []).map((value) => `const v: { x: ${text} } = { x: ${JSON.stringify(value)} }`),
    )
    const refused = refusedLines(
      lines.map((line, index) => line.replace('const v', `export const v${index}`)),
    )
    for (const [index, { text }] of types.entries()) {
      const schema = reading.functions[index]?.definition['inputSchema'] as JsonSchema & {
        properties: { x: JsonSchema }
      }
      const compiled = compileSchema({
        type: 'object',
        properties: { x: schema.properties.x },
        required: schema.required?.filter((name) => name === 'x') ?? [],
      })
      for (const [at, value] of (values[index] ?? []).entries()) {
        const accepted = !refused.has(index * VALUES + at)
        assert.equal(
          compiled.check({ x: value }),
          accepted,
          `${text} with ${JSON.stringify(value)}: ${JSON.stringify(schema.properties.x)}`,
        )
      }
    }
    assert.ok(
      refused.size > TYPES && refused.size < lines.length - TYPES,
      `${refused.size} of ${lines.length} refused`,
    )
  })

  function refusedLines(lines: readonly string[]): ReadonlySet<number> {
    const file = sample.write('values.ts', lines.join('\n'))
    const ts = createRequire(import.meta.url)(`${root}/lib/typescript.js`) as Compiler
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      exactOptionalPropertyTypes: true,
      types: [],
      lib: ['lib.es5.d.ts'],
      skipLibCheck: true,
    })
    const starts = program
      .getSemanticDiagnostics()
      .map(({ start = 0, file }) => (file?.text.slice(0, start).split('\n').length ?? 0) - 1)
    return new Set(starts)
  }
})
