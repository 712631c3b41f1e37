import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { validateFiles } from '../../../src/sources/files/validate-files.ts'

describe('docs/files.md', () => {
  it('shows files that are right', async () => {
    const page = readFileSync('docs/files.md', 'utf8')
    const texts = [...page.matchAll(/^```yaml\n([^]*?)^```/gm)].map(([, text = '']) => text)
    assert.ok(texts.length >= 6)
    const folder = mkdtempSync(join(tmpdir(), 'files-docs-'))
    try {
      mkdirSync(join(folder, 'lib'))
      writeFileSync(join(folder, 'lib', 'words.ts'), '')
      for (const text of texts) {
        writeFileSync(join(folder, 'tool.yaml'), text)
        assert.deepEqual((await validateFiles(folder)).problems, [], text)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
