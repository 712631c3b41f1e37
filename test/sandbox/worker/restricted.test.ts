import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createSandbox } from '../../../src/sandbox/create-sandbox.ts'
import { DEFAULT_RESOURCE_LIMITS } from '../../../src/sandbox/policy.ts'
import { countingLauncher } from './counting-launcher.ts'
import { code, endOf, type JobChanges, policyOf, runJob } from './run-job.ts'

const MB = 1024 * 1024

describe('scripts in QuickJS', () => {
  const launcher = countingLauncher()
  const sandbox = createSandbox({ launchers: [launcher] })
  after(() => sandbox.close())
  const run = (text: string, changes: JobChanges = {}) =>
    runJob(sandbox, code(text), { policy: policyOf('restricted'), ...changes })
  const resultOf = async (text: string): Promise<unknown> => endOf(await run(text))

  it('has the language and nothing of the host', async () => {
    const names =
      'process require module Buffer global fetch setTimeout setInterval WebAssembly Deno navigator XMLHttpRequest SharedArrayBuffer Atomics'
    assert.deepEqual(
      await resultOf(`return ${JSON.stringify(names.split(' '))}.filter((name) => name in globalThis)`),
      [],
    )
    assert.equal(
      await resultOf('return typeof JSON + typeof Promise + typeof Map + typeof Proxy'),
      'objectfunctionfunctionfunction',
    )
  })

  it('finds no way out by constructors, prototypes, imports or functions of the host', async () => {
    for (const attempt of [
      'return typeof this.constructor.constructor("return process")()',
      'return typeof (function () {}).constructor("return require")()("fs")',
      'return await import("node:fs")',
      'return context.log.constructor("return process")()',
      'return console.log.constructor.constructor("return globalThis.process.env")()',
      'return new Function("return this")().process.pid',
      'return (0, eval)("process").pid',
    ]) {
      assert.match(String(await resultOf(attempt)), /^EXECUTE_FAILED: tool 'sample' failed: /, attempt)
    }
  })

  it('does not let what it sends reach a prototype', async () => {
    const told = await run(
      'context.progress(JSON.parse(\'{"__proto__":{"polluted":1},"message":"m"}\')); context.partial(JSON.parse(\'{"__proto__":{"polluted":1}}\'))\n' +
        'return JSON.parse(\'{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}\')',
    )
    assert.deepEqual(Object.keys(endOf(told) as object), ['__proto__', 'constructor'])
    assert.equal(({} as { polluted?: number }).polluted, undefined)
    assert.deepEqual(told.progress, [{ message: 'm' }])
  })

  const BOMBS: Readonly<Record<string, string>> = {
    strings: 'const kept = []; for (;;) kept.push("x".repeat(1000000) + kept.length)',
    'typed arrays': 'const kept = []; for (;;) kept.push(new Uint8Array(1000000))',
    objects: 'const kept = []; for (;;) kept.push({ a: [kept.length], b: "text" + kept.length })',
    'a chain of promises': 'const again = () => Promise.resolve().then(again); await again()',
    'one large array': 'return new Uint8Array(1000000000).length',
  }
  for (const [name, bomb] of Object.entries(BOMBS)) {
    it(`ends a script that fills the memory: ${name}`, async () => {
      const told = await run(bomb)
      assert.match(
        String(endOf(told)),
        /^SANDBOX_LIMIT: tool 'sample' was ended: it used more than 32 MB of memory$/,
      )
      assert.equal(await resultOf('return 1'), 1)
    })
  }

  it('holds a smaller memory when the policy says so', async () => {
    const policy = policyOf('restricted', { limits: { ...DEFAULT_RESOURCE_LIMITS, memoryBytes: 20 * MB } })
    const told = await run(BOMBS['typed arrays'] ?? '', { policy })
    assert.match(String(endOf(told)), /more than 20 MB of memory$/)
  })

  it('tells endless recursion as a failure of the script, and goes on', async () => {
    const before = launcher.started.length
    assert.match(
      String(await resultOf('const f = () => f() + 1; return f()')),
      /^EXECUTE_FAILED: .*(?:stack overflow|Maximum call stack)/,
    )
    assert.equal(await resultOf('return 1'), 1)
    assert.ok(launcher.started.length <= before + 1)
  })

  for (const [name, hog] of Object.entries({
    'a native sort':
      'return Array.from({ length: 300000 }, (_, n) => n).sort(() => 0.5 - Math.random()).length',
    'endless jobs of promises':
      'const again = () => void Promise.resolve().then(again); again(); await new Promise(() => undefined)',
    'a pattern that backtracks': 'return /^(a+)+$/.test("a".repeat(40) + "b")',
    'a proxy in the way of the result': 'return new Proxy({}, { ownKeys() { for (;;); } })',
    'an error that is described for ever':
      'throw Object.assign(new Error("x"), { get message() { for (;;); } })',
  })) {
    it(`is ended from outside, at once, in ${name}`, async () => {
      const told = await run(hog, { signal: AbortSignal.timeout(600) })
      assert.ok(told.afterAbortMs < 100, `${told.afterAbortMs} ms`)
      const end = String(endOf(told))
      if (name !== 'a native sort') assert.match(end, /^EXECUTE_CANCELLED: |^EXECUTE_FAILED: /)
      assert.equal(await resultOf('return 1'), 1)
    })
  }

  it('ends a script at the processor time of its policy', async () => {
    const policy = policyOf('restricted', { limits: { ...DEFAULT_RESOURCE_LIMITS, cpuSeconds: 1 } })
    const told = await run('for (;;);', { policy })
    assert.match(
      String(endOf(told)),
      /^SANDBOX_LIMIT: tool 'sample' was ended: it used more than 1 s of processor time$/,
    )
  })

  it('says that a script waits for what never comes', async () => {
    assert.match(
      String(await resultOf('await new Promise(() => undefined)')),
      /waits for something that never comes/,
    )
  })

  it('bounds what a script says on its way', async () => {
    const told = await run(
      'for (let n = 0; n < 100000; n++) context.progress({ progress: n })\nreturn "done"',
    )
    assert.equal(endOf(told), 'done')
    assert.ok(told.progress.length < 2_000)
    const flood = await run(
      'for (let n = 0; n < 400; n++) context.partial("x".repeat(100000))\nreturn "done"',
    )
    assert.match(String(endOf(flood)), /^SANDBOX_LIMIT: .* more partial output/)
  })

  it('reads values that fight back', async () => {
    assert.match(String(await resultOf('throw { toString() { throw 1 } }')), /^EXECUTE_FAILED: /)
    assert.deepEqual(await resultOf('return { get a() { return 1 }, f() {}, [Symbol("s")]: 2 }'), { a: 1 })
    assert.deepEqual(
      await resultOf('let deep = []; for (let n = 0; n < 5000; n++) deep = [deep]; return deep.length'),
      1,
    )
  })

  it('gives the answers that the same code gives at strict', async () => {
    for (const text of [
      '[new Uint8Array([1, 2, 3]), new Uint8Array([1, 2]).buffer, new DataView(new ArrayBuffer(1)), new Int16Array([-1])]',
      '[new Boolean(true), Object("text"), Object(1n), new Date(0), new Date(NaN), Promise.resolve(1)]',
      '[{ toJSON() { throw 1 } }, { get a() { throw 1 }, b: 1 }, new Proxy({}, { ownKeys() { throw 1 } })]',
      '[new Map([["a", 1]]), new Map([[1, 2]]), new Set([1]), /a/g, new Error("x"), [1, , 3], undefined, () => 1]',
      '({ toJSON: () => ({ toJSON: () => 1, a: 2 }) })',
      '(async function* () { yield 1; yield { a: 2 } })()',
      '(async function* () { yield "one "; context.partial("between"); yield "two" })()',
      '(async function* () {})()',
      '(async function* () { yield 1; return "whole" })()',
      '(async function* () { yield 1; throw new Error("broken") })()',
    ]) {
      const told = await run(`return ${text}`)
      const strict = await run(`return ${text}`, { policy: policyOf('strict') })
      assert.deepEqual([endOf(told), told.partials], [endOf(strict), strict.partials], text)
    }
  })
})
