// What uses more than it was given: memory, processor time, processes, open files, scratch space.
import { outputOf } from '../control.ts'
import { type Attack, type Family, fromStandard, fromStrict } from '../family.ts'
import type { Targets, Verdict } from '../verdict.ts'
import { attacksAs } from '../attacks-as.ts'
import { type Attempt, NODE, type Way } from '../ways.ts'
import type { ResourceLimits } from '../../../../src/sandbox/policy.ts'

const MB = 1024 * 1024
const GB = 1024 * MB

interface Bomb {
  readonly name: string
  readonly claimedBy: Attack['claimedBy']
  readonly gap?: NonNullable<Attack['gap']>
  readonly limits: Partial<ResourceLimits>
  /** How much it wants: more than the limit. */
  readonly size: Readonly<Record<string, unknown>>
  /** The same for a shell, where Node itself would need more than the limit; what it prints when it has it all. */
  readonly shell?: string
  readonly changes?: Partial<Attempt>
}

const inNode = ({ kind }: Way): boolean => kind !== 'command'
const hasNamespaces = ({ launcher }: Way): boolean => launcher === 'bubblewrap'

const BOMBS: readonly Bomb[] = [
  {
    name: 'heap',
    claimedBy: (way) => fromStandard(way) && inNode(way),
    limits: { memoryBytes: 64 * MB },
    size: { megabytes: 160 },
  },
  {
    name: 'buffers',
    // A command has the room that Node needs before it runs a line, as a worker has.
    claimedBy: fromStandard,
    limits: { memoryBytes: 64 * MB },
    size: { megabytes: 1_024 },
  },
  {
    name: 'forks',
    claimedBy: (way) => fromStandard(way) && hasNamespaces(way),
    gap: { of: fromStandard, words: /counts processes for each user/ },
    limits: { maxProcesses: 16, memoryBytes: 256 * MB },
    size: { processes: 60, seconds: '3' },
    shell: 'n=0; while [ $n -lt 60 ]; do sleep 3 & n=$((n+1)); done; echo all; kill $(jobs -p)',
  },
  {
    name: 'open',
    claimedBy: fromStandard,
    limits: { maxOpenFiles: 64, memoryBytes: 2 * GB },
    size: { files: 200 },
  },
  {
    name: 'scratch',
    claimedBy: fromStrict,
    limits: { scratchBytes: 8 * MB, memoryBytes: 2 * GB },
    size: { megabytes: 24 },
  },
  {
    name: 'sharedMemory',
    claimedBy: (way) => fromStrict(way) || (way.level === 'standard' && hasNamespaces(way)),
    gap: { of: ({ level }) => level === 'standard', words: /`allowSideEffects: false` is not enforced/ },
    limits: { scratchBytes: 8 * MB, memoryBytes: 2 * GB },
    size: { megabytes: 24 },
    changes: { allowSideEffects: false },
  },
  {
    name: 'spin',
    // The same limit whatever is started: once a mechanism is enough, at a second of the machine each.
    claimedBy: (way) =>
      (way.level === 'standard' && way.kind === 'command') || (fromStrict(way) && way.kind === 'module'),
    limits: { cpuSeconds: 1, memoryBytes: 2 * GB },
    size: { cpuMs: 1_500 },
  },
]

/** One bomb a process: it takes the process along. */
function bombFamily({ name, claimedBy, gap, limits, size, shell, changes }: Bomb): Family {
  // Code is a module that came as text: what holds one holds the other.
  const isTried = ({ kind }: Way): boolean => kind !== 'code'
  const attack: Attack = {
    name: `bombs: ${name}`,
    claimedBy: (way) => isTried(way) && claimedBy(way),
    ...(gap === undefined ? {} : { gap: { ...gap, of: (way) => isTried(way) && gap.of(way) } }),
  }
  const verdictOf = (output: string, whyNot: string): Verdict => {
    if (shell !== undefined) return output.includes('all') ? { won: 'had it all' } : { refused: whyNot }
    try {
      return (JSON.parse(output) as Record<string, Verdict>)[attack.name] ?? { refused: whyNot }
    } catch {
      return { refused: whyNot }
    }
  }

  async function explode(way: Way | undefined, targets: Targets): Promise<Verdict> {
    const told = { ...targets, ...size, scratch: way === undefined ? targets.elsewhere : '/tmp' }
    const job = { names: [attack.name], targets: told }
    const isShell = shell !== undefined && (way === undefined || way.kind === 'command')
    if (way === undefined) {
      const argv = isShell ? ['/bin/sh', '-c', shell] : [NODE, `${targets.program}/run.mjs`, 'main']
      const { stdout, stderr } = await outputOf(argv, targets, JSON.stringify(job))
      return verdictOf(stdout, stderr)
    }
    const given = isShell
      ? { given: { kind: 'command' as const, argv: ['/bin/sh', '-c', shell] } }
      : attacksAs(way.kind, targets, job)
    const result = await way.call({ ...given, limits, ...changes })
    if (result.status !== 'succeeded')
      return {
        refused: result.status === 'failed' ? `${result.error.code} ${result.error.message}` : 'pending',
      }
    const value = result.content.type === 'json' ? result.content.value : null
    if (way.kind !== 'command')
      return (value as unknown as Record<string, Verdict> | null)?.[attack.name] ?? { refused: 'no report' }
    const { stdout, stderr, exit_code, signal } = value as Record<
      'stdout' | 'stderr' | 'exit_code' | 'signal',
      string
    >
    return verdictOf(stdout, `${exit_code} ${signal} ${stderr.slice(0, 200)}`)
  }

  return {
    name: attack.name,
    attacks: [attack],
    run: async (way, _names, targets) => new Map([[attack.name, await explode(way, targets)]]),
  }
}

export const limits: readonly Family[] = BOMBS.map(bombFamily)
