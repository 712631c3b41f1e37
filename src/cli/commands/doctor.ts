import { type Command, Option } from 'commander'
import { styleText } from 'node:util'
import { ISOLATION_LEVELS, type Isolation } from '../../define/isolation.ts'
import { ERROR_CODES } from '../../errors/error-codes.ts'
import { type LevelReport, probeSandbox, type SandboxReport } from '../../sandbox/probe.ts'
import { renderTable } from '../render-table.ts'
import type { Terminal } from '../terminal.ts'

interface DoctorOptions {
  readonly json?: boolean
  readonly require?: Isolation
}

const EXAMPLES = `
Examples:
  toolwright doctor                    what this machine can enforce, and the cure for each gap
  toolwright doctor --json             the same for a program
  toolwright doctor --require strict   exit code 69 where a call at strict would be refused
`

/** \`toolwright doctor\`: what this machine can enforce. */
export function addDoctor(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command('doctor')
    .description('shows which isolation levels this machine can enforce, and what to do for the others')
    .option('--json', 'print JSON')
    .addOption(
      new Option('--require <level>', 'fail where this level cannot be enforced').choices(ISOLATION_LEVELS),
    )
    .addHelpText('after', EXAMPLES)
    .action(async ({ json = false, require }: DoctorOptions) => {
      const { report } = await probeSandbox()
      terminal.out(json ? `${JSON.stringify(report, null, 2)}\n` : renderReport(report, terminal))
      if (require === undefined || report.levels.some(({ level, enforced }) => level === require && enforced))
        return
      terminal.err(`Isolation '${require}' cannot be enforced on this machine.\n`)
      exit(ERROR_CODES.SANDBOX_UNAVAILABLE.exitCode)
    })
}

function renderReport(report: SandboxReport, terminal: Terminal): string {
  const { platform, architecture, kernel, durationMs, levels } = report
  const rows = levels.map((level) => [
    level.level,
    state(level, terminal),
    level.launcher ?? '–',
    level.facts.join(' ') || '–',
  ])
  const table = renderTable(['ISOLATION', 'HERE', 'BY', 'WHAT HOLDS'], rows, terminal.columns)
  const lines = groupGaps(levels).map(({ names, what, cure }) => `${names.join(', ')}: ${what}\n  → ${cure}`)
  return [
    `Node ${process.versions.node} on ${platform} ${architecture}, kernel ${kernel}; looked for ${durationMs} ms.`,
    '',
    table,
    ...(lines.length === 0 ? [] : ['', heading(levels), ...lines]),
    '',
  ].join('\n')
}

/** Each gap once, with the levels that have it. */
function groupGaps(levels: readonly LevelReport[]) {
  const groups = new Map<string, { readonly names: string[]; readonly what: string; readonly cure: string }>()
  for (const { level, gaps } of levels) {
    for (const { what, cure } of gaps) {
      const key = `${what}\n${cure}`
      const group = groups.get(key) ?? { names: [], what, cure }
      group.names.push(level)
      groups.set(key, group)
    }
  }
  return [...groups.values()]
}

function state({ enforced }: LevelReport, { hasColours }: Terminal): string {
  const words = enforced ? 'enforced' : 'REFUSED'
  return hasColours ? styleText(enforced ? 'green' : 'red', words, { validateStream: false }) : words
}

function heading(levels: readonly LevelReport[]): string {
  return levels.every(({ enforced }) => enforced)
    ? 'What does not hold even so:'
    : 'What is missing, and what to do (a level is never lowered: calls that need it are refused):'
}
