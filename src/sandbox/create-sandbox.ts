import { ToolwrightError } from '../errors/toolwright-error.ts'
import { runCommand } from './command/run-command.ts'
import type { ConfinedProcess, Launcher } from './launch/launcher.ts'
import { KeepAlive } from './keep-alive.ts'
import type { LevelFacts } from './levels/level-facts.ts'
import { LEVEL_FACTS } from './levels/level-list.ts'
import { policyHash, type SandboxLevel, type SandboxPolicy } from './policy.ts'
import { PoolList } from './pool/pool-list.ts'
import { WorkerPool } from './pool/worker-pool.ts'
import type { SandboxProgram } from './program.ts'
import { Generations } from './worker/generations.ts'
import { HostCounters } from './proxy/host-counters.ts'
import { proxiedLauncher } from './proxy/proxied-launcher.ts'
import type { Sandbox, SandboxJob, SandboxOutcome } from './sandbox.ts'
import type { WorkerProgram } from './worker/messages.ts'
import { cancelledOutcome, failedOutcome } from './worker/to-outcome.ts'
import { programPaths, shieldedPaths, workerLaunch } from './worker/worker-launch.ts'
import { WorkerProcess } from './worker/worker-process.ts'

/** Gives what enforces a level on this machine, or throws SANDBOX_UNAVAILABLE. */
type LauncherChoice = (level: SandboxLevel) => Launcher | Promise<Launcher>

export interface SandboxParts {
  /** The choice, or mechanisms of this machine, of which the first that can enforces a level. */
  readonly launchers: LauncherChoice | readonly Launcher[]
}

// Processor time is counted by the kernel over the life of a process. A worker that is reused is replaced after a part of
// it, so that every job has nearly all of its own.
const REPLACE_AT_CPU_SHARE = 0.1

export function createSandbox({ launchers }: SandboxParts): Sandbox {
  const choose = typeof launchers === 'function' ? launchers : firstOf(launchers)
  const pools = new PoolList()
  const generations = new Generations()
  const commands = new Set<ConfinedProcess>()
  const keepAlive = new KeepAlive()
  const hosts = new HostCounters()
  const closing = new AbortController()

  function poolOf(facts: LevelFacts, policy: SandboxPolicy, program: WorkerProgram): WorkerPool {
    const kind = facts.workers[program.kind]
    if (kind === undefined) throw refusal(facts, program)
    // Without side effects there is new scratch space even at standard, and a module may be in what it hides.
    const paths = facts.isListed || !policy.allowSideEffects ? programPaths(program) : shieldedPaths(program)
    const key = `${policyHash(policy)} ${kind} ${generations.of(program)} ${paths.join('\0')}`
    return pools.get(key, () => {
      const launch = workerLaunch(kind, facts.heapBytes(policy), facts.entryArguments(policy), paths)
      const maxCpuMs = policy.limits.cpuSeconds * 1_000 * REPLACE_AT_CPU_SHARE
      const start = async (signal: AbortSignal): Promise<WorkerProcess> =>
        WorkerProcess.start(await launcherOf(facts), policy, launch, signal)
      return new WorkerPool(facts.pool, maxCpuMs, start, () => pools.delete(key))
    })
  }

  async function launcherOf({ level }: LevelFacts): Promise<Launcher> {
    return proxiedLauncher(await choose(level), undefined, hosts)
  }

  async function start(job: SandboxJob): Promise<SandboxOutcome> {
    const { program } = job
    const facts = factsOf(job.policy)
    const policy = facts.narrow(job.policy)
    if (program.kind !== 'command') return poolOf(facts, policy, program).run(job, program)
    if (!facts.runsCommands) throw refusal(facts, program)
    return runCommand({
      policy,
      program,
      // Closing stops it as an abort does.
      job: { ...job, signal: AbortSignal.any([job.signal, closing.signal]) },
      launcher: () => launcherOf(facts),
      onStart(process) {
        commands.add(process)
        void process.exited.then(() => commands.delete(process))
      },
    })
  }

  return {
    async run(job) {
      if (closing.signal.aborted || job.signal.aborted) return cancelledOutcome(job.context.toolName)
      keepAlive.hold()
      try {
        return await start(job)
      } catch (error) {
        if (ToolwrightError.is(error)) return failedOutcome(error)
        throw error
      } finally {
        keepAlive.release()
      }
    },

    async prewarm(given, program) {
      if (program.kind === 'command' || closing.signal.aborted) return
      const facts = factsOf(given)
      const policy = facts.narrow(given)
      keepAlive.hold()
      try {
        await poolOf(facts, policy, program).prewarm()
      } finally {
        keepAlive.release()
      }
    },

    hostCounts: () => hosts.list(),

    async close() {
      closing.abort()
      keepAlive.hold()
      await Promise.all([pools.close(), ...Array.from(commands, (process) => process.exited)])
      keepAlive.release()
    },
  }
}

function firstOf(launchers: readonly Launcher[]): LauncherChoice {
  return (level) => {
    const launcher = launchers.find(({ levels }) => levels.includes(level))
    if (launcher !== undefined) return launcher
    throw new ToolwrightError(
      'SANDBOX_UNAVAILABLE',
      `isolation '${level}' cannot be enforced on this machine. Run \`toolwright doctor\`: it says what is missing. The level is never lowered.`,
    )
  }
}

function refusal({ refusal }: LevelFacts, { kind }: SandboxProgram): ToolwrightError {
  return new ToolwrightError('SANDBOX_UNAVAILABLE', `a tool given as \`${kind}\` cannot run here: ${refusal}`)
}

function factsOf({ level }: SandboxPolicy): LevelFacts {
  const facts = LEVEL_FACTS.get(level)
  if (facts !== undefined) return facts
  throw new ToolwrightError('SANDBOX_UNAVAILABLE', `there is no isolation level \`${level}\`.`)
}
