// `npm run corpus:mcp-tools`: what becomes of the tools of real MCP servers.
import { corporaFolder } from './corpora-folder.ts'
import { measureMcpTools } from './measure-mcp-tools.ts'

const folder = corporaFolder('mcp-tools')
if (folder === undefined) {
  console.error('There is no corpus: TOOLWRIGHT_CORPORA names the folder that holds `mcp-tools`.')
  process.exitCode = 66
} else {
  for (const { folder: name, files, made, unchanged, refused, changes } of measureMcpTools(folder)) {
    console.log(
      `${name}: ${made} of ${made + refused.length} tools of ${files} files, ${unchanged} as they were`,
    )
    for (const [kind, count] of Object.entries(changes)) console.log(`  ${String(count).padStart(4)} ${kind}`)
    for (const line of refused) console.log(`  refused: ${line}`)
  }
}
