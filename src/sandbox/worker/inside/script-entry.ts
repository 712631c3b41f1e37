import { JobFailure } from './job-failure.ts'
import { createScriptEngine } from './script-engine.ts'
import { serveJobs } from './serve-jobs.ts'

const [memoryBytes = '', cpuSeconds = ''] = process.argv.slice(2)
const engine = await createScriptEngine(Number(memoryBytes), Number(cpuSeconds))

serveJobs((run) => {
  const { program } = run.message
  if (program.kind !== 'code') throw new JobFailure('load', 'only code runs here.')
  return engine.run(program.code, run)
}, engine.tidy)
