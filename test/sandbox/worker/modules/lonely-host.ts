// A host that is killed, or ends, with workers that wait. It prints their process ids.
import { createSandbox } from '../../../../src/sandbox/create-sandbox.ts'
import { countingLauncher } from '../counting-launcher.ts'
import { answers, code, policyOf, runJob } from '../run-job.ts'

const [how] = process.argv.slice(2)
const launcher = countingLauncher()
const sandbox = createSandbox({ launchers: [launcher] })
await runJob(sandbox, answers('identity'), { policy: policyOf('standard') })
await runJob(sandbox, code('return 1'), { policy: policyOf('restricted') })
await sandbox.prewarm(policyOf('strict'), answers('identity'))
if (how === 'waiting') void runJob(sandbox, answers('waits'), { policy: policyOf('standard') })
if (how !== 'done') setTimeout(() => undefined, 20_000)
console.log(JSON.stringify(launcher.started))
