import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { release, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Candidate,
  candidateLaunchers,
  type Candidates,
  type Gap,
} from './launch/candidate-launchers.ts'
import type { Launcher } from './launch/launcher.ts'
import { type User, userToBecome } from './launch/unprivileged-user.ts'
import type { SandboxLevel } from './policy.ts'
import { type Trial, tryLevel } from './try-level.ts'

/** What this machine can do at one level. Plain JSON. */
export interface LevelReport {
  readonly level: 'none' | SandboxLevel
  /** Whether a tool that asks for it is run, or refused. */
  readonly enforced: boolean
  /** The mechanism. */
  readonly launcher: string | undefined
  readonly facts: readonly string[]
  /** What is missing for the level or, where it is enforced, what even so does not hold. */
  readonly gaps: readonly Gap[]
}

/** What this machine can enforce, found by running it. Plain JSON. */
export interface SandboxReport {
  readonly platform: string
  readonly architecture: string
  readonly kernel: string
  readonly durationMs: number
  readonly levels: readonly LevelReport[]
}

/** The report, and the launchers that it speaks of. */
export interface ProbeResult {
  readonly report: SandboxReport
  readonly launchers: ReadonlyMap<SandboxLevel, Launcher>
}

export interface ProbeOptions {
  /** As whom programs run when the host is root. @default nobody */
  readonly user?: User | undefined
}

const LEVELS = ['standard', 'strict', 'restricted'] as const satisfies readonly SandboxLevel[]

interface Tried {
  readonly candidate: Candidate
  readonly trial: Trial
}

const IN_PROCESS: LevelReport = {
  level: 'none',
  enforced: true,
  launcher: undefined,
  facts: ['Runs in the process of the host: trusted code only.'],
  gaps: [],
}

function factsOf(level: SandboxLevel, user: User | undefined): readonly string[] {
  const who = user === undefined ? `User ${process.getuid?.() ?? 'of the host'}` : `User ${user.uid}`
  return [`${who}, with an environment of its own.`, REACH[level]]
}

const REACH: Readonly<Record<SandboxLevel, string>> = {
  standard: 'Files and network of the host.',
  strict: 'Only listed files and hosts.',
  restricted: 'No files of the host and no network.',
}

function reportLevel(
  level: SandboxLevel,
  tried: readonly Tried[],
  missing: Candidates['missing'],
  user: User | undefined,
): LevelReport {
  const working = tried.find(({ trial }) => trial.problems.length === 0)
  const failed = tried
    .slice(0, working === undefined ? tried.length : tried.indexOf(working))
    .map(({ candidate, trial }) => ({
      what: `${candidate.launcher.name}: ${trial.problems.join('; ')}`,
      cure: trial.hint ?? 'Mend what failed, or run where it holds.',
    }))
  const absent = missing
    .filter(({ levels }) => working === undefined && levels.includes(level))
    .map(({ what, cure }) => ({ what, cure }))
  return {
    level,
    enforced: working !== undefined,
    launcher: working?.candidate.launcher.name,
    facts: working === undefined ? [] : factsOf(level, user),
    gaps: [...failed, ...absent, ...(working?.candidate.gaps ?? [])],
  }
}

async function tryInTurn(
  candidates: readonly Candidate[],
  level: SandboxLevel,
  hiddenFile: string,
): Promise<readonly Tried[]> {
  const tried: Tried[] = []
  for (const candidate of candidates) {
    const trial = await tryLevel(candidate.launcher, level, hiddenFile)
    tried.push({ candidate, trial })
    if (trial.problems.length === 0) break
  }
  return tried
}

async function probe({ user: configured }: ProbeOptions): Promise<ProbeResult> {
  const start = performance.now()
  const { candidates, missing } = candidateLaunchers(configured)
  const folder = await mkdtemp(join(tmpdir(), 'toolwright-probe-'))
  const hiddenFile = join(folder, 'hidden')
  try {
    await writeFile(hiddenFile, 'hidden')
    const user = userToBecome(configured)
    const launchers = new Map<SandboxLevel, Launcher>()
    const levels = await Promise.all(
      LEVELS.map(async (level) => {
        const able = candidates.filter(({ launcher }) => launcher.levels.includes(level))
        const tried = await tryInTurn(able, level, hiddenFile)
        const working = tried.find(({ trial }) => trial.problems.length === 0)
        if (working !== undefined) launchers.set(level, working.candidate.launcher)
        return reportLevel(level, tried, missing, user)
      }),
    )
    return {
      launchers,
      report: {
        platform: process.platform,
        architecture: process.arch,
        kernel: release(),
        durationMs: Math.round(performance.now() - start),
        levels: [IN_PROCESS, ...levels],
      },
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const probes = new Map<string, Promise<ProbeResult>>()

/** Finds out, once for each user, which levels hold on this machine, by running programs that try to get out. */
export function probeSandbox(options: ProbeOptions = {}): Promise<ProbeResult> {
  const key = `${options.user?.uid ?? ''}:${options.user?.gid ?? ''}`
  const known = probes.get(key)
  if (known !== undefined) return known
  const found = probe(options)
  probes.set(key, found)
  return found
}
