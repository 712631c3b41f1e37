// Writes what is made of tables: docs/errors.md and the JSON Schema of definition files. `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { toolFileSchema } from '../src/sources/files/tool-file-schema.ts'
import { renderErrorDocs } from './render-error-docs.ts'

const FILES: readonly (readonly [file: string, wanted: string, table: string])[] = [
  ['docs/errors.md', renderErrorDocs(), 'src/errors/error-codes.ts'],
  [
    'schema/tool-file.schema.json',
    `${JSON.stringify(toolFileSchema(), null, 2)}\n`,
    'what definition files may hold',
  ],
]

for (const [file, wanted, table] of FILES) {
  if (!process.argv.includes('--check')) {
    writeFileSync(file, wanted)
    console.log(`Wrote ${file}.`)
  } else if (readFileSync(file, 'utf8') !== wanted) {
    console.error(`${file} does not agree with ${table}. Run \`npm run docs\`.`)
    process.exitCode = 1
  }
}
