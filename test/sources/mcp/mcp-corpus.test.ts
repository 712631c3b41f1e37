import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { importMcpTools } from '../../../src/sources/mcp/import-mcp-tools.ts'
import { readMcpOptions } from '../../../src/sources/mcp/mcp-options.ts'

const corpora = process.env['TOOLWRIGHT_CORPORA']

function toolsOf(text: string): readonly unknown[] {
  const value = JSON.parse(text) as unknown
  if (Array.isArray(value)) return value
  const { tools } = value as { tools?: readonly unknown[] }
  return tools ?? [value]
}

describe('tools of real MCP servers', () => {
  it(
    'are imported, or refused with a reason',
    { skip: corpora === undefined && 'TOOLWRIGHT_CORPORA is not set' },
    (context) => {
      const root = join(corpora ?? '', 'mcp-tools')
      const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
        /\.(?:json|snap)$/.test(file),
      )
      let all = 0
      let imported = 0
      let mended = 0
      const refused: string[] = []
      for (const file of files) {
        const listed = toolsOf(readFileSync(join(root, file), 'utf8'))
        const settings = readMcpOptions({ name: 'corpus', url: 'http://localhost' })
        const { tools, problems } = importMcpTools(listed, settings, file, async () => '')
        all += listed.length
        imported += tools.length
        mended += tools.filter(({ notes }) => notes.length > 0).length
        refused.push(...problems.map(({ toolName, message }) => `${file} ${toolName}: ${message}`))
      }
      context.diagnostic(`${all} tools: ${imported} imported (${mended} mended), ${all - imported} refused`)
      for (const line of refused) context.diagnostic(`refused: ${line}`)
      assert.ok(all > 300)
      assert.ok(new Set(refused).size >= all - imported)
    },
  )
})
