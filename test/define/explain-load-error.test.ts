import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { explainLoadError } from '../../src/define/explain-load-error.ts'

let folder: string
const write = (name: string, text: string): string => {
  const file = join(folder, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
  return file
}
const explain = async (file: string) => {
  try {
    await import(pathToFileURL(file).href)
  } catch (error) {
    return explainLoadError(error, file)
  }
  return assert.fail('it was loaded')
}

describe('a module that Node cannot load', () => {
  before(() => void (folder = mkdtempSync(join(tmpdir(), 'load-'))))
  after(() => rmSync(folder, { recursive: true }))

  it('is told of an enum, a namespace and a parameter property, with the line', async () => {
    const color = await explain(write('enum.ts', '\n\nexport enum Color { Red }\n'))
    assert.match(color?.message ?? '', /enum is no code that Node can run/)
    assert.match(color?.cure ?? '', /as const/)
    assert.deepEqual([color?.file, color?.line], [join(folder, 'enum.ts'), 3])
    const shop = await explain(
      write('property.ts', 'export class Shop { constructor(private name: string) {} }'),
    )
    assert.match(shop?.cure ?? '', /assign it in the constructor/)
    const space = await explain(write('space.ts', 'export namespace Space { export const a = 1 }'))
    assert.match(space?.cure ?? '', /a file of their own/)
  })

  it('is told of a type that is imported as a value', async () => {
    write('types.ts', 'export interface Place { city: string }')
    const found = await explain(
      write(
        'import.ts',
        "// places\nimport { Place } from './types.ts'\nexport const a: Place = { city: '' }\n",
      ),
    )
    assert.match(found?.message ?? '', /no export `Place`/)
    assert.match(found?.cure ?? '', /import \{ type Place \}/)
    assert.deepEqual([found?.file, found?.line], [join(folder, 'import.ts'), 2])
  })

  it('is told of imports without an extension, of what is missing and of packages', async () => {
    const bare = await explain(write('bare.ts', "import './other'"))
    assert.match(bare?.cure ?? '', /Write the extension/)
    const missing = await explain(write('missing.ts', "import './other.js'"))
    assert.match(missing?.cure ?? '', /with `\.ts`, not `\.js`/)
    const library = await explain(write('library.ts', "import 'no-such-library'"))
    assert.equal(library?.cure, 'Run `npm install no-such-library`.')
  })

  it('is told of TypeScript below node_modules', async () => {
    write('node_modules/part/package.json', '{"name":"part","type":"module","exports":"./index.ts"}')
    write('node_modules/part/index.ts', 'export const a: number = 1')
    const found = await explain(write('packaged.ts', "import 'part'"))
    assert.match(found?.message ?? '', /below node_modules/)
    assert.equal(found?.file, join(folder, 'node_modules/part/index.ts'))
  })

  it('is told of bad syntax, and left alone when it simply threw', async () => {
    assert.match(
      (await explain(write('syntax.ts', 'export function ( {')))?.message ?? '',
      /no valid TypeScript/,
    )
    assert.match(
      (await explain(write('syntax.js', 'export function ( {')))?.message ?? '',
      /no valid JavaScript/,
    )
    assert.equal(await explain(write('throws.ts', "throw new Error('no')")), undefined)
    assert.equal(explainLoadError('text', '/a.ts'), undefined)
  })
})
