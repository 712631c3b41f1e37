import type { Lookup } from '../../network/lookup.ts'
import type { Launcher } from '../launch/launcher.ts'
import { letGo } from '../worker/let-go.ts'
import { bridgedLaunch } from './bridge-launch.ts'
import { type HostCount, HostCounters } from './host-counters.ts'
import { createHostProxy } from './host-proxy.ts'

/** A launcher that also tells what was done with hosts. */
export interface ProxiedLauncher extends Launcher {
  /** By `host:port`, over all processes so far. */
  hostCounts(): readonly HostCount[]
}

/**
 * Gives the processes of a launcher the hosts of their policy: where there are some, from strict up, the program gets the
 * bridge in front and one channel more, which goes to a proxy of its own and is not shown to the caller. The launcher
 * itself must give such a process loopback, and nothing else of the network.
 */
export function proxiedLauncher(
  launcher: Launcher,
  lookup?: Lookup,
  counters = new HostCounters(),
): ProxiedLauncher {
  return {
    name: launcher.name,
    levels: launcher.levels,
    hostCounts: () => counters.list(),
    async start(policy, launch) {
      if (policy.level === 'standard' || policy.hosts.length === 0) return launcher.start(policy, launch)
      // Before the process: a bad pattern must not leave one behind.
      const proxy = createHostProxy({
        hosts: policy.hosts,
        counters,
        ...(lookup === undefined ? {} : { lookup }),
      })
      const confined = await launcher.start(policy, bridgedLaunch(launch))
      const channels = confined.channels.slice(0, launch.channels)
      const [channel] = confined.channels.slice(launch.channels)
      // A program that breaks the rules of its channel is no longer to be believed in anything.
      if (channel !== undefined) {
        letGo(channel)
        proxy.attach(channel, (breach) => breach !== undefined && confined.kill())
      }
      void confined.exited.then(() => proxy.close())
      const { pid, stdin, stdout, stderr, exited } = confined
      return { pid, stdin, stdout, stderr, channels, exited, kill: () => confined.kill() }
    },
  }
}
