// What the attacks are after: files, processes and servers of the test's own, made for one host.
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NOBODY, type User } from '../../../src/sandbox/launch/unprivileged-user.ts'

/** Where things are. Plain JSON: hosts and attacks are told. */
export interface Stage {
  /** In every secret, and nowhere else. */
  readonly token: string
  /** In the argv of every process that a bomb leaves, so that survivors are found. */
  readonly marker: string
  /** The one folder that tools may write. */
  readonly root: string
  /** The attacks, which tools may read. */
  readonly program: string
  readonly home: string
  /** A folder that the user of the sandbox cannot enter, when the host is root. */
  readonly rootOnly: string
  /** A folder in the scratch space of the machine that has nothing to do with the root. */
  readonly elsewhere: string
  readonly secret: string
  readonly victimFile: string
  readonly passwordLine: string
  readonly unixPath: string
}

export interface PreparedStage {
  readonly stage: Stage
  remove(): void
}

const ATTACKS = fileURLToPath(new URL('attacks', import.meta.url))
const OPEN_FOLDER = 0o755

/** Makes the files. All are open to the user of the sandbox: what stops an attack is to be the sandbox, not a mode. */
export function prepareStage(user: User | undefined, token: string, marker: string): PreparedStage {
  // Not in the scratch space of the machine, which an isolated program has its own of.
  const base = mkdtempSync('/var/tmp/toolwright-escapes-')
  const elsewhere = mkdtempSync('/tmp/toolwright-elsewhere-')
  const [root, outside, home, program] = ['root', 'outside', 'home', 'program'].map((name) =>
    join(base, name),
  )
  if (root === undefined || outside === undefined || home === undefined || program === undefined)
    throw new TypeError('there are four folders')
  for (const folder of [root, outside, join(home, '.ssh')]) mkdirSync(folder, { recursive: true })
  cpSync(ATTACKS, program, { recursive: true })
  const secret = join(outside, 'secret')
  const victimFile = join(outside, 'victim')
  const sshKey = join(home, '.ssh', 'id_test')
  for (const file of [secret, sshKey]) writeFileSync(file, `${token}\n`)
  writeFileSync(victimFile, '')
  const rootOnly = join(base, 'root-only')
  mkdirSync(rootOnly)
  chmodSync(rootOnly, user === undefined ? 0o700 : OPEN_FOLDER)
  symlinkSync(secret, join(root, 'link-to-secret'))
  symlinkSync(victimFile, join(root, 'link-to-victim'))
  symlinkSync(outside, join(root, 'link-out'))
  const owner = user ?? (process.getuid?.() === 0 ? NOBODY : undefined)
  for (const path of [
    elsewhere,
    root,
    outside,
    home,
    join(home, '.ssh'),
    secret,
    sshKey,
    victimFile,
    program,
    join(program, 'run.mjs'),
  ]) {
    if (owner !== undefined) chownSync(path, owner.uid, owner.gid)
  }
  for (const folder of [base, root, outside, home, program, join(home, '.ssh')])
    chmodSync(folder, OPEN_FOLDER)
  return {
    stage: {
      token,
      marker,
      root,
      program,
      home,
      rootOnly,
      elsewhere,
      secret,
      victimFile,
      // Nobody's entry in a real table of accounts; a stub has one line.
      passwordLine: 'root:x:0:0:',
      unixPath: join(root, 'socket'),
    },
    remove: () => {
      for (const folder of [base, elsewhere]) rmSync(folder, { recursive: true, force: true })
    },
  }
}
