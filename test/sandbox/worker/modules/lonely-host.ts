// A host that is killed, or ends, with workers that stand ready or run. It says when they are there.
import { openSandbox } from '../../../../src/sandbox/open-sandbox.ts'
import { skipReason } from '../real-launchers.ts'
import { answers, code, hostile, policyOf, runJob } from '../run-job.ts'

const [how] = process.argv.slice(2)
const sandbox = openSandbox()
const levels = (['standard', 'strict', 'restricted'] as const).filter((level) => skipReason(level) === false)
await Promise.all(levels.map((level) => sandbox.prewarm(policyOf(level), code('return 1'))))
const policy = policyOf('standard', { read: ['/usr'] })
if (how === 'waiting') void runJob(sandbox, answers('waits'), { policy })
if (how === 'spinning') {
  for (const level of levels) void runJob(sandbox, code('for (;;);'), { policy: policyOf(level) })
  void runJob(sandbox, hostile('spins'), { policy })
  void runJob(sandbox, { kind: 'command', argv: ['sh', '-c', 'sleep 20 & while :; do :; done'] }, { policy })
}
if (how === 'spinning' || how === 'waiting') await new Promise((resolve) => setTimeout(resolve, 1_000))
if (how !== 'done') setTimeout(() => undefined, 20_000)
console.log('ready')
