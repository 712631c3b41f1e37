import { DEFINITION_FIELDS, snakeFieldName } from '../../define/field-names.ts'

/** What may run a tool of a file, by the field that names it. */
export const RUNNERS = ['module', 'code', 'command', 'http', 'mcp', 'builtin'] as const

export type Runner = (typeof RUNNERS)[number]

/** Fields of a tool in a file that are none of a definition. */
export const RUNNER_FIELDS: readonly string[] = [...RUNNERS, 'export']

/** Runners that name a tool which is there already: its schemas stay as they are. */
export const ALIAS_RUNNERS = ['mcp', 'builtin'] as const satisfies readonly Runner[]

export type AliasRunner = (typeof ALIAS_RUNNERS)[number]

/** Fields that may be said of a tool which is there already. */
export const ALIAS_FIELDS = [
  'name',
  'description',
  'dangerLevel',
  'constraints',
  'requiredPermissions',
  'requiresConfirmation',
  'version',
  'tags',
  'enabled',
  'metadata',
] as const satisfies readonly (typeof DEFINITION_FIELDS)[number][]

export function isAliasRunner(runner: Runner): runner is AliasRunner {
  return runner === 'mcp' || runner === 'builtin'
}

/** Fields of a definition as they are spelt in a file. */
export const FILE_FIELDS: readonly string[] = [...DEFINITION_FIELDS.map(snakeFieldName), 'parameters']
