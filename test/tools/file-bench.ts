import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Tool } from '../../src/define/tool.ts'
import { resultToText } from '../../src/results/render.ts'
import type { ToolResult } from '../../src/results/tool-result.ts'
import { builtinTools } from '../../src/tools/builtin-tools.ts'
import { createToolwright } from '../../src/toolwright.ts'

/** A temporary folder with a root for the tools in it, and a place outside. */
export interface FileBench {
  readonly root: string
  /** Beside the root: nothing here may be read or changed. */
  readonly outside: string
  call(name: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<ToolResult>
  /** The text of a result that must have succeeded. */
  text(name: string, args: Record<string, unknown>): Promise<string>
  /** The message of a result that must have failed. */
  error(name: string, args: Record<string, unknown>): Promise<string>
  write(path: string, content: string | Uint8Array): void
  read(path: string): string
  remove(): void
}

interface BenchOptions {
  readonly tools?: (roots: readonly string[]) => readonly Tool[]
  /** Relative to the root. */
  readonly workingDirectory?: string
}

export function createFileBench({ tools, workingDirectory = '.' }: BenchOptions = {}): FileBench {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-files-')))
  const root = join(base, 'root')
  const outside = join(base, 'outside')
  mkdirSync(root)
  mkdirSync(outside)
  const toolwright = createToolwright({
    tools: tools?.([root]) ?? builtinTools({ roots: [root] }),
    approve: () => 'approve',
    workingDirectory: join(root, workingDirectory),
  })
  const call: FileBench['call'] = (name, args, signal) =>
    toolwright.execute({ id: 'c1', name, arguments: args }, signal === undefined ? {} : { signal })
  return {
    root,
    outside,
    call,
    async text(name, args) {
      const result = await call(name, args)
      if (result.status !== 'succeeded') throw new Error(resultToText(result))
      return resultToText(result)
    },
    async error(name, args) {
      const result = await call(name, args)
      if (result.status !== 'failed') throw new Error(`succeeded: ${resultToText(result)}`)
      return result.error.message
    },
    write(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content)
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}
