// Against QuickJS: the language itself is the way out. A script that wins something returns it; one that hogs is ended.
import { outputOf } from '../control.ts'
import type { ToolResult } from '../../../../src/index.ts'
import type { Attack, Family } from '../family.ts'
import type { Targets, Verdict } from '../verdict.ts'
import { type Attempt, NODE, type Way } from '../ways.ts'
import { type Script, SCRIPTS } from './hostile-scripts.ts'

// A hog comes to its processor time; the time limit of the call is only for a machine that stands still.
const LIMITS = { memoryBytes: 32 * 1024 * 1024, cpuSeconds: 1 } as const
const LONGEST_MS = 60_000

function attemptOf({ code, inside = 0 }: Script): Attempt {
  return { given: { kind: 'code', code }, args: { size: inside }, limits: LIMITS, maxExecutionMs: LONGEST_MS }
}

function readResult({ inside }: Script, result: ToolResult | undefined): Verdict {
  if (result?.status === 'succeeded') {
    const won = result.content.type === 'json' ? result.content.value : JSON.stringify(result.content)
    return won === null || won === false || won === '{"type":"text","text":""}'
      ? { refused: `gave ${won}` }
      : { won: JSON.stringify(won) }
  }
  const { code = '', message = '' } = result?.status === 'failed' ? result.error : {}
  // Only an end of its own kind has shown anything: a trick fails, a hog fails or comes to a limit.
  const isShown = code === 'EXECUTE_FAILED' || (inside !== undefined && code === 'SANDBOX_LIMIT')
  if (!isShown) throw new Error(`a script did not run: ${code} ${message}`)
  return { refused: `${code}: ${message}` }
}

/** As many at once as a pool has workers, which are reused and replaced as they come to limits. */
async function runInside(way: Way, scripts: readonly Script[]): Promise<readonly Verdict[]> {
  const results = await way.callTogether(scripts.map(attemptOf))
  return scripts.map((script, index) => readResult(script, results[index]))
}

const PLAIN = `
const context = { log() {}, progress(value) { JSON.stringify(value) }, partial() {} }
const verdicts = []
const write = (text) => process.stdout.write(text)
console.log = () => undefined
for (const { code, plainly = 0 } of JSON.parse(require('node:fs').readFileSync(0, 'utf8'))) {
  try {
    const won = await new (async () => {}).constructor('args', 'context', code)({ size: plainly }, context)
    verdicts.push(won ? { won: String(won).slice(0, 100) } : { refused: 'gave nothing' })
  } catch (error) {
    verdicts.push({ refused: String(error) })
  }
  delete Object.prototype.toJSON
  delete Error.prepareStackTrace
}
write(JSON.stringify(verdicts))`

async function runPlainly(scripts: readonly Script[], targets: Targets): Promise<readonly Verdict[]> {
  const argv = [NODE, '-e', `(async () => {${PLAIN}})()`]
  const { stdout, stderr } = await outputOf(argv, targets, JSON.stringify(scripts))
  if (stdout === '') throw new Error(`the control did not run: ${stderr.slice(0, 300)}`)
  return JSON.parse(stdout) as Verdict[]
}

export const scripts: Family = {
  name: 'scripts',
  attacks: Object.keys(SCRIPTS).map((name): Attack => ({
    name: `scripts: ${name}`,
    claimedBy: ({ level }) => level === 'restricted',
  })),
  async run(way, names, targets) {
    const chosen = Object.entries(SCRIPTS).filter(([name]) => names.includes(`scripts: ${name}`))
    const all = chosen.map(([, script]) => script)
    const verdicts = await (way === undefined ? runPlainly(all, targets) : runInside(way, all))
    return new Map(chosen.map(([name], index) => [`scripts: ${name}`, verdicts[index] ?? { refused: '' }]))
  },
}
