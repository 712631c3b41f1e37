import type { DangerLevel } from '../define/danger-levels.ts'
import { DANGER_LEVELS } from '../define/danger-levels.ts'
import { checkOptions, oneOf, type OptionRules } from '../define/check-options.ts'
import type { ToolContext } from '../define/tool-context.ts'
import type { RunOutput, Tool } from '../define/tool.ts'
import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.ts'
import { messageOf } from '../errors/from-unknown.ts'
import type { Problem } from '../errors/problem.ts'
import { isStandardSchema, toJsonSchema } from '../schema/standard/standard-json-schema.ts'
import type { StandardSchema } from '../schema/standard/standard-schema.ts'
import { sealTool } from '../validate/seal-tool.ts'
import { validateDefinition } from '../validate/validate-definition.ts'
import { canonicalNames } from '../validate/canonical-name.ts'

/** What may be said of tools that come from another framework. */
export interface ImportOptions {
  /** How dangerous they are: nobody here has read what they do. @default 'high' */
  readonly dangerLevel?: DangerLevel | undefined
}

const RULES: OptionRules<ImportOptions> = { dangerLevel: oneOf(DANGER_LEVELS) }

/** Why one tool could not be taken over; the others were. */
export interface ImportProblem extends Problem {
  /** The name that the tool has in its framework. */
  readonly toolName: string
}

/** The tools that could be taken over, and why the others could not. */
export interface ImportedTools {
  readonly tools: readonly Tool[]
  readonly problems: readonly ImportProblem[]
}

/** A tool of a framework, in common terms; nothing about the values is promised yet. */
export interface ForeignTool {
  readonly name: string
  readonly description?: unknown
  /** JSON Schema, or a schema of Zod, Valibot, ArkType. */
  readonly schema: unknown
  /** Whether `run` reads its arguments with the schema once more: what a transform made of them may not go in again. */
  readonly parsesItself?: boolean
  /** Whether its framework asks before each call. */
  readonly needsApproval?: boolean
  /** Undefined when nothing here can run it. */
  readonly run: ((args: unknown, context: ToolContext) => RunOutput<unknown>) | undefined
}

/** Takes tools over, one by one: a bad one is reported and costs no other. */
export function importTools(
  owner: string,
  source: string,
  given: Iterable<readonly [name: string, read: () => ForeignTool]>,
  options: ImportOptions,
): ImportedTools {
  checkOptions(owner, options, RULES)
  const entries = [...given]
  const names = canonicalNames(entries.map(([name]) => name))
  const tools: Tool[] = []
  const problems: ImportProblem[] = []
  const taken = new Map<string, string>()
  for (const [toolName, read] of entries) {
    const name = names.get(toolName) ?? toolName
    try {
      const first = taken.get(name)
      const outcome =
        first === undefined ? importTool(read(), name, source, options) : { problems: [isTaken(name, first)] }
      if (outcome.tool !== undefined) {
        tools.push(outcome.tool)
        taken.set(name, toolName)
      }
      for (const problem of outcome.problems ?? []) problems.push({ ...problem, toolName })
    } catch (thrown) {
      problems.push({ ...problemOf('', 'DEFINE_INVALID', messageOf(thrown)), toolName }) // a getter that throws
    }
  }
  return { tools, problems }
}

interface Outcome {
  readonly tool?: Tool
  readonly problems?: readonly Problem[]
}

function importTool(foreign: ForeignTool, name: string, source: string, options: ImportOptions): Outcome {
  const { run, description, needsApproval } = foreign
  if (run === undefined) {
    const message = 'nothing here can run the tool: its provider does, or the client'
    return { problems: [problemOf('', 'DEFINE_IMPLEMENTATION_MISSING', message)] }
  }
  const read = readForeignSchema(foreign.schema)
  if (read.problem !== undefined) return { problems: [read.problem] }
  const validation = validateDefinition(
    {
      name,
      description: typeof description === 'string' && description.trim() !== '' ? description : foreign.name,
      inputSchema: read.schema,
      dangerLevel: options.dangerLevel ?? 'high',
      requiresConfirmation: needsApproval === true,
      origin: { source, name: foreign.name },
    },
    { kind: 'closure', imported: true },
  )
  if (!validation.ok) return { problems: validation.problems }
  const standard = foreign.parsesItself === true ? undefined : read.standard
  return {
    tool: sealTool({
      definition: validation.definition,
      implementation: { kind: 'closure', run },
      ...(standard === undefined ? undefined : { standard: { input: standard } }),
    }),
  }
}

interface ReadSchema {
  readonly schema?: unknown
  readonly standard?: StandardSchema
  readonly problem?: Problem
}

function readForeignSchema(schema: unknown): ReadSchema {
  if (schema === undefined || schema === null) return { schema: { type: 'object', properties: {} } }
  if (!isStandardSchema(schema)) return { schema }
  const converted = toJsonSchema(schema, 'input')
  if (converted.ok) return { schema: converted.schema, standard: schema }
  return { problem: problemOf('inputSchema', 'DEFINE_INPUT_UNSUPPORTED', converted.message) }
}

/** Registering both would throw, and cost all the others. */
function isTaken(name: string, first: string): Problem {
  return problemOf(
    'name',
    'REGISTER_NAME_TAKEN',
    `\`${name}\` is taken by \`${first}\`, which came before it`,
  )
}

function problemOf(path: string, code: ErrorCode, message: string): Problem {
  return { path, code, message, hint: ERROR_CODES[code].cure }
}
