import { realpath, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { callBound } from '../../define/call-bound.ts'
import { explainLoadError } from '../../define/explain-load-error.ts'
import type { Isolation } from '../../define/isolation.ts'
import type { IsolatedImplementation, ModuleImplementation } from '../../define/tool.ts'
import { ERROR_CODES } from '../../errors/error-codes.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { isAsyncGenerator } from '../../results/drain-pieces.ts'
import type { JobContext } from '../../sandbox/sandbox.ts'
import type { SandboxPolicy } from '../../sandbox/policy.ts'
import type { SandboxProgram } from '../../sandbox/program.ts'
import type { CallContext } from '../call-context.ts'
import { addNotes, type CallInProgress } from '../call-in-progress.ts'
import { drainGenerator } from '../drain-generator.ts'
import type { ToolRun } from '../tool-run.ts'
import { fillCommand } from '../../define/fill-command.ts'
import type { IsolationSettings } from './isolation-settings.ts'
import { isInside, policyOfCall } from './policy-of-call.ts'

/** Runs what is no function of the host program, at the isolation of the call. Throws what went wrong. */
export type RunIsolated = (
  implementation: IsolatedImplementation,
  call: CallInProgress,
  context: CallContext,
  run: ToolRun,
) => Promise<unknown>

export function createIsolatedRunner(settings: IsolationSettings): RunIsolated {
  return async (implementation, call, context, run) => {
    const level = levelOf(implementation, call.isolation)
    if (level === 'none') return importAndRun(implementation as ModuleImplementation, call, run)
    const policy = await policyOfCall(call.name, level, call.limits, settings)
    const workingDirectory = await directoryOf(implementation, call, context, policy)
    const sandbox = await settings.sandbox()
    run.signal.throwIfAborted()
    const outcome = await sandbox.run({
      program: programOf(implementation, call.arguments),
      args: call.arguments,
      context: jobContext(call, context, workingDirectory),
      policy,
      maxOutputBytes: call.limits.maxOutputBytes,
      signal: run.signal,
      onProgress: run.progress,
      onPartial: run.partial,
      onLog: run.log,
    })
    call.resources = outcome.resources
    if (!outcome.ok) {
      // Stopped from here: the reason says whether it was the limit or the caller.
      run.signal.throwIfAborted()
      throw withCure(outcome.error)
    }
    addNotes(call, outcome.notes ?? [])
    return outcome.value
  }
}

/** A result has no place for a cure of its own, and whoever reads the message must not be left without it. */
function withCure(error: ToolwrightError): ToolwrightError {
  const { code, message, hint, toolName, details } = error
  if (code !== 'SANDBOX_UNAVAILABLE' || hint === ERROR_CODES[code].cure) return error
  return new ToolwrightError(code, `${message} ${hint}`, {
    hint,
    details,
    cause: error,
    ...(toolName === undefined ? {} : { toolName }),
  })
}

/** A command is a process of its own whatever is asked; only a module can run in this one. */
function levelOf({ kind }: IsolatedImplementation, isolation: Isolation): Isolation {
  return isolation === 'none' && kind !== 'module' ? 'standard' : isolation
}

/** At isolation none: the export, called as a closure would be. */
async function importAndRun(
  { file, exportName = 'default', binding, revision }: ModuleImplementation,
  call: CallInProgress,
  run: ToolRun,
): Promise<unknown> {
  const module = await importModule(call.name, file, revision)
  const exported = Object.hasOwn(module, exportName) ? module[exportName] : undefined
  if (typeof exported !== 'function') {
    throw new ToolwrightError(
      'EXECUTE_FAILED',
      `tool '${call.name}' failed: its module has no function \`${exportName}\`.`,
    )
  }
  const output: unknown = await (binding === undefined
    ? exported(call.arguments, run)
    : callBound(exported, binding, call.arguments, run))
  return isAsyncGenerator(output) ? drainGenerator(output, run, call.limits.maxOutputBytes) : output
}

// Node keeps what it has once imported: what the file holds now has to have another address.
const firstRevisions = new Map<string, string | undefined>()

async function importModule(
  toolName: string,
  file: string,
  revision: string | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const url = pathToFileURL(file)
  if (!firstRevisions.has(file)) firstRevisions.set(file, revision)
  if (firstRevisions.get(file) !== revision) url.searchParams.set('revision', revision ?? '')
  try {
    return (await import(url.href)) as Readonly<Record<string, unknown>>
  } catch (thrown) {
    const why = explainLoadError(thrown, file)
    if (why === undefined) throw thrown
    // Whole paths are kept from models.
    const place = `${basename(why.file)}${why.line === undefined ? '' : `:${why.line}`}`
    throw new ToolwrightError(
      'EXECUTE_FAILED',
      `tool '${toolName}' failed: ${place} could not be loaded: ${why.message}. ${why.cure}`,
      { toolName, cause: thrown },
    )
  }
}

function programOf(
  implementation: IsolatedImplementation,
  args: Readonly<Record<string, unknown>>,
): SandboxProgram {
  switch (implementation.kind) {
    case 'module': {
      const { file, exportName = 'default', binding, revision } = implementation
      return {
        kind: 'module',
        file,
        exportName,
        ...(binding === undefined ? {} : { binding }),
        ...(revision === undefined ? {} : { revision }),
      }
    }
    case 'code':
      return { kind: 'code', code: implementation.code }
    case 'command':
      return fillCommand(implementation, args)
  }
}

const SCRATCH = '/tmp'

/** Where the program starts: where the call says, if that exists for it. */
async function directoryOf(
  implementation: IsolatedImplementation,
  call: CallInProgress,
  { workingDirectory }: CallContext,
  policy: SandboxPolicy,
): Promise<string> {
  const name = implementation.kind === 'command' ? implementation.workingDirectoryFrom : undefined
  const asked = name === undefined ? undefined : call.arguments[name]
  const whole = resolve(workingDirectory, typeof asked === 'string' ? asked : '.')
  const real = await realpath(whole).catch(() => undefined)
  const isSeen =
    real !== undefined &&
    (policy.level === 'standard' || [...policy.read, ...policy.write].some((path) => isInside(real, path)))
  if (typeof asked !== 'string') {
    if (isSeen) return real
    return policy.level === 'standard' ? '/' : SCRATCH
  }
  if (isSeen && (await stat(real)).isDirectory()) return real
  const why =
    real === undefined || isSeen
      ? 'there is no such folder'
      : 'it is outside the folders that the tool may use'
  throw new ToolwrightError('EXECUTE_FAILED', `\`${name}\` is '${asked}': ${why}.`)
}

function jobContext(call: CallInProgress, context: CallContext, workingDirectory: string): JobContext {
  return {
    callId: call.id,
    toolName: call.name,
    callerId: context.caller?.id,
    conversationId: context.conversationId,
    channelId: context.channelId,
    workingDirectory,
    environment: context.environment,
    captureStderr: context.captureStderr,
  }
}
