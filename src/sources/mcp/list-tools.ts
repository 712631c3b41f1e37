import { type McpProblem, mcpProblem } from './mcp-problem.ts'

/** One page of a list: what is on it, and where the next one is. */
export interface ToolPage {
  readonly tools: readonly unknown[]
  readonly nextCursor: string | undefined
}

/** What a server lists, and what was left out. */
export interface ListedTools {
  readonly listed: readonly unknown[]
  readonly problems: readonly McpProblem[]
}

interface ListLimits {
  readonly maxTools: number
  readonly only: ReadonlySet<string> | undefined
}

// A tool is a page of text at most; what a server may make us keep is the second number.
const MAX_TOOL_CHARACTERS = 2_000_000
const MAX_LIST_CHARACTERS = 32_000_000
const MAX_PAGES = 500

/** Reads a list page by page, until it ends or is longer than anybody needs. */
export async function listTools(
  readPage: (cursor: string | undefined) => Promise<ToolPage>,
  { maxTools, only }: ListLimits,
): Promise<ListedTools> {
  const listed: unknown[] = []
  const problems: McpProblem[] = []
  const seen = new Set<string>()
  let characters = 0
  let cursor: string | undefined

  function stop(why: string): ListedTools {
    const message = `${why}: what comes after its first ${listed.length} tools was left out`
    problems.push(
      mcpProblem('SOURCE_UNSUPPORTED', message, undefined, 'Name the tools that you need with `only`.'),
    )
    return { listed, problems }
  }

  for (let pages = 1; ; pages++) {
    const { tools, nextCursor } = await readPage(cursor)
    for (const tool of tools) {
      const name = nameOf(tool)
      if (only !== undefined && (name === undefined || !only.has(name))) continue
      if (listed.length >= maxTools) return stop(`the server lists more than ${maxTools} tools`)
      const length = lengthOf(tool)
      if (length > MAX_TOOL_CHARACTERS) {
        problems.push(
          mcpProblem('SOURCE_UNSUPPORTED', 'its definition is too large, or nested too deep', name),
        )
        continue
      }
      characters += length
      if (characters > MAX_LIST_CHARACTERS)
        return stop(`the list is longer than ${MAX_LIST_CHARACTERS} characters`)
      listed.push(tool)
    }
    if (nextCursor === undefined) return { listed, problems }
    if (seen.has(nextCursor)) return stop('the server leads from page to page in a circle')
    if (pages >= MAX_PAGES) return stop(`the list has more than ${MAX_PAGES} pages`)
    seen.add(nextCursor)
    cursor = nextCursor
  }
}

function nameOf(tool: unknown): string | undefined {
  const name: unknown = typeof tool === 'object' && tool !== null ? Reflect.get(tool, 'name') : undefined
  return typeof name === 'string' ? name.slice(0, 256) : undefined
}

function lengthOf(tool: unknown): number {
  try {
    return JSON.stringify(tool).length
  } catch {
    return Infinity // so deep that the stack ended
  }
}
