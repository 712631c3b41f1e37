// Every attack that we know, in every way that a tool can run here, as root and as somebody else; and each without the
// sandbox, where it must work. The table at the end is the outcome. One attack: TOOLWRIGHT_ESCAPES_ONLY='files: secret';
// why each was stopped: TOOLWRIGHT_ESCAPES_DETAILS=1.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { findBarrier, NOBODY, type User } from '../../../src/sandbox/launch/unprivileged-user.ts'
import { type Bait, layBait } from './bait.ts'
import { killHost } from './kill-host.ts'
import { countMarked, killMarked } from './marked.ts'
import { outcomeTable } from './outcome-table.ts'
import { type HostRun, runHost } from './run-host.ts'
import { prepareStage, type PreparedStage } from './stage.ts'
import type { Row, Targets } from './verdict.ts'

const MB = 1024 * 1024
const MOST_HOST_BYTES = 640 * MB
const isRoot = process.getuid?.() === 0
const { TOOLWRIGHT_ESCAPES_ONLY: only, TOOLWRIGHT_ESCAPES_DETAILS: details } = process.env

const USERS: readonly (readonly [name: string, user: User | undefined])[] = isRoot
  ? [
      ['root', undefined],
      ['not root', NOBODY],
    ]
  : [['not root', undefined]]

function whyNot(): string | false {
  if (process.platform !== 'linux') return 'the attacks are written for Linux'
  const paths = [realpathSync(process.execPath), import.meta.filename]
  const barrier =
    isRoot && paths.map((path) => findBarrier(path, 'read', NOBODY)).find((each) => each !== undefined)
  if (!barrier) return false
  return `nobody, who isolated programs run as, cannot ${barrier.lacks} \`${barrier.path}\`: ${barrier.cure}`
}

function findNative(): Pick<Targets, 'native'> {
  try {
    const packages = dirname(dirname(createRequire(import.meta.url).resolve('koffi')))
    return {
      native: [join(packages, 'koffi'), join(packages, '@koromix')].filter((path) => existsSync(path)),
    }
  } catch {
    return {}
  }
}

const skip = whyNot()
if (skip !== false) console.log(`The escape battery does not run: ${skip}`)

describe('the escape battery', { skip }, () => {
  const token = randomBytes(12).toString('hex')
  const marker = `escapes-${randomBytes(6).toString('hex')}`
  const stages = new Map<string, PreparedStage>()
  const runs = new Map<string, HostRun>()
  let bait: Bait

  const targetsOf = (name: string): Targets => ({
    ...(stages.get(name) as PreparedStage).stage,
    ...bait.addresses,
    inheritedFiles: [9, 25],
    inheritedSocket: 26,
    ...findNative(),
  })
  const rowsOf = (name: string): readonly Row[] =>
    (runs.get(name)?.lines ?? []).flatMap((line) => (line.type === 'row' ? [line.row] : []))
  const endOf = (name: string) => runs.get(name)?.lines.find((line) => line.type === 'end')
  const told = (rows: readonly Row[], ...outcomes: readonly Row['outcome'][]): readonly string[] =>
    rows
      .filter(({ outcome }) => outcomes.includes(outcome))
      .map(({ attack, way, outcome, detail }) => `${attack} | ${way} | ${outcome} | ${detail}`)

  before(async () => {
    for (const [name, user] of USERS) stages.set(name, prepareStage(user, token, marker))
    const unixPaths = Array.from(stages.values(), ({ stage }) => stage.unixPath)
    bait = await layBait({ token, unixPaths, user: isRoot ? NOBODY : undefined })
    await Promise.all(USERS.map(async ([name, user]) => runs.set(name, await runHost(targetsOf(name), user))))
  })

  after(() => {
    const rows = USERS.flatMap(([name]) => rowsOf(name))
    console.log(`${USERS.map(([name]) => name).join(' / ')}:\n${outcomeTable(rows)}`)
    for (const [name] of USERS) {
      const skipped = [...told(rowsOf(name), 'skipped'), ...(endOf(name)?.skipped ?? [])]
      if (skipped.length > 0) console.log(`Skipped as ${name}:\n  ${skipped.join('\n  ')}`)
    }
    if (details !== undefined) for (const row of rows) console.log(Object.values(row).join(' | '))
    bait?.close()
    killMarked(marker)
    for (const stage of stages.values()) stage.remove()
  })

  for (const [name, user] of USERS) {
    it(`comes to its end as ${name}, and every attack has run`, () => {
      assert.equal(runs.get(name)?.exitCode, 0)
      assert.deepEqual(told(rowsOf(name), 'NOT RUN'), [])
      assert.ok(endOf(name) !== undefined && rowsOf(name).length > 0)
    })

    it(`works without the sandbox as ${name}, or says what it lacks`, () => {
      assert.deepEqual(told(rowsOf(name), 'NO CONTROL'), [])
    })

    it(`is stopped as ${name}, by every level that claims to`, () => {
      assert.deepEqual(told(rowsOf(name), 'ESCAPED'), [])
    })

    it(`lets what is allowed go on as ${name}`, () => {
      assert.deepEqual(told(rowsOf(name), 'REFUSED'), [])
    })

    it(`proves as ${name} what the probe says`, () => {
      const end = endOf(name)
      for (const { level, enforced, launcher } of end?.levels ?? []) {
        if (level === 'none') continue
        // A level that the probe calls enforced was attacked, under the mechanism that it names; one that it does not, was refused.
        assert.equal(
          end?.ways.some((way) => way.startsWith(level) && !way.includes(',')),
          enforced,
          level,
        )
        assert.equal(launcher !== undefined, enforced, level)
      }
    })

    it(`does not fill the host as ${name}`, () => {
      const [, , most] = endOf(name)?.rssBytes ?? [0, 0, Infinity]
      assert.ok(most < MOST_HOST_BYTES, `${Math.round(most / MB)} MB`)
    })

    it(`reaches nobody outside as ${name}`, () => {
      const lines = readFileSync(targetsOf(name).victimFile, 'utf8') + (runs.get(name)?.fromSocket ?? '')
      assert.deepEqual(
        lines.split('\n').filter((line) => line !== '' && line !== 'control'),
        [],
      )
    })

    it(`leaves nothing as ${name} when the host is killed`, { skip: only !== undefined }, async () => {
      const { running, left, tools } = await killHost(targetsOf(name), user)
      assert.ok(running > tools, `${running} processes for ${tools} tools`)
      assert.equal(left, 0)
    })
  }

  it('is heard of by no server but from controls and through the list', () => {
    const heard = [...bait.arrived].filter(
      (entry) => !entry.includes('control') && !entry.startsWith('listed '),
    )
    assert.deepEqual(heard, [])
    // Two attacks a control; a signal that is still pending takes another in.
    assert.ok(bait.signals() <= 2 * USERS.length && (only !== undefined || bait.signals() > 0))
  })

  it('leaves no process', () => {
    const names = [marker, ...Array.from(stages.values(), ({ stage }) => basename(dirname(stage.root)))]
    assert.deepEqual(
      names.map(countMarked),
      names.map(() => 0),
    )
  })
})
