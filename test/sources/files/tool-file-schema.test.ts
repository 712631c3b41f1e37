import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { compileChecked } from '../../../src/schema/compile/compile-checked.ts'
import { listEntries } from '../../../src/sources/files/list-entries.ts'
import { placeProblem } from '../../../src/sources/files/place-problem.ts'
import { readEntry } from '../../../src/sources/files/read-entry.ts'
import { readJson } from '../../../src/sources/files/read-json.ts'
import { toolFileSchema } from '../../../src/sources/files/tool-file-schema.ts'

const schema = compileChecked(toolFileSchema())
let folder = ''

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'tool-file-'))
  writeFileSync(join(folder, 'm.ts'), 'export const f = () => 1\n')
})
after(() => rmSync(folder, { recursive: true }))

/** What the reader says of a file, without looking for tools that it names. */
async function problemsOf(file: unknown): Promise<string[]> {
  const source = { file: join(folder, 'tools.json'), text: JSON.stringify(file) }
  const read = readJson(source.text)
  if (!('node' in read)) return ['unreadable']
  const { entries, problems } = listEntries(source, read.node)
  const found = problems.map(({ path, message }) => `${path}: ${message}`)
  for (const entry of entries) {
    const outcome = await readEntry(entry, { file: source.file, isResolving: false, options: {} })
    for (const problem of outcome.problems) {
      const { path, message } = placeProblem(source, entry, problem)
      found.push(`${path}: ${message}`)
    }
  }
  return found
}

async function agree(file: unknown): Promise<void> {
  const problems = await problemsOf(file)
  assert.equal(
    schema.check(file),
    problems.length === 0,
    `${JSON.stringify(file).slice(0, 2_000)}\n${problems.join('\n')}`,
  )
}

const PARAMETERS = [
  { name: 'city', type: 'string', required: true, description: 'A city' },
  { name: 'days', type: 'integer', minimum: 1, maximum: 9, default: 3 },
  { name: 'hours', type: 'number', minimum: 1, default: null },
  { name: 'tags', type: 'array', items: { type: 'string' } },
  { name: 'shape', type: 'object', schema: { properties: { a: { type: 'string' } } } },
  { name: 'unit', type: 'string', enum: ['c', 'f'] },
]
const INPUT_SCHEMA = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const COMMON = { name: 'get_weather', description: 'Weather of a city' }

const RUNNERS = [
  { module: './m.ts' },
  { module: 'm.ts', export: 'f' },
  { code: 'return args.city' },
  { command: ['echo', '{city}'] },
  {
    command: {
      argv: ['cat', '-'],
      stdin: '{city}',
      working_directory_from: 'city',
      timeout_seconds_from: 'city',
    },
  },
  { http: { url: 'https://api.example.com/w/{city}', headers: { Accept: 'text/plain' } } },
  {
    http: {
      method: 'POST',
      url: 'https://api.example.com/w',
      parameters: { city: { in: 'query', name: 'q', explode: true } },
      body: { content_type: 'application/json', is_required: true, fields: {} },
      timeout_ms: 500,
      basic_auth: { username: 'a', password: '${env:B}' },
      allow_hosts: ['example.com'],
    },
  },
]
// Without names of parameters: those are looked at only when the parameters are known.
const LOOSE_RUNNERS = [
  { module: './m.ts', export: 'f' },
  { code: 'return 1' },
  { command: ['echo', 'a'] },
  { command: { argv: ['cat', '-'], stdin: 'a' } },
  {
    http: {
      method: 'POST',
      url: 'https://a.b/c',
      query: { a: 'b' },
      body: { content_type: 'a/b', is_required: true },
      timeout_ms: 9,
      basic_auth: { username: 'a', password: 'b' },
      allow_hosts: ['a.b'],
    },
  },
]
const ALIASES = [{ mcp: { server: 'github', tool: 'create_issue' } }, { builtin: 'read_file' }]
const EXTRAS = {
  category: 'external_api',
  danger_level: 'high',
  constraints: { max_execution_ms: 5_000, allow_side_effects: true, allow: { hosts: ['a.b'] } },
  required_permissions: ['tool.network.fetch'],
  requires_confirmation: true,
  version: '1.2.3',
  tags: ['a', 'b'],
  enabled: false,
  metadata: { a: 1 },
  output_schema: { type: 'object' },
}
const ALIAS_EXTRAS = {
  name: 'other',
  danger_level: 'critical',
  constraints: { max_execution_ms: 5_000 },
  tags: ['a'],
  metadata: {},
}

// Whether a default fits, or a minimum is below its maximum, no JSON Schema can say.
const LOOSE_PARAMETERS = PARAMETERS.filter(({ name }) => name !== 'days')
const inputs = (parameters: readonly object[]) =>
  fc.constantFrom<object>({ parameters }, { input_schema: INPUT_SCHEMA })
const some = (fields: object) =>
  fc.subarray(Object.entries(fields)).map((entries) => Object.fromEntries(entries) as object)
const origin = fc.constantFrom<object>({}, {}, {}, { origin: { source: 'mcp:x', name: 'y' } })
const toolWith = (runners: readonly object[], parameters: readonly object[]) =>
  fc
    .oneof(
      {
        weight: 4,
        arbitrary: fc.tuple(
          fc.constant(COMMON),
          inputs(parameters),
          fc.constantFrom(...runners),
          some(EXTRAS),
          origin,
        ),
      },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom<object>(...ALIASES), some(ALIAS_EXTRAS)) },
    )
    .map(
      (parts): Record<string, unknown> =>
        Object.assign({}, ...(parts as object[])) as Record<string, unknown>,
    )

const BAD = [null, 7, 'text', '', true, [], {}, [1], { a: 1 }, -1, 'x'.repeat(1_100)]
const NAMES = [
  'extra',
  'dangerLevel',
  'maxExecutionMs',
  '__proto__',
  'x-mine',
  'timeoutMs',
  'export',
  'parameters',
  'tools',
]

// What is in a schema is for the rules of schemas, which have tests of their own; permissions are the host's.
const OPAQUE: ReadonlySet<string> = new Set([
  'required_permissions',
  'input_schema',
  'output_schema',
  'schema',
  'enum',
  'metadata',
])

const FIXED: ReadonlySet<string> = new Set(['default', 'allow_hosts'])

/** The same with one thing in it changed, anywhere. */
function mutate(value: unknown, seed: readonly number[]): unknown {
  const [choice = 0, ...rest] = seed
  if (typeof value !== 'object' || value === null || rest.length === 0) return BAD[choice % BAD.length]
  if (Array.isArray(value)) {
    if (value.length === 0 || choice % 5 === 0) return BAD[choice % BAD.length]
    const at = choice % value.length
    return value.map((item: unknown, index) => (index === at ? mutate(item, rest) : item))
  }
  const keys = Object.keys(value)
  const kind = choice % 7
  if (kind === 0) return BAD[choice % BAD.length]
  const key = keys[choice % Math.max(1, keys.length)]
  if (key === undefined || kind === 1)
    return Object.fromEntries([
      ...Object.entries(value),
      [NAMES[choice % NAMES.length] ?? '', BAD[(rest[0] ?? 0) % BAD.length]],
    ])
  if (kind === 2) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: [string, unknown]) => [
      name,
      name === key && !FIXED.has(name) ? mutate(item, OPAQUE.has(name) ? rest.slice(-1) : rest) : item,
    ]),
  )
}

const seeds = fc.array(fc.nat(10_000), { minLength: 2, maxLength: 6 })

describe('the schema of definition files', () => {
  it('is what is published', () => {
    assert.deepEqual(JSON.parse(readFileSync('schema/tool-file.schema.json', 'utf8')), toolFileSchema())
  })

  it('accepts every tool that is written right', async () => {
    await fc.assert(
      fc.asyncProperty(toolWith(RUNNERS, PARAMETERS), async (one) => {
        assert.deepEqual(await problemsOf(one), [])
        assert.ok(schema.check(one), JSON.stringify(one))
        assert.ok(schema.check([one]))
        assert.ok(schema.check({ $schema: 'x', 'x-shared': 1, tools: [one] }))
      }),
      { numRuns: 100 },
    )
  })

  it('accepts what the reader accepts, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(toolWith(LOOSE_RUNNERS, LOOSE_PARAMETERS), seeds, async (one, seed) => {
        const bad = mutate(one, seed)
        await agree(bad)
        await agree([bad])
        await agree({ tools: [one, bad] })
      }),
      { numRuns: 500 },
    )
  })

  it('agrees on files as a whole', async () => {
    for (const file of [
      7,
      'a',
      null,
      true,
      [],
      {},
      { tools: [] },
      { tools: {} },
      { tools: null },
      { tools: [], other: 1 },
    ])
      await agree(file)
  })
})
