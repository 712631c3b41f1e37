import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { formatProblem } from '../../../src/sources/functions/function-problem.ts'
import { read, sampleFolder } from './sample-file.ts'

const sample = sampleFolder()
after(sample.remove)

/** The problems of a file, without those that say that there is no description. */
async function problemsOf(text: string, name = 'tools.ts') {
  const { functions, problems } = await read(sample.write(name, text))
  return { functions, problems: problems.filter(({ code }) => code !== 'DESCRIPTION_MISSING') }
}

describe('what JSON cannot carry', () => {
  const REFUSED = [
    ['x: () => void', /a function/],
    ['x: bigint', /a bigint/],
    ['x: symbol', /a symbol/],
    ['x: RegExp', /a RegExp/],
    ['x: { run(): void }', /a method/],
    ['x: { (): void }', /a function/],
    ['x: Map<number, string>', /keys are not text/],
    ['x: Promise<string>', /a Promise inside/],
    ['x: Date | string', /both text in JSON/],
    ['x: Set<string> | string[]', /both of type array/],
    ['x: [...string[], number]', /after its rest/],
    ['x: never', /never/],
    ['x: undefined', /only be undefined/],
    ['x: { on: AbortSignal }[]', /AbortSignal inside/],
    ['x: Shop', /instance of the class Shop/],
    ['x: Anything', /type `Anything` that the caller would choose/],
    ['x', /has no type/],
  ] as const

  for (const [parameter, message] of REFUSED) {
    it(`is refused with its place: ${parameter}`, async () => {
      const head = 'class Shop {}\n'
      const text = `${head}export function first(a: string): void {}\nexport function bad<Anything>(y: string, ${parameter}): void {}\n`
      const { functions, problems } = await problemsOf(text)
      assert.deepEqual(
        functions.map(({ name }) => name),
        ['first'],
      )
      assert.equal(problems.length, 1)
      const [problem] = problems
      assert.equal(problem?.severity, 'error')
      assert.match(problem.message, message)
      assert.deepEqual([problem.line, problem.tool, problem.path.startsWith('x')], [3, 'bad', true])
      assert.notEqual(problem.cure, '')
    })
  }

  it('is told of every parameter at once, by path, line and column', async () => {
    const text =
      'export function bad(\n  a: bigint,\n  order: { lines: { run: () => void }[] },\n): void {}\n'
    const { problems } = await problemsOf(text)
    assert.deepEqual(
      problems.map(({ line, column, path }) => [line, column, path]),
      [
        [2, 3, 'a'],
        [3, 21, 'order.lines.run'],
      ],
    )
    assert.match(
      formatProblem(problems[0]!),
      /tools\.ts:2:3 error bad a: it is a bigint, which JSON cannot carry\. Take text/,
    )
  })

  it('only costs the output schema when it is a result', async () => {
    const { functions, problems } = await problemsOf(
      'export function make(a: string): () => void { return () => {} }',
    )
    assert.equal(functions[0]?.definition['outputSchema'], undefined)
    assert.deepEqual(
      problems.map(({ severity, code, path }) => [severity, code, path]),
      [['warning', 'OUTPUT_UNDESCRIBED', 'returns']],
    )
  })
})

describe('what is unwise', () => {
  it('is warned of: no description, any, overloads, a comment for no parameter', async () => {
    const text =
      '/** Says. @param what What.\n * @param wat Typo.\n */\nexport function say(what: any): string { return what }\nexport function findAllUsers(): void {}\n'
    const { functions, problems } = await read(sample.write('warn.ts', text))
    assert.deepEqual(
      problems.map(({ severity, code, path, line }) => [severity, code, path, line]),
      [
        ['warning', 'TYPE_ANY', 'what', 4],
        ['warning', 'PARAM_UNKNOWN', 'wat', 2],
        ['warning', 'DESCRIPTION_MISSING', '', 5],
      ],
    )
    assert.equal(functions[1]?.definition['description'], 'Find all users.')
  })

  it('is told of tags with a wrong value, at the tag', async () => {
    const text =
      '/**\n * Says.\n * @danger deadly\n * @timeout 10\n * @param what What. @minimum 1\n * @param size Size. @minimum low\n */\nexport function say(what: string, size: number): void {}\n'
    const { functions, problems } = await problemsOf(text)
    assert.equal(functions.length, 0)
    assert.deepEqual(
      problems.map(({ code, line, column, path }) => [code, line, column, path]),
      [
        ['TAG_INVALID', 3, 4, ''],
        ['TAG_INVALID', 4, 4, ''],
        ['TAG_INVALID', 5, 22, 'what'],
        ['TAG_INVALID', 6, 22, 'size'],
      ],
    )
    assert.match(problems[0]?.message ?? '', /one of safe, low, medium, high, critical, not `deadly`/)
    assert.match(problems[1]?.message ?? '', /a time with its unit/)
  })

  it('is told of names that two functions would have', async () => {
    const text =
      '/** A. */\nexport function one(): void {}\n/** B. @x\n * @tool one\n */\nexport function two(): void {}\n'
    const { functions, problems } = await problemsOf(text)
    assert.deepEqual(
      functions.map(({ name, definition }) => [name, definition.name]),
      [['two', 'one']],
    )
    assert.deepEqual(
      problems.map(({ code, tool }) => [code, tool]),
      [['NAME_TAKEN', 'one']],
    )
  })

  it('is told of classes that cannot be made, but not of their static methods', async () => {
    const text =
      'export class Shop {\n  constructor(name: string) {}\n  buy(): void {}\n  static list(): void {}\n}\n'
    const { functions, problems } = await problemsOf(text)
    assert.deepEqual(
      functions.map(({ name }) => name),
      ['Shop.list'],
    )
    assert.match(problems[0]?.message ?? '', /constructor of Shop wants arguments/)
  })

  it('is told of what may be a function', async () => {
    const { problems } = await problemsOf(
      "import { make } from './x.ts'\nexport const run = make()\nexport const limit = 5\n",
    )
    assert.deepEqual(
      problems.map(({ code, severity, tool }) => [code, severity, tool]),
      [['NOT_CALLABLE', 'warning', 'run']],
    )
  })
})

describe('a file as a whole', () => {
  it('is told of when it is missing, broken, JavaScript or without functions', async () => {
    const codeOf = async (text: string, name: string) =>
      (await problemsOf(text, name)).problems.map(({ code, line }) => [code, line])
    assert.deepEqual(await codeOf('export function (', 'broken.ts'), [['FILE_UNREADABLE', 1]])
    assert.deepEqual(await codeOf('export const a = 1', 'empty.ts'), [['NO_FUNCTIONS', 1]])
    assert.deepEqual(await codeOf('export function a() {}', 'plain.js'), [['FILE_UNREADABLE', 1]])
    const { problems } = await read(`${sample.folder}/missing.ts`)
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['FILE_UNREADABLE'],
    )
  })

  it('is told of what Node would not load, before anybody calls', async () => {
    sample.write('kinds.ts', 'export interface Kind { a: string }\nexport const kind = 1\n')
    const text = `import { Kind, kind } from './kinds.ts'
import { type Kind as Same } from './kinds.ts'
import { other } from './kinds'
export enum Color { Red }
declare enum Declared { Red }
namespace Space { export const a = 1 }
class Shop { constructor(private name: string) {} }
/** Says. */
export function say(kind: Kind, same: Same): void {}
`
    const { functions, problems } = await problemsOf(text, 'loads.ts')
    assert.equal(functions.length, 1)
    assert.deepEqual(
      problems.map(({ code, severity, line }) => [code, severity, line]),
      [4, 6, 7, 1, 3].map((line) => ['FILE_NOT_LOADABLE', 'warning', line]),
    )
    assert.match(problems.at(-1)?.cure ?? '', /'\.\/kinds\.ts'/)
  })

  it('is never run', async () => {
    const text = "throw new Error('run!')\n/** Says. */\nexport function say(): void {}\n"
    assert.equal((await problemsOf(text)).functions.length, 1)
  })

  it('may hand on functions and types of others, in circles too', async () => {
    sample.write('circle.ts', "export * from './index.ts'\nexport interface Place { at: string }\n")
    sample.write(
      'lib.ts',
      '/** Finds. */\nexport function find(a: string): void {}\nexport default function only(): void {}\n',
    )
    const { functions } = await problemsOf(
      "export * from './circle.ts'\nexport { find as search } from './lib.ts'\nexport * from './lib.ts'\nimport type { Place } from './circle.ts'\n/** Goes. */\nexport default function go(place: Place, why: string): void {}\n",
      'index.ts',
    )
    assert.deepEqual(
      functions.map(({ name, exportName }) => [name, exportName]),
      [
        ['search', 'search'],
        ['go', 'default'],
        ['find', 'find'],
      ],
    )
  })

  it('finds types in packages, and says which files decided', async () => {
    sample.write('node_modules/geo/package.json', '{"name":"geo","types":"./types/index.d.ts"}')
    sample.write('node_modules/geo/types/index.d.ts', "export * from './place'\n")
    sample.write(
      'node_modules/geo/types/place.d.ts',
      'export interface Place {\n  /** North. */\n  lat: number\n}\n',
    )
    sample.write(
      'node_modules/@types/area/index.d.ts',
      'declare const a: number\nexport interface Area { size: number }\n',
    )
    sample.write('node_modules/@types/area/package.json', '{"name":"@types/area"}')
    sample.write(
      'node_modules/sub/package.json',
      '{"name":"sub","exports":{"./*":{"types":"./dist/*.d.ts"}}}',
    )
    sample.write(
      'node_modules/sub/dist/deep.d.ts',
      'interface Deep { deep: boolean }\nexport { type Deep as Down }\n',
    )
    const file = sample.write(
      'packaged.ts',
      "import type { Place } from 'geo'\nimport type { Area } from 'area'\nimport { type Down } from 'sub/deep'\n/** Goes. */\nexport function go(place: Place, area: Area, down: Down): void {}\n",
    )
    const { functions, read: files, absent } = await read(file)
    assert.deepEqual(
      (functions[0]?.definition['inputSchema'] as { properties?: unknown } | undefined)?.properties,
      {
        place: {
          type: 'object',
          properties: { lat: { type: 'number', description: 'North.' } },
          required: ['lat'],
          additionalProperties: false,
        },
        area: {
          type: 'object',
          properties: { size: { type: 'number' } },
          required: ['size'],
          additionalProperties: false,
        },
        down: {
          type: 'object',
          properties: { deep: { type: 'boolean' } },
          required: ['deep'],
          additionalProperties: false,
        },
      },
    )
    assert.ok(Object.keys(files).some((path) => path.endsWith('geo/types/place.d.ts')))
    assert.ok(Object.keys(files).some((path) => path.endsWith('geo/package.json')))
    assert.ok(absent.some((path) => path.endsWith('node_modules/area/package.json')))
  })

  it('is right about types that are not all here, or asks', async () => {
    const ask = async (text: string) => (await problemsOf(text)).problems.map(({ code }) => code)
    sample.write('open.ts', 'export interface Open { a: string }\n')
    assert.deepEqual(
      await ask(
        "import type { Open } from './open.ts'\ndeclare module './open.ts' { interface Open { b: string } }\nexport function f(o: Open): void {}\n",
      ),
      ['TYPE_NEEDS_TYPESCRIPT'],
    )
    for (const type of [
      'Unknown',
      "Omit<Record<string, number>, 'a'>",
      'Capitalize<"a">',
      'keyof string',
      "import('./open.ts')",
    ]) {
      assert.deepEqual(await ask(`export function f(o: ${type}): void {}\n`), ['TYPE_NEEDS_TYPESCRIPT'], type)
    }
  })
})
