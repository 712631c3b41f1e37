// A program that confines itself and becomes another: node landlock-entry.ts DESCRIPTOR, with a Confinement on the pipe.
import { openSync, readFileSync, statSync, writeSync } from 'node:fs'
import type { Confinement } from './confinement.ts'
import { landlockCalls } from './landlock-calls.ts'

const EXECUTE = 1n << 0n
const WRITE_FILE = 1n << 1n
const READ_FILE = 1n << 2n
const READ_DIR = 1n << 3n
const MAKE_CHAR = 1n << 6n
const MAKE_BLOCK = 1n << 11n
const TRUNCATE = 1n << 14n
const EVERY_FILE_RIGHT = (1n << 16n) - 1n // as of version 5
const EVERY_TCP_RIGHT = 3n // bind, connect
const EVERY_SCOPE = 3n // abstract unix sockets, signals

const RIGHTS = {
  read: EXECUTE | READ_FILE | READ_DIR,
  write: EVERY_FILE_RIGHT & ~(MAKE_CHAR | MAKE_BLOCK),
  device: READ_FILE | WRITE_FILE,
} as const
const FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE // the rest are meant for folders

/** Signals of other processes are kept out since version 6; before it, a level could not be enforced. */
const LEAST_VERSION = 6
const O_PATH = 0o10_000_000

function confine({ paths, filter, descriptors }: Confinement): void {
  const calls = landlockCalls()
  const version = calls.version()
  if (version < LEAST_VERSION)
    throw new Error(
      `Landlock version ${version} of the kernel is too old: ${LEAST_VERSION} is needed (Linux 6.12)`,
    )
  const attributes = Buffer.alloc(24)
  attributes.writeBigUInt64LE(EVERY_FILE_RIGHT, 0)
  attributes.writeBigUInt64LE(EVERY_TCP_RIGHT, 8)
  attributes.writeBigUInt64LE(EVERY_SCOPE, 16)
  const ruleset = calls.createRuleset(attributes)
  for (const { path, access } of paths) {
    const rights = statSync(path).isDirectory() ? RIGHTS[access] : RIGHTS[access] & FILE_RIGHTS
    calls.addPath(ruleset, openSync(path, O_PATH), rights)
  }
  for (const descriptor of descriptors) calls.passOn(descriptor)
  calls.neverGainPrivileges()
  calls.restrictSelf(ruleset)
  calls.filterCalls(Buffer.from(filter, 'base64'))
}

try {
  const given = JSON.parse(readFileSync(Number(process.argv[2]), 'utf8')) as Confinement
  const [file = '', ...argv] = given.argv
  confine(given)
  process.execve?.(file, [file, ...argv], { ...given.environment })
} catch (error) {
  writeSync(2, error instanceof Error ? error.message : String(error))
  process.exit(1)
}
