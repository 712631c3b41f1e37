import type { Launch } from './launcher.ts'

import { unavailable } from './unavailable.ts'

const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin'

/**
 * The whole environment of a confined program: its own, and PATH and HOME where it has none. Neither is the host's: a
 * home directory tells who the host is, and is not there from strict up.
 */
export function cleanEnvironment(launch: Pick<Launch, 'environment'>): Readonly<Record<string, string>> {
  const odd = Object.keys(launch.environment).find((name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
  if (odd !== undefined)
    throw unavailable(
      `\`${odd}\` cannot be the name of an environment variable of an isolated program.`,
      'Use letters, digits and _, and a letter first: a shell passes on nothing else.',
    )
  return { PATH: DEFAULT_PATH, HOME: '/tmp', ...launch.environment }
}
