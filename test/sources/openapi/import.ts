import assert from 'node:assert/strict'
import type { Tool } from '../../../src/define/tool.ts'
import type { OpenApiOptions } from '../../../src/sources/openapi/open-api-options.ts'
import type { OpenApiTools } from '../../../src/sources/openapi/import-document.ts'
import { toolsFromOpenApi } from '../../../src/sources/openapi/tools-from-open-api.ts'

/** A document around some paths. */
export function documentOf(paths: object, more: object = {}): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Tests', version: '1' },
    servers: [{ url: 'https://api.example.com/v1' }],
    paths,
    ...more,
  }
}

/** The one tool of a document with one operation, and what was changed. */
export async function importOne(
  method: string,
  path: string,
  operation: object,
  more: object = {},
  options: OpenApiOptions = {},
): Promise<{ readonly tool: Tool; readonly kinds: readonly string[] }> {
  const { tools, problems, changes } = await toolsFromOpenApi(
    documentOf({ [path]: { [method]: operation } }, more),
    options,
  )
  assert.deepEqual(problems, [])
  const [tool] = tools
  assert.ok(tool)
  return { tool, kinds: changes.map(({ kind }) => kind) }
}

/** What was wrong, as one line each. */
export function problemLines({ problems }: OpenApiTools): readonly string[] {
  return problems.map(({ operation, path, code, message }) => `${operation} | ${path} | ${code} | ${message}`)
}
