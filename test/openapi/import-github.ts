// Takes GitHub's whole document over and tells what became of it: `npm run import:github --prefix test/openapi`.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { CHANGE_KINDS } from '../../src/sources/openapi/open-api-change.ts'
import { toolsFromOpenApi } from '../../src/sources/openapi/tools-from-open-api.ts'

const file = resolve(import.meta.dirname, 'node_modules/@octokit/openapi/generated/api.github.com.json')
if (!existsSync(file)) {
  console.error('The document is not installed. Run `npm ci --prefix test/openapi` first.')
  process.exit(1)
}

const before = process.cpuUsage()
const { tools, problems, changes } = await toolsFromOpenApi(file, {
  headers: { authorization: 'Bearer ${env:GITHUB_TOKEN}' },
})
const { user } = process.cpuUsage(before)

const definitions = tools.map(({ definition }) => definition)
const isCut = (name: string): boolean => /_[0-9a-f]{8}$/.test(name)
console.log(`${tools.length} operations became tools, ${problems.length} did not.`)
console.log(
  `${definitions.filter(({ outputSchema }) => outputSchema !== undefined).length} have an output schema.`,
)
console.log(
  `${definitions.filter(({ name }) => isCut(name)).length} names were longer than 64 characters and end in a digest.`,
)
console.log(
  `${(user / 1e6).toFixed(1)} s of processor time, ${Math.round(process.resourceUsage().maxRSS / 1_024)} MB at most.`,
)

for (const { operation, path, message } of problems) console.log(`✘ ${operation} ${path}: ${message}`)
for (const [kind, why] of Object.entries(CHANGE_KINDS)) {
  const found = changes.filter((change) => change.kind === kind)
  if (found.length === 0) continue
  console.log(`\n${kind} (${found.length}): ${why}`)
  for (const { operation, path, message } of found)
    console.log(`  ${operation === '' ? '' : `${operation}, `}${path}: ${message}`)
}
