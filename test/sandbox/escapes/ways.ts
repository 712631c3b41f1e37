// The ways in which a tool can run, each as a caller uses it: through createToolwright and the makers of isolated tools.
import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { createToolwright, defineCodeTool, defineCommandTool, defineModuleTool } from '../../../src/index.ts'
import type { Tool, ToolResult } from '../../../src/index.ts'
import { createSandbox } from '../../../src/sandbox/create-sandbox.ts'
import type { Launcher } from '../../../src/sandbox/launch/launcher.ts'
import {
  DEFAULT_RESOURCE_LIMITS,
  type ResourceLimits,
  type SandboxLevel,
} from '../../../src/sandbox/policy.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import type { Stage } from './stage.ts'

export const NODE = realpathSync(process.execPath)
const MB = 1024 * 1024

/** What is run. */
export type Given =
  | { readonly kind: 'command'; readonly argv: readonly string[]; readonly stdin?: string }
  | { readonly kind: 'module'; readonly file: string; readonly exportName: string }
  | { readonly kind: 'code'; readonly code: string }

/** One call, and what is different about it. */
export interface Attempt {
  readonly given: Given
  readonly args?: Readonly<Record<string, unknown>>
  readonly limits?: Partial<ResourceLimits>
  readonly allowSideEffects?: boolean
  readonly hosts?: readonly string[]
  readonly maxExecutionMs?: number
  readonly maxOutputBytes?: number
  readonly extraRead?: readonly string[]
  /** The folder to work in, in place of the root. */
  readonly root?: string
}

/** A level, what enforces it, and what the tool is given as. */
export interface Way {
  readonly name: string
  readonly level: SandboxLevel
  readonly launcher: string
  readonly kind: Given['kind']
  /** Enforced by what the probe chose: with no option of ours but those of a caller. */
  readonly isChosen: boolean
  call(attempt: Attempt): Promise<ToolResult>
  /** One after the other, of one Toolwright, with the limits and hosts of the first. */
  callInTurn(attempts: readonly Attempt[]): Promise<readonly ToolResult[]>
  /** The same, all at once. */
  callTogether(attempts: readonly Attempt[]): Promise<readonly ToolResult[]>
}

const KINDS: Readonly<Record<SandboxLevel, readonly Given['kind'][]>> = {
  standard: ['command', 'module'],
  strict: ['command', 'module', 'code'],
  restricted: ['code'],
}

export function waysOf(
  level: SandboxLevel,
  launcher: Launcher,
  isChosen: boolean,
  stage: Stage,
): readonly Way[] {
  return KINDS[level].map((kind) => {
    async function calls(attempts: readonly Attempt[], together: boolean): Promise<readonly ToolResult[]> {
      const [first] = attempts
      if (first === undefined) return []
      const { sandbox, roots, close } = isChosen ? chosen(first, stage) : given(launcher, first, stage)
      const tools = attempts.map((attempt, index) => toolOf(level, `attack_${index}`, attempt, stage))
      const toolwright = createToolwright({ tools, roots, sandbox })
      const results: Promise<ToolResult>[] = []
      try {
        for (const [index, { args = {} }] of attempts.entries()) {
          const call = { id: `call_${index}`, name: `attack_${index}`, arguments: { ...args } }
          results.push(toolwright.execute(call))
          if (!together) await results.at(-1)
        }
        return await Promise.all(results)
      } finally {
        await toolwright.close()
        await close()
      }
    }
    return {
      name: `${level} ${kind}${isChosen ? '' : `, ${launcher.name}`}`,
      level,
      launcher: launcher.name,
      kind,
      isChosen,
      call: async (attempt) => (await calls([attempt], false))[0] as ToolResult,
      callInTurn: (attempts) => calls(attempts, false),
      callTogether: (attempts) => calls(attempts, true),
    }
  })
}

const limitsOf = ({ limits }: Attempt): ResourceLimits => ({
  ...DEFAULT_RESOURCE_LIMITS,
  memoryBytes: 256 * MB,
  ...limits,
})
const readable = ({ extraRead = [] }: Attempt, { program }: Stage) => [program, NODE, ...extraRead]

function chosen(attempt: Attempt, stage: Stage) {
  const allow = { read: readable(attempt, stage), write: [stage.root], hosts: attempt.hosts ?? [] }
  return {
    roots: [attempt.root ?? stage.root],
    sandbox: { allow, limits: limitsOf(attempt) },
    close: async () => undefined,
  }
}

/** A mechanism that the probe did not choose, since a better one is there. */
function given(launcher: Launcher, attempt: Attempt, stage: Stage) {
  const inner = createSandbox({ launchers: [launcher] })
  const sandbox: Sandbox = {
    ...inner,
    run: (job) => inner.run({ ...job, policy: { ...job.policy, limits: limitsOf(attempt) } }),
  }
  return {
    roots: [stage.root, stage.program, dirname(NODE), ...(attempt.extraRead ?? [])],
    sandbox,
    close: inner.close,
  }
}

function toolOf(level: SandboxLevel, name: string, attempt: Attempt, stage: Stage): Tool {
  const { given, allowSideEffects = true, hosts = [], maxExecutionMs = 15_000, maxOutputBytes = MB } = attempt
  const base = {
    name,
    description: 'Tries to get out',
    dangerLevel: 'safe',
    input: { type: 'object', properties: { job: { type: 'object' } } },
    constraints: {
      isolation: level,
      allowSideEffects,
      maxExecutionMs,
      maxOutputBytes,
      ...(level === 'strict'
        ? { allow: { read: readable(attempt, stage), write: [stage.root], hosts } }
        : {}),
    },
  } as const
  switch (given.kind) {
    case 'command':
      return defineCommandTool({
        ...base,
        argv: given.argv,
        ...(given.stdin === undefined ? {} : { stdin: given.stdin }),
      })
    case 'module':
      return defineModuleTool({ ...base, file: given.file, exportName: given.exportName })
    case 'code':
      return defineCodeTool({ ...base, code: given.code })
  }
}
