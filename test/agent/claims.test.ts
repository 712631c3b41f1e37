import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { type Claim, fileClaims, memoryClaims } from '../../src/agent/claims.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'toolwright-claims-'))
after(() => rmSync(FOLDER, { recursive: true, force: true }))

const MAKERS: readonly (readonly [name: string, make: () => Claim])[] = [
  ['memoryClaims', memoryClaims],
  ['fileClaims', () => fileClaims(mkdtempSync(join(FOLDER, 'one-')))],
]

const HOSTILE = [
  '',
  '.',
  '..',
  '../../escape',
  '/etc/passwd',
  'a\0b',
  'CON',
  '__proto__',
  'x'.repeat(5_000),
  '\ud800',
]

for (const [name, make] of MAKERS) {
  describe(name, () => {
    it('lets one of many who ask at once through', async () => {
      const claim = make()
      const answers = await Promise.all(Array.from({ length: 50 }, async () => claim('state-1')))
      assert.equal(answers.filter(Boolean).length, 1)
      assert.equal(await claim('state-1'), false)
      assert.equal(await claim('state-2'), true)
    })

    it('takes any id, and tells them apart', async () => {
      const claim = make()
      for (const id of HOSTILE) assert.equal(await claim(id), true, JSON.stringify(id.slice(0, 20)))
      for (const id of HOSTILE) assert.equal(await claim(id), false, JSON.stringify(id.slice(0, 20)))
    })
  })
}

describe('a folder of claims', () => {
  it('is made when it does not exist, and holds nothing but claims', async () => {
    const parent = mkdtempSync(join(FOLDER, 'deep-'))
    const folder = join(parent, 'a', 'b')
    const claim = fileClaims(folder)
    for (const id of HOSTILE) await claim(id)
    assert.deepEqual(readdirSync(parent), ['a'])
    const files = readdirSync(folder)
    assert.equal(files.length, HOSTILE.length)
    for (const file of files) assert.match(file, /^[0-9a-f]{64}\.claim$/)
  })

  it('is shared by all who name it', async () => {
    const folder = mkdtempSync(join(FOLDER, 'shared-'))
    const claims = Array.from({ length: 20 }, () => fileClaims(folder))
    const answers = await Promise.all(claims.map(async (claim) => claim('state-1')))
    assert.equal(answers.filter(Boolean).length, 1)
  })

  it('lets nobody through when it cannot be written', async () => {
    const file = join(FOLDER, 'a-file')
    writeFileSync(file, '')
    await assert.rejects(async () => fileClaims(join(file, 'folder'))('state-1'), { code: 'ENOTDIR' })
  })
})
