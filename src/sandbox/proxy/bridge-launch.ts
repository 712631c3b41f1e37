import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Launch } from '../launch/launcher.ts'

/** Puts the bridge in front of a program. `channelDescriptor` is that of the last channel, which becomes the proxy's. */
function bridgeArgv(argv: readonly string[], channelDescriptor: number): readonly string[] {
  return [
    realpathSync(process.execPath),
    '--max-old-space-size=64',
    '--disable-warning=ExperimentalWarning',
    bridgeFile().file,
    String(channelDescriptor),
    '--',
    ...argv,
  ]
}

/**
 * A launch whose program reaches the hosts of its policy: one channel more, the last, for `HostProxy.attach`.
 *
 *     const proxy = createHostProxy({ hosts: policy.hosts })
 *     const confined = await launcher.start(policy, bridgedLaunch(launch))
 *     proxy.attach(confined.channels.at(-1))
 */
export function bridgedLaunch(launch: Launch): Launch {
  return {
    ...launch,
    argv: bridgeArgv(launch.argv, 3 + launch.channels),
    channels: launch.channels + 1,
    runtimePaths: [...launch.runtimePaths, realpathSync(process.execPath), ...bridgeFile().runtimePaths],
    // The bridge is one, whatever the program is.
    isScriptEngine: true,
  }
}

function bridgeFile(): { readonly file: string; readonly runtimePaths: readonly string[] } {
  const here = fileURLToPath(import.meta.url)
  // A clone runs its TypeScript as it is; `dist` has its workers beside its index, and chunks a folder below.
  if (here.endsWith('.ts')) {
    const room = dirname(here)
    const root = dirname(dirname(dirname(room)))
    return {
      file: join(room, 'inside', 'bridge-entry.ts'),
      runtimePaths: [room, join(root, 'package.json')],
    }
  }
  const folder = dirname(here)
  const dist = folder.endsWith('chunks') ? dirname(folder) : folder
  const workers = join(dist, 'workers')
  return { file: join(workers, 'bridge-entry.mjs'), runtimePaths: [workers] }
}
