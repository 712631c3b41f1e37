// Writes docs/errors.md from the table of codes; `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { renderErrorDocs } from './render-error-docs.ts'

const FILE = 'docs/errors.md'
const wanted = renderErrorDocs()

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, wanted)
  console.log(`Wrote ${FILE}.`)
} else if (readFileSync(FILE, 'utf8') !== wanted) {
  console.error(`${FILE} does not agree with src/errors/error-codes.ts. Run \`npm run docs\`.`)
  process.exitCode = 1
}
