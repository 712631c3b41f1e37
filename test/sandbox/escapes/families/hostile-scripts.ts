/** A script that wins something and returns it, or uses what it may not. */
export interface Script {
  readonly code: string
  /** Sizes: one that a plain process bears and finishes, one that it would not. */
  readonly plainly?: number
  readonly inside?: number
}

const reaches = (expression: string): Script => ({ code: `return ${expression}` })

/** By what they try. Those with sizes hog; the others are tricks, and fail at once where they fail. */
export const SCRIPTS: Readonly<Record<string, Script>> = {
  'this.constructor': reaches("(function () { return this }).constructor('return process')().pid"),
  'an arrow and its constructor': reaches("(() => 1).constructor.constructor('return process.pid')()"),
  'an async constructor': reaches("await (async () => 1).constructor('return process.pid')()"),
  'the constructor of a generator': reaches("[...(function* () {}).constructor('yield process.pid')()][0]"),
  'the constructor of the context': reaches("context.constructor.constructor('return process')().pid"),
  'the constructor of a host function': reaches("context.log.constructor('return process')().pid"),
  'the constructor of arguments': reaches("args.constructor.constructor('return process.pid')()"),
  'the constructor of an error': {
    code: "try { null.x } catch (error) { return error.constructor.constructor('return process.pid')() }",
  },
  prepareStackTrace: {
    code: 'Error.prepareStackTrace = (_, sites) => sites; const sites = new Error().stack; return Array.isArray(sites) && sites.length > 0 && typeof sites[0].getThis',
  },
  eval: reaches("(0, eval)('process').pid"),
  'an import': reaches("(await import('node:fs')).readFileSync('/etc/passwd', 'utf8').length"),
  require: reaches(
    "typeof require === 'function' ? require('node:fs') : process.getBuiltinModule('node:fs').constants.O_RDONLY + 1",
  ),
  WebAssembly: reaches('typeof WebAssembly.Memory'),
  'shared memory': reaches('new SharedArrayBuffer(8).byteLength'),
  network: reaches('typeof fetch === "function" && "fetch"'),
  timers: reaches('typeof setTimeout === "function" && "setTimeout"'),
  'a thrown value of the host': {
    code: "try { context.progress(new Proxy({}, { get() { throw new Error('x') } })) } catch (error) { return error.constructor.constructor('return process.pid')() }\nreturn typeof process === 'object' && 'process'",
  },
  'a getter on arguments': {
    code: "Object.defineProperty(Object.prototype, 'toJSON', { get() { return undefined }, configurable: true }); return this?.process?.pid ?? process.pid",
  },
  'odd arguments of host functions': {
    code: `const odd = [undefined, null, 1n, Symbol('x'), () => 1, new Proxy({}, {}), '\\ud800', -0, NaN, [[]], Object.create(null)]
      for (const value of odd) for (const f of [context.progress, context.partial, context.log, console.log]) {
        try {
          const back = f.call(value, value, value)
          if (back !== undefined) return 'gave ' + typeof back
        } catch {}
      }
      return process.pid`,
  },
  'a regular expression': {
    code: "const start = Date.now(); /^(a+)+$/.test('a'.repeat(args.size) + 'b'); return Date.now() - start > 20 && 'blocked'",
    plainly: 22,
    inside: 60,
  },
  'endless recursion': {
    code: 'const f = (n) => n === 0 ? 1 : 1 + f(n - 1); return f(args.size) > 1 && "recursed"',
    plainly: 2_000,
    inside: 1e9,
  },
  'recursion through JSON': {
    code: 'let deep = "[".repeat(args.size) + "]".repeat(args.size); return JSON.parse(deep) && "parsed"',
    plainly: 1_000,
    inside: 2_000_000,
  },
  'strings that double': {
    code: 'let text = "x"; while (text.length < args.size) text += text; return text.length > 1 && "grew"',
    plainly: 2 ** 26,
    inside: 2 ** 30,
  },
  'many strings': {
    code: 'const kept = []; while (kept.length < args.size) kept.push("x".repeat(1e6) + kept.length); return "kept"',
    plainly: 40,
    inside: 1e6,
  },
  'typed arrays': {
    code: 'const kept = []; while (kept.length < args.size) kept.push(new Uint8Array(1e6)); return "kept"',
    plainly: 60,
    inside: 1e6,
  },
  'one huge array': {
    code: 'return new Array(args.size).fill(0).length > 1 && "made"',
    plainly: 6e6,
    inside: 1e9,
  },
  objects: {
    code: 'const kept = []; while (kept.length < args.size) kept.push({ a: [kept.length] }); return "kept"',
    plainly: 1e6,
    inside: 1e9,
  },
  'endless promises': {
    code: 'let n = 0; const again = () => n++ < args.size ? Promise.resolve().then(again) : 0; await again(); return "ran"',
    plainly: 1e4,
    inside: 1e9,
  },
  'jobs that make jobs': {
    code: 'let n = 0; const again = () => { if (n++ < args.size) Promise.resolve().then(again) }; again(); for (let k = 0; k < args.size * 2; k++) await null; return "ran"',
    plainly: 1e4,
    inside: 1e9,
  },
  'a native sort': {
    code: 'return Array.from({ length: args.size }, (_, n) => n).sort(() => 0.5 - Math.random()).length > 1 && "sorted"',
    plainly: 1e4,
    inside: 3e7,
  },
  'a loop': { code: 'for (let n = 0; n < args.size; n++); return "looped"', plainly: 1e7, inside: 1e15 },
  'a proxy that never answers': {
    code: 'let n = 0; const proxy = new Proxy({}, { ownKeys() { while (n++ < args.size); return [] } }); Object.keys(proxy); return "answered"',
    plainly: 1e6,
    inside: 1e15,
  },
  'a big number': {
    code: 'return (2n ** BigInt(args.size)).toString().length > 1 && "wrote it"',
    plainly: 1e4,
    inside: 1e8,
  },
}
