import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSandbox } from '../../../src/sandbox/create-sandbox.ts'
import { toContent } from '../../../src/results/to-content.ts'
import { directLauncher } from './direct-launcher.ts'
import { answers, endOf, policyOf, runJob } from './run-job.ts'

describe('modules in a worker', () => {
  const sandbox = createSandbox({ launchers: [directLauncher] })
  const run = (name: string, args: Record<string, unknown> = {}) => runJob(sandbox, answers(name), { args })
  let folder = ''
  before(() => (folder = mkdtempSync(join(tmpdir(), 'toolwright-'))))
  after(async () => {
    rmSync(folder, { recursive: true })
    await sandbox.close()
  })

  it('brings outputs across as the tool made them', async () => {
    const contentOf = async (name: string) => toContent(endOf(await run(name)), 10_000)
    assert.deepEqual((await contentOf('asText')).content, { type: 'text', text: 'plain' })
    assert.deepEqual((await contentOf('asJson')).content, { type: 'json', value: 'quoted' })
    assert.deepEqual((await contentOf('asParts')).content, {
      type: 'parts',
      parts: [
        { type: 'text', text: 'one' },
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      ],
    })
    assert.deepEqual((await contentOf('asError')).error, {
      message: 'no such city',
      retryable: true,
      details: { city: 'Oz' },
    })
  })

  it('notes what a value lost on the way', async () => {
    const { outcome } = await run('odd')
    assert.deepEqual(outcome.ok && outcome.notes, [
      { kind: 'converted', path: 'big', message: 'An integer too large for a JSON number became text.' },
      { kind: 'converted', path: 'self', message: 'The value contains itself.' },
    ])
  })

  it('streams the pieces of a generator, and takes what it returns', async () => {
    const told = await run('pieces', { value: 'whole' })
    assert.deepEqual(told.partials, ['one ', 'two'])
    assert.equal(endOf(told), 'whole')
  })

  it('joins the pieces of a generator that returns nothing', async () => {
    assert.equal(endOf(await run('pieces')), 'one two')
  })

  it('keeps code and details of an error of ours, but no verdict of the host', async () => {
    const { outcome } = await run('failsWithCode')
    assert.ok(!outcome.ok)
    assert.deepEqual(
      [outcome.error.code, outcome.error.message, outcome.error.details],
      ['TOOL_NOT_CONFIGURED', 'no key for the search', { option: 'key' }],
    )
    assert.equal(endOf(await run('liesWithCode')), "EXECUTE_FAILED: tool 'sample' failed: somebody said no")
  })

  it('names file and export that are not there, or no function', async () => {
    assert.match(
      String(endOf(await run('missing'))),
      /^EXECUTE_FAILED: tool 'sample' cannot run: the module `answers\.ts` has no export `missing`\. It exports `add`, /,
    )
    assert.equal(
      endOf(await run('notAFunction')),
      `EXECUTE_FAILED: tool 'sample' cannot run: the export \`notAFunction\` of \`answers.ts\` is not a function but of type number.`,
    )
    const gone = await runJob(sandbox, { kind: 'module', file: '/nowhere/tool.ts', exportName: 'default' })
    assert.match(
      String(endOf(gone)),
      /^EXECUTE_FAILED: the module `tool\.ts` of the tool does not exist in `\/nowhere`\.$/,
    )
    const strict = { policy: policyOf('strict') }
    const unseen = await runJob(
      sandbox,
      { kind: 'module', file: '/nowhere/tool.ts', exportName: 'default' },
      strict,
    )
    assert.equal(
      endOf(unseen),
      'EXECUTE_FAILED: the module `tool.ts` of the tool does not exist in `/nowhere`.',
    )
  })

  it('does not take what every object has for an export', async () => {
    assert.match(String(endOf(await run('toString'))), /has no export `toString`/)
  })

  it('tells why a module does not load', async () => {
    const file = join(folder, 'broken.mjs')
    writeFileSync(file, "throw new Error('no licence')")
    const told = await runJob(sandbox, { kind: 'module', file, exportName: 'default' })
    assert.equal(
      endOf(told),
      `EXECUTE_FAILED: tool 'sample' cannot run: the module \`broken.mjs\` could not be loaded: no licence`,
    )
  })

  it('starts where the call does, with an environment of its own', async () => {
    process.env['TOOLWRIGHT_TEST_SECRET'] = 'secret'
    const told = await runJob(sandbox, answers('context'), {
      context: { workingDirectory: folder, environment: { KEY: 'value' } },
    })
    delete process.env['TOOLWRIGHT_TEST_SECRET']
    const { workingDirectory, cwd, environment, hasSecret } = endOf(told) as Record<string, unknown>
    assert.deepEqual(
      { workingDirectory, cwd, environment, hasSecret },
      { workingDirectory: folder, cwd: folder, environment: { KEY: 'value' }, hasSecret: false },
    )
  })

  it('tells a cancelled job through its signal before it is ended', async () => {
    const file = join(folder, 'heeds.mjs')
    const trace = join(folder, 'trace')
    writeFileSync(
      file,
      `import { writeFileSync } from 'node:fs'
       export const heeds = (args, { signal }) => new Promise(() => {
         signal.addEventListener('abort', () => writeFileSync(args.trace, signal.reason.name))
       })`,
    )
    await runJob(
      sandbox,
      { kind: 'module', file, exportName: 'heeds' },
      { args: { trace }, signal: AbortSignal.timeout(1_000) },
    )
    await sleep(100)
    assert.equal(readFileSync(trace, 'utf8'), 'TimeoutError')
  })

  it('keeps what one call left behind from the next, and its worker from more', async () => {
    const file = join(folder, 'leaves.mjs')
    writeFileSync(
      file,
      `export const throwsLater = () => { setTimeout(() => { throw new Error('late') }, 20); return process.pid }
       export const rejectsLater = () => { setTimeout(() => void Promise.reject(new Error('late')), 20); return process.pid }
       export const rejectsNow = () => { void Promise.reject(new Error('late')); return process.pid }
       export const printsLater = () => { setTimeout(() => console.log('late'), 20); return process.pid }
       export const waits = () => new Promise((resolve) => setTimeout(() => resolve(process.pid), 150))`,
    )
    const leaves = (exportName: string) => runJob(sandbox, { kind: 'module', file, exportName })
    for (const name of ['throwsLater', 'rejectsLater', 'rejectsNow']) {
      const first = endOf(await leaves(name))
      const [second, third] = [endOf(await leaves('waits')), endOf(await leaves('waits'))]
      assert.deepEqual([typeof first, typeof second, typeof third], ['number', 'number', 'number'], name)
      assert.notEqual(third, first, name)
    }
    const first = endOf(await leaves('printsLater'))
    const second = await leaves('waits')
    assert.equal(endOf(second), first)
    assert.deepEqual(second.logs, [])
  })
})
