import { serveJobs } from './serve-jobs.ts'
import { startCode } from './start-code.ts'
import { startModule } from './start-module.ts'

serveJobs((run) => {
  const { program, context } = run.message
  // Relative paths, and programs that the tool starts, begin where the call does; a directory that is not visible here
  // is the business of the tool, if it needs one at all.
  try {
    if (process.cwd() !== context.workingDirectory) process.chdir(context.workingDirectory)
  } catch {
    // Stays where it is.
  }
  return program.kind === 'module' ? startModule(program, run) : startCode(program.code, run)
})
