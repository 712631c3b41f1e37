import type { Node } from 'oxc-parser'
import type { PlacedProblem } from '../function-problem.ts'
import { findForeign } from './find-name.ts'
import type { SourceFile } from './source-file.ts'
import type { SourceFiles } from './source-files.ts'

/**
 * What would keep Node from loading a file that can be read all the same: Node strips types and does nothing else.
 * Warnings, since whoever loads it may have another way.
 */
export function findLoadObstacles(file: SourceFile, files: SourceFiles): readonly PlacedProblem[] {
  const problems: PlacedProblem[] = []
  const warn = (offset: number, message: string, cure: string): void => {
    const place = { file: file.path, offset }
    problems.push({
      place,
      tool: '',
      path: '',
      severity: 'warning',
      code: 'FILE_NOT_LOADABLE',
      message,
      cure,
    })
  }
  for (const statement of file.program.body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    const found = node === null ? undefined : obstacleOf(node)
    if (found !== undefined) warn(found.offset, found.message, found.cure)
  }
  for (const [local, imported] of file.imports) {
    if (imported.isType) continue
    const { from, name, start } = imported
    if (/^\.{1,2}\//.test(from) && !/\.[cm]?[jt]sx?$|\.json$|\.node$/.test(from)) {
      warn(start, `Node finds no '${from}' without its extension`, `Write it: '${from}.ts'.`)
      continue
    }
    const found = name === '*' ? undefined : findForeign(files, file, imported)
    const isType =
      found?.kind === 'declared' &&
      found.declarations.every(
        ({ node }) => node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration',
      )
    if (isType)
      warn(
        start,
        `\`${local}\` is a type, which '${from}' does not have when it runs`,
        `Write \`import { type ${name} }\` or \`import type\`.`,
      )
  }
  return problems
}

function obstacleOf(
  node: Node,
): { readonly offset: number; readonly message: string; readonly cure: string } | undefined {
  switch (node.type) {
    case 'TSEnumDeclaration':
      if (node.declare) return undefined
      return {
        offset: node.start,
        message: `Node does not run the enum \`${node.id.name}\``,
        cure: `Write \`const ${node.id.name} = { … } as const\` and a type of its values.`,
      }
    case 'TSModuleDeclaration':
      if (node.declare || node.global || node.id.type !== 'Identifier') return undefined
      return {
        offset: node.start,
        message: `Node does not run the namespace \`${node.id.name}\``,
        cure: 'Export its members from a file of their own.',
      }
    case 'TSImportEqualsDeclaration':
      return {
        offset: node.start,
        message: 'Node does not run `import … =`',
        cure: 'Write a plain `import`.',
      }
    case 'ClassDeclaration': {
      const constructor = node.body.body.find(
        (member) => member.type === 'MethodDefinition' && member.kind === 'constructor',
      )
      const parameters = constructor?.type === 'MethodDefinition' ? constructor.value.params : []
      const property = parameters.find((parameter) => parameter.type === 'TSParameterProperty')
      if (property === undefined) return undefined
      return {
        offset: property.start,
        message: 'Node does not run fields that are declared as parameters',
        cure: 'Declare the field in the class, and assign it in the constructor.',
      }
    }
    default:
      return undefined
  }
}
