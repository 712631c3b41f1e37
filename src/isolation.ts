// Wires the sandbox in: what the host allows, and one sandbox a Toolwright, made by the first call that needs one.
import type { IsolationSettings } from './execute/isolated/isolation-settings.ts'
import type { SandboxOptions } from './sandbox/sandbox-options.ts'
import type { HostCount } from './sandbox/proxy/host-counters.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import { isSandbox } from './toolwright-options.ts'

export interface Isolation {
  readonly settings: IsolationSettings
  hostCounts(): readonly HostCount[]
  close(): Promise<void>
}

export function createIsolation(roots: readonly string[], given: SandboxOptions | Sandbox): Isolation {
  const options = isSandbox(given) ? {} : given
  const { allow = {}, limits = {}, user } = options
  let opened: Promise<Sandbox> | undefined
  let current = isSandbox(given) ? given : undefined

  async function open(): Promise<Sandbox> {
    // Only now: most programs have no isolated tool, and a sandbox costs time to load and to probe.
    const { openSandbox } = await import('./sandbox/open-sandbox.ts')
    current = openSandbox({ user })
    return current
  }

  return {
    settings: {
      roots,
      allow: { read: allow.read ?? roots, write: allow.write ?? roots, hosts: allow.hosts ?? [] },
      limits,
      sandbox() {
        if (isSandbox(given)) return Promise.resolve(given)
        opened ??= open().catch((thrown: unknown) => {
          opened = undefined // the next call tries again
          throw thrown
        })
        return opened
      },
    },
    hostCounts: () => current?.hostCounts() ?? [],
    async close() {
      const last = opened
      opened = undefined
      await (await last)?.close()
    },
  }
}
