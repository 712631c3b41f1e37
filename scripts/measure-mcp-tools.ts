// How many tools of real MCP servers become ours, by the folder that they come from.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { definitionsFromLoose } from '../src/sources/loose/definitions-from-loose.ts'

export interface ImportCounts {
  readonly folder: string
  readonly files: number
  readonly made: number
  /** Made without any change to what they said. */
  readonly unchanged: number
  /** Each refused tool with the reason. */
  readonly refused: readonly string[]
  /** How often each kind of change was made. */
  readonly changes: Readonly<Record<string, number>>
}

/** Reads the folder `mcp-tools` of the corpora. */
export function measureMcpTools(corpus: string): readonly ImportCounts[] {
  const folders = readdirSync(corpus, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return folders.map(({ name }) => measureFolder(join(corpus, name), name))
}

function measureFolder(path: string, folder: string): ImportCounts {
  const refused: string[] = []
  const changes: Record<string, number> = {}
  let made = 0
  let unchanged = 0
  const files = readdirSync(path).sort()
  for (const file of files) {
    const outcome = definitionsFromLoose(JSON.parse(readFileSync(join(path, file), 'utf8')), {
      source: `mcp:${file}`,
    })
    made += outcome.definitions.length
    const changed = new Set(outcome.changes.map(({ toolName }) => toolName))
    unchanged += outcome.definitions.length - changed.size
    for (const { toolName, path, code, message } of outcome.problems)
      refused.push(`${file} ${toolName} ${path}: ${code} ${message}`)
    for (const { message } of outcome.changes) {
      const kind = message.replaceAll(/`[^`]*`|"[^"]*"/g, '…')
      changes[kind] = (changes[kind] ?? 0) + 1
    }
  }
  return { folder, files: files.length, made, unchanged, refused, changes }
}
