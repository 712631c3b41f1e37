import type { Sandbox, SandboxJob, SandboxOutcome } from '../../../src/sandbox/sandbox.ts'

/** A sandbox that keeps its jobs and answers as the test says. */
export function fakeSandbox(answer: (job: SandboxJob) => unknown = () => 'done') {
  const jobs: SandboxJob[] = []
  let closed = 0
  const sandbox: Sandbox = {
    async run(job): Promise<SandboxOutcome> {
      jobs.push(job)
      const given = await answer(job)
      return given instanceof Error
        ? { ok: false, error: given as never, resources: {} }
        : { ok: true, value: given, resources: { cpuMs: 3 } }
    },
    prewarm: async () => undefined,
    hostCounts: () => [],
    close: async () => void closed++,
  }
  return { sandbox, jobs, closed: () => closed }
}
