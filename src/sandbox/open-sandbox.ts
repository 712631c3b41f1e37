import { createSandbox } from './create-sandbox.ts'
import { chooseLauncher } from './launch/choose-launcher.ts'
import type { ProbeOptions } from './probe.ts'
import type { Sandbox } from './sandbox.ts'

/** The sandbox of this machine. What it can enforce is found out by running it, once, for the first job of each level. */
export function openSandbox(options: ProbeOptions = {}): Sandbox {
  return createSandbox({ launchers: (level) => chooseLauncher(level, options) })
}
