import { ToolwrightError } from '../../errors/toolwright-error.ts'
import type { ConfinedProcess, ExitStatus, Launch, Launcher } from '../launch/launcher.ts'
import type { SandboxPolicy } from '../policy.ts'
import type { SandboxProgram } from '../program.ts'
import type { SandboxJob, SandboxOutcome } from '../sandbox.ts'
import { killedByKernel } from '../worker/explain-exit.ts'
import { tailOf } from '../worker/tail-of.ts'
import { cancelledOutcome, failedOutcome } from '../worker/to-outcome.ts'
import { OutputCollector } from './collect-output.ts'
import { findProgram } from './find-program.ts'

type CommandProgram = Extract<SandboxProgram, { readonly kind: 'command' }>

// A process that outlived the program may hold its streams open for ever.
const STREAMS_END_WITHIN_MS = 100
// Everything of a result but its two texts.
const ENVELOPE_BYTES = 256
// Of each output of a program that came to a limit.
const DETAIL_CHARACTERS = 4_096

/** What a command is run with. */
export interface CommandParts {
  readonly policy: SandboxPolicy
  readonly program: CommandProgram
  readonly job: SandboxJob
  launcher(): Promise<Launcher>
  /** Hears of the process, which is then on its own until it has ended. */
  onStart(process: ConfinedProcess): void
}

/** Starts a program under a policy and collects what it writes. Settles at once when the job is aborted. */
export function runCommand(parts: CommandParts): Promise<SandboxOutcome> {
  const { signal, context } = parts.job
  const { promise, resolve, reject } = Promise.withResolvers<SandboxOutcome>()
  let process: ConfinedProcess | undefined
  const onAbort = (): void => {
    process?.kill()
    resolve(cancelledOutcome(context.toolName))
  }
  signal.addEventListener('abort', onAbort, { once: true })

  async function start(): Promise<SandboxOutcome> {
    const { policy, program, job } = parts
    if (program.argv.some((word) => word.includes('\0'))) return failedOutcome(hasNul(context.toolName))
    const launch = await commandLaunch(program, job)
    if (launch === undefined) return failedOutcome(notFound(program, context.toolName))
    const launcher = await parts.launcher()
    if (signal.aborted) return cancelledOutcome(context.toolName)
    process = await launcher.start(policy, launch)
    parts.onStart(process)
    if (signal.aborted) process.kill()
    return collectOutcome(process, program, policy, job)
  }

  void start().then(resolve, reject)
  return promise.finally(() => signal.removeEventListener('abort', onAbort))
}

async function commandLaunch({ argv }: CommandProgram, { context }: SandboxJob): Promise<Launch | undefined> {
  const [name = '', ...args] = argv
  const { workingDirectory, environment } = context
  const found = await findProgram(name, workingDirectory, environment)
  if (found === undefined) return undefined
  return {
    argv: [found.file, ...args],
    environment,
    workingDirectory,
    runtimePaths: [...new Set([found.file, found.realFile])],
    channels: 0,
    // Many are, or start one: without the room `npm test` would end before its first line.
    isScriptEngine: true,
  }
}

async function collectOutcome(
  process: ConfinedProcess,
  { stdin }: CommandProgram,
  policy: SandboxPolicy,
  { maxOutputBytes, context }: SandboxJob,
): Promise<SandboxOutcome> {
  const stdout = new OutputCollector(process.stdout, maxOutputBytes)
  const stderr = new OutputCollector(process.stderr, context.captureStderr ? maxOutputBytes : 0)
  process.stdin.on('error', () => undefined) // a program need not read what it is given
  // Closed at once when there is nothing: a program that asks gets an end, instead of waiting for ever.
  process.stdin.end(stdin ?? '')
  const status = await process.exited
  await streamsEnd(process, stdout, stderr)
  const { out, error } = within(maxOutputBytes - ENVELOPE_BYTES, stdout, stderr)
  const value = {
    exit_code: status.code,
    signal: status.signal,
    stdout: out.text,
    stderr: context.captureStderr ? error.text : '',
    ...(out.droppedBytes === 0 ? {} : { stdout_dropped_bytes: out.droppedBytes }),
    ...(error.droppedBytes === 0 || !context.captureStderr
      ? {}
      : { stderr_dropped_bytes: error.droppedBytes }),
  }
  const resources = { outputBytes: out.bytes + error.bytes }
  if (!isKilled(status)) return { ok: true, value, resources }
  const { message } = killedByKernel(context.toolName, policy.limits)
  const details = {
    exit_code: status.code,
    signal: status.signal,
    stdout: tailOf(out.text, DETAIL_CHARACTERS),
    stderr: tailOf(value.stderr, DETAIL_CHARACTERS),
  }
  return {
    ok: false,
    error: new ToolwrightError('SANDBOX_LIMIT', message, { toolName: context.toolName, details }),
    resources,
  }
}

/** Both outputs within one limit, so that the result stays what it is instead of being cut as a whole. */
function within(maxBytes: number, stdout: OutputCollector, stderr: OutputCollector) {
  const out = stdout.collect(maxBytes)
  const error = stderr.collect(Math.max(maxBytes / 2, maxBytes - out.jsonBytes))
  const fits = out.jsonBytes + error.jsonBytes <= maxBytes
  return { out: fits ? out : stdout.collect(maxBytes - error.jsonBytes), error }
}

function isKilled({ signal }: ExitStatus): boolean {
  return signal === 'SIGKILL' || signal === 'SIGXCPU'
}

async function streamsEnd(
  process: ConfinedProcess,
  stdout: OutputCollector,
  stderr: OutputCollector,
): Promise<void> {
  const timer = setTimeout(() => {
    process.stdout.destroy()
    process.stderr.destroy()
  }, STREAMS_END_WITHIN_MS)
  await Promise.all([stdout.ended, stderr.ended])
  clearTimeout(timer)
}

function hasNul(toolName: string): ToolwrightError {
  return new ToolwrightError(
    'EXECUTE_FAILED',
    `tool '${toolName}' cannot run: an argument has a NUL character in it, which no program can be given. Leave it out.`,
    { toolName },
  )
}

function notFound({ argv }: CommandProgram, toolName: string): ToolwrightError {
  return new ToolwrightError(
    'EXECUTE_FAILED',
    `tool '${toolName}' cannot run: there is no program \`${argv[0] ?? ''}\` here. Install it, or put its folder on the PATH of the call's environment.`,
    { toolName },
  )
}
