import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { isLeftOut } from '../tools/files/is-left-out.ts'

const hasGit = spawnSync('git', ['--version']).status === 0
const needsGit = hasGit ? {} : { skip: 'git is not installed' }

describe('.gitignore beside git itself', needsGit, () => {
  let repository = ''
  before(() => {
    repository = mkdtempSync(join(tmpdir(), 'toolwright-ignore-'))
    spawnSync('git', ['init', '-q', repository])
  })
  after(() => rmSync(repository, { recursive: true, force: true }))

  it('agrees on random rules and paths', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      'ab',
      '*',
      '**',
      '?',
      '[ab]',
      '[!a]',
      'a*',
      '*b',
      '\\a',
      'c ',
      '[[:alpha:]]',
    )
    const glob = fc
      .tuple(
        fc.constantFrom('', '!', '/', '!/'),
        fc.array(piece, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('', '/'),
      )
      .map(([start, pieces, end]) => start + pieces.join('/') + end)
    const line = fc.oneof(
      glob,
      fc.array(fc.oneof(piece, fc.constant('[b-')), { maxLength: 3 }).map((pieces) => pieces.join('')),
      fc.constantFrom('', '#a'),
    )
    const rules = fc.array(line, { minLength: 1, maxLength: 5 }).map((lines) => lines.join('\n'))
    const path = fc
      .tuple(
        fc.array(fc.constantFrom('a', 'b', 'ab', 'c', 'ba'), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('', '/'),
      )
      .map(([names, end]) => names.join('/') + end)
    fc.assert(
      fc.property(
        rules,
        fc.option(rules),
        fc.uniqueArray(path, { minLength: 1, maxLength: 12 }),
        (top, inner, given) => {
          // A name is a file or a folder, not both.
          const paths = given.filter(
            (each) =>
              !given.some((other) => other !== each && other.startsWith(`${bare(each)}/`)) && each !== 'a',
          )
          const files = new Map([['.gitignore', top]])
          if (inner !== null) files.set('a/.gitignore', inner)
          const folder = mkdtempSync(join(repository, 'w-'))
          try {
            for (const [name, text] of files) place(folder, name, text)
            for (const each of paths) place(folder, each, '')
            const { stdout } = spawnSync(
              'git',
              ['-C', folder, 'check-ignore', '--no-index', '--stdin', '-z'],
              {
                input: paths.map(bare).join('\0'),
              },
            )
            const expected = new Set(stdout.toString().split('\0'))
            assert.deepEqual(
              paths.filter((each) => isLeftOut(files, each)),
              paths.filter((each) => expected.has(bare(each))),
              JSON.stringify([...files]),
            )
          } finally {
            rmSync(folder, { recursive: true, force: true })
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})

/** git takes `a/` for something in `a`. */
function bare(path: string): string {
  return path.replace(/\/$/, '')
}

function place(folder: string, path: string, text: string): void {
  const target = join(folder, path)
  try {
    if (path.endsWith('/')) mkdirSync(target, { recursive: true })
    else {
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, text)
    }
  } catch {
    // A path that has another as its folder and its file: git judges by the name alone.
  }
}
