import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Tool } from '../../../src/define/tool.ts'
import { ToolwrightError } from '../../../src/errors/toolwright-error.ts'
import { buildManifest, toolsFromManifest } from '../../../src/sources/functions/build-manifest.ts'
import { toolFromFunction } from '../../../src/sources/functions/tool-from-function.ts'
import { toolsFromFile } from '../../../src/sources/functions/tools-from-file.ts'
import { toolsFromModule } from '../../../src/sources/functions/tools-from-module.ts'
import { watchTools } from '../../../src/sources/functions/watch-tools.ts'
import { sampleFolder } from './sample-file.ts'

const sample = sampleFolder()
after(sample.remove)

const WEATHER = `
/** Weather of a city.
 * @danger low
 */
export function getWeather(city: string, days = 3): string { return city + ' ' + days }
/** Counts the days until then. */
export const daysUntil = async (day: Date, from = new Date(0)): Promise<number> => (day.getTime() - from.getTime()) / 86_400_000
`
const namesOf = (tools: readonly Tool[]) => tools.map(({ definition }) => definition.name)
const signal = new AbortController().signal
const call = (tool: Tool | undefined, args: object): unknown => {
  assert.equal(tool?.implementation.kind, 'closure')
  return tool.implementation.kind === 'closure'
    ? tool.implementation.run(args, { signal } as never)
    : undefined
}
const codeOf = async (work: Promise<unknown>) => {
  try {
    await work
  } catch (error) {
    return ToolwrightError.is(error) ? error.code : error
  }
  return 'nothing was thrown'
}

describe('tools of a file', () => {
  it('run in a worker, which is told the file, the export and the binding', async () => {
    const file = sample.write('isolated.ts', WEATHER)
    const { tools, problems } = await toolsFromFile(file)
    assert.deepEqual([namesOf(tools), problems], [['get_weather', 'days_until'], []])
    const [tool] = tools
    assert.deepEqual(tool?.definition.origin, { source: 'file:isolated.ts', name: 'getWeather' })
    assert.equal(tool.definition.dangerLevel, 'low')
    assert.ok(tool.implementation.kind === 'module')
    const { revision, ...implementation } = tool.implementation
    assert.match(revision ?? '', /^[0-9a-f]{64}$/)
    assert.deepEqual(implementation, {
      kind: 'module',
      file,
      exportName: 'getWeather',
      binding: {
        parameters: [
          { take: 'argument', name: 'city' },
          { take: 'argument', name: 'days' },
        ],
      },
    })
    assert.equal(tools[1]?.definition.dangerLevel, 'safe')
  })

  it('have another revision when the file has changed', async () => {
    const revisionOf = async (text: string) => {
      const { tools } = await toolsFromFile(sample.write('changing.ts', text))
      return tools[0]?.implementation.kind === 'module' ? tools[0].implementation.revision : ''
    }
    assert.notEqual(await revisionOf(WEATHER), await revisionOf(`${WEATHER}\n`))
  })

  it('run here when the file is trusted, with their own defaults', async () => {
    const { tools, problems } = await toolsFromFile(pathToFileURL(sample.write('trusted.ts', WEATHER)), {
      trust: true,
    })
    assert.deepEqual(problems, [])
    assert.equal(call(tools[0], { city: 'Oslo' }), 'Oslo 3')
    assert.equal(await call(tools[1], { day: '1970-01-03T00:00:00Z' }), 2)
  })

  it('say why a trusted file cannot be loaded', async () => {
    const file = sample.write('enum.ts', `${WEATHER}\nexport enum Color { Red }\n`)
    const { tools, problems } = await toolsFromFile(file, { trust: true })
    assert.deepEqual(tools, [])
    assert.deepEqual(
      problems.map(({ code, line }) => [code, line]),
      [['FILE_NOT_LOADABLE', 9]],
    )
    const thrown = await toolsFromFile(sample.write('throws.ts', `${WEATHER}\nthrow new Error('no key')`), {
      trust: true,
    })
    assert.match(thrown.problems[0]?.message ?? '', /threw while it was loaded: no key/)
  })

  it('are refused one by one when their definition is', async () => {
    const text =
      '/** A. @x\n * @permission fly.high\n */\nexport function fly(): void {}\n/** B. */\nexport function walk(): void {}\n'
    const file = sample.write('permission.ts', text)
    const { tools, problems } = await toolsFromFile(file)
    assert.deepEqual(
      [namesOf(tools), problems.map(({ code, tool, line }) => [code, tool, line])],
      [['walk'], [['DEFINITION_INVALID', 'fly', 4]]],
    )
    assert.deepEqual(namesOf((await toolsFromFile(file, { permissions: ['fly.high'] })).tools), [
      'fly',
      'walk',
    ])
  })

  it('refuse options that are misspelt, and addresses that are no file', async () => {
    assert.equal(await codeOf(toolsFromFile('a.ts', { trusted: true } as never)), 'OPTION_INVALID')
    assert.equal(await codeOf(toolsFromFile(new URL('https://example.com/a.ts'))), 'OPTION_INVALID')
    assert.equal(await codeOf(toolsFromFile('')), 'OPTION_INVALID')
  })
})

describe('tools of a module and of a function', () => {
  it('call what was imported', async () => {
    const file = sample.write('module.ts', WEATHER)
    const module = (await import(pathToFileURL(file).href)) as object
    const { tools } = await toolsFromModule(module, file)
    assert.equal(call(tools[0], { city: 'Rome', days: 1 }), 'Rome 1')
    const { tools: mocked } = await toolsFromModule({ getWeather: () => 'mocked' }, pathToFileURL(file))
    assert.deepEqual([namesOf(mocked), call(mocked[0], { city: 'x' })], [['get_weather'], 'mocked'])
  })

  it('read a function that is not even exported', async () => {
    const file = sample.write(
      'local.ts',
      '/** Doubles. @x */\nconst double = (value: number): number => value * 2\n',
    )
    const tool = await toolFromFunction((value: number) => value * 2, { file, name: 'double' })
    assert.equal(tool.definition.name, 'double')
    assert.equal(call(tool, { value: 4 }), 8)
  })

  it('throw every error with its place', async () => {
    const file = sample.write('bad.ts', 'export function bad(a: bigint, b) {}\n')
    const bad = () => undefined
    await assert.rejects(toolFromFunction(bad, pathToFileURL(file)), (error) => {
      assert.ok(ToolwrightError.is(error, 'SOURCE_INVALID'))
      assert.match(error.message, /bad\.ts:1:21 error bad a: .*\n.*bad\.ts:1:32 error bad b: it has no type/)
      return true
    })
    assert.equal(await codeOf(toolFromFunction(bad, { file, name: 'other' })), 'SOURCE_INVALID')
  })
})

describe('what was read', () => {
  const cache = join(sample.folder, 'cache')
  const read = (file: string) => toolsFromFile(file, { cache })
  const kept = () => readdirSync(cache).map((name) => join(cache, name))

  it('is kept, and read again when a file changes that it came from, or appears', async () => {
    sample.write('cached/place.ts', 'export interface Place { lat: number }\n')
    const text =
      "import type { Place } from './place.js'\n/** Goes. */\nexport function go(place: Place, why: string): void {}\n"
    const file = sample.write('cached/tools.ts', text)
    const inputOf = async () => JSON.stringify((await read(file)).tools[0]?.definition.inputSchema)
    const first = await inputOf()
    const [entry = ''] = kept()
    assert.equal(kept().length, 1)
    const before = readFileSync(entry, 'utf8')
    assert.equal(await inputOf(), first)
    sample.write('cached/place.ts', 'export interface Place { lon: number }\n')
    assert.match(await inputOf(), /"lon"/)
    assert.notEqual(readFileSync(entry, 'utf8'), before)
  })

  it('is not believed when it was damaged', async () => {
    const file = sample.write('damaged/tools.ts', WEATHER)
    await read(file)
    const names = namesOf((await read(file)).tools)
    for (const entry of kept()) writeFileSync(entry, readFileSync(entry, 'utf8').replaceAll('city', 'town'))
    const { tools } = await read(file)
    assert.deepEqual(namesOf(tools), names)
    assert.match(JSON.stringify(tools[0]?.definition.inputSchema), /city/)
    for (const entry of kept()) writeFileSync(entry, '')
    assert.deepEqual(namesOf((await read(file)).tools), names)
  })

  it('gives the same tools from the cache', async () => {
    const file = sample.write('same/tools.ts', WEATHER)
    assert.deepEqual((await read(file)).tools, (await read(file)).tools)
  })

  it('goes to the modules folder of its project, if there is one', async () => {
    await toolsFromFile(sample.write('project/src/tools.ts', WEATHER))
    assert.ok(!existsSync(join(sample.folder, 'project/node_modules')))
    sample.write('project/node_modules/keep', '')
    await toolsFromFile(join(sample.folder, 'project/src/tools.ts'))
    assert.equal(readdirSync(join(sample.folder, 'project/node_modules/.cache/toolwright')).length, 1)
    await toolsFromFile(join(sample.folder, 'project/src/tools.ts'), { cache: false })
  })
})

describe('a manifest', () => {
  it('gives the tools without reading the source, and is refused when a file has changed', async () => {
    const file = sample.write('built/tools.ts', WEATHER)
    const built = await buildManifest(file)
    assert.deepEqual(built, {
      file: join(sample.folder, 'built/tools.manifest.json'),
      toolNames: ['get_weather', 'days_until'],
      problems: [],
    })
    const fromFile = await toolsFromFile(file)
    const fromManifest = await toolsFromManifest(built.file)
    assert.deepEqual(
      fromManifest.tools.map(({ definition }) => definition),
      fromFile.tools.map(({ definition }) => definition),
    )
    assert.equal(
      call((await toolsFromManifest(built.file, { trust: true })).tools[0], { city: 'Oslo' }),
      'Oslo 3',
    )
    writeFileSync(file, `${WEATHER}\n`)
    await assert.rejects(toolsFromManifest(built.file), (error) => {
      assert.ok(ToolwrightError.is(error, 'SOURCE_STALE'))
      assert.match(error.message, /tools\.ts has changed since\. Build it again/)
      return true
    })
  })

  it('may speak of the JavaScript that was made of the source, and moves with it', async () => {
    const file = sample.write('ship/src/tools.ts', WEATHER)
    const module = sample.write(
      'ship/dist/tools.js',
      'export const getWeather = (city) => `js ${city}`\nexport const daysUntil = () => 0\n',
    )
    await buildManifest(file, { out: join(sample.folder, 'ship/dist/tools.json'), module })
    rmSync(join(sample.folder, 'ship/src'), { recursive: true })
    renameSync(join(sample.folder, 'ship'), join(sample.folder, 'moved'))
    const { tools } = await toolsFromManifest(join(sample.folder, 'moved/dist/tools.json'), { trust: true })
    assert.equal(call(tools[0], { city: 'Oslo' }), 'js Oslo')
    rmSync(join(sample.folder, 'moved/dist/tools.js'))
    assert.equal(
      await codeOf(toolsFromManifest(join(sample.folder, 'moved/dist/tools.json'))),
      'SOURCE_STALE',
    )
  })

  it('is not written of a file with errors, nor read from another file', async () => {
    const bad = sample.write('bad-manifest.ts', 'export function bad(a: bigint): void {}')
    assert.equal(await codeOf(buildManifest(bad)), 'SOURCE_INVALID')
    assert.ok(!existsSync(join(sample.folder, 'bad-manifest.manifest.json')))
    assert.equal(await codeOf(toolsFromManifest(join(sample.folder, 'none.json'))), 'SOURCE_INVALID')
    assert.equal(await codeOf(toolsFromManifest(sample.write('other.json', '{"a":1}'))), 'SOURCE_INVALID')
    const old = sample.write(
      'old.json',
      '{"toolwright":"functions","version":0,"module":"a.ts","functions":[],"files":{}}',
    )
    assert.equal(await codeOf(toolsFromManifest(old)), 'SOURCE_STALE')
    assert.equal(await codeOf(buildManifest(bad, { outfile: 'a' } as never)), 'OPTION_INVALID')
  })
})

describe('watched tools', () => {
  it('follow their file and the types that it imports, and keep the last good ones', async () => {
    sample.write('watched/place.ts', 'export interface Place { lat: number }\n')
    const text =
      "import type { Place } from './place.ts'\n/** Goes. */\nexport function go(place: Place, why: string): void {}\n"
    const file = sample.write('watched/tools.ts', text)
    let next = Promise.withResolvers<void>()
    const watched = await watchTools(file, () => next.resolve(), { cache: false })
    const change = async (name: string, content: string) => {
      next = Promise.withResolvers()
      sample.write(name, content)
      await next.promise
      return watched.current()
    }
    try {
      assert.deepEqual(namesOf(watched.current().tools), ['go'])
      const widened = await change('watched/place.ts', 'export interface Place { lon: number }\n')
      assert.match(JSON.stringify(widened.tools[0]?.definition.inputSchema), /"lon"/)
      const broken = await change('watched/tools.ts', `${text}export function (`)
      assert.deepEqual(
        [namesOf(broken.tools), broken.problems.map(({ code }) => code)],
        [['go'], ['FILE_UNREADABLE']],
      )
      const mended = await change(
        'watched/tools.ts',
        `${text}/** Stays. */\nexport function stay(): void {}\n`,
      )
      assert.deepEqual([namesOf(mended.tools), mended.problems], [['go', 'stay'], []])
    } finally {
      watched.close()
    }
  })
})
