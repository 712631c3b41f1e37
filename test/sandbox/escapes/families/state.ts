// What one call leaves for the next, which may be somebody else's.
import { outputOf } from '../control.ts'
import { type Attack, type Family, fromStrict } from '../family.ts'
import type { ToolResult } from '../../../../src/index.ts'
import type { Targets, Verdict } from '../verdict.ts'
import { attacksAs } from '../attacks-as.ts'
import { NODE, type Way } from '../ways.ts'

const NAMES = ['state: memory', 'state: scratch'] as const

// QuickJS has neither files nor modules.
const SCRIPT = `
if (globalThis.left !== undefined || [].left !== undefined || context.left !== undefined) return 'found it'
globalThis.left = Array.prototype.left = context.left = true
Object.prototype.left = JSON.parse = console.log = Promise.prototype.then = 1`

const claimedBy = (way: Way): boolean => fromStrict(way) || way.level === 'restricted'

function readSecond(result: ToolResult | undefined, kind: Way['kind']): Readonly<Record<string, Verdict>> {
  if (result?.status !== 'succeeded')
    throw new Error(`it did not run: ${JSON.stringify(result).slice(0, 300)}`)
  const value = result.content.type === 'json' ? result.content.value : {}
  return (kind === 'command' ? JSON.parse((value as { stdout: string }).stdout) : value) as Record<
    string,
    Verdict
  >
}

async function runTwice(way: Way | undefined, targets: Targets): Promise<Readonly<Record<string, Verdict>>> {
  const job = { names: NAMES, targets: { ...targets, way: way?.name ?? 'control' } }
  if (way === undefined) {
    // Twice in one process, which is what a worker that is kept would be.
    const twice = JSON.stringify({ ...job, names: [...NAMES, ...NAMES] })
    return JSON.parse((await outputOf([NODE, `${targets.program}/run.mjs`, 'main'], targets, twice)).stdout)
  }
  if (way.level === 'restricted') {
    const results = await way.callInTurn(
      Array.from({ length: 2 }, () => ({ given: { kind: 'code', code: SCRIPT } })),
    )
    const verdict = results.every(({ status }) => status === 'succeeded')
      ? { refused: 'nothing was found' }
      : { refused: JSON.stringify(results[0]).slice(0, 200) }
    const found = JSON.stringify(results.at(-1)?.content).includes('found it')
    return Object.fromEntries(NAMES.map((name) => [name, found ? { won: 'found it' } : verdict]))
  }
  const attempt = { ...attacksAs(way.kind, targets, job), limits: { memoryBytes: 2 ** 31 } }
  const results = await way.callInTurn([attempt, attempt])
  return readSecond(results.at(-1), way.kind)
}

export const state: Family = {
  name: 'state',
  attacks: NAMES.map((name): Attack => ({ name, claimedBy })),
  run: async (way, _names, targets) => new Map(Object.entries(await runTwice(way, targets))),
}
