import type { Tool } from '../../define/tool.ts'
import type { FileProblem, FileTools } from './file-problem.ts'
import type { ToolFile } from './read-tool-file.ts'

/** The tools of several files; of two with one name the first holds. */
export function joinFiles(files: readonly ToolFile[]): FileTools {
  const tools: Tool[] = []
  const problems: FileProblem[] = []
  const taken = new Map<string, string>()
  for (const file of files) {
    problems.push(...file.problems)
    for (const { tool, place } of file.tools) {
      const { name } = tool.definition
      const earlier = taken.get(name)
      if (earlier === undefined) {
        taken.set(name, `${place.file}:${place.line}`)
        tools.push(tool)
        continue
      }
      problems.push({
        ...place,
        tool: name,
        code: 'REGISTER_NAME_TAKEN',
        message: `the name \`${name}\` is taken by ${earlier}`,
        cure: 'Give one of the two another name.',
      })
    }
  }
  return { tools, problems }
}
