// Runs inside the sandbox, before the program: `bridge-entry FD -- PROGRAM ARGUMENTS…`. Gives a program that has no network
// a proxy on loopback, and ends with it. Plain on purpose: it loads before every command that may reach a host.
import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import { listenForPrograms } from './listen-for-programs.ts'

const [descriptorText = '', separator, program, ...args] = process.argv.slice(2)
const descriptor = Number(descriptorText)
if (!Number.isInteger(descriptor) || descriptor < 3 || separator !== '--' || program === undefined) {
  process.exit(constants.errno.EINVAL)
}

let child: ReturnType<typeof spawn> | undefined
const channel = new Socket({ fd: descriptor, readable: true, writable: true })
const port = await listenForPrograms(channel, () => {
  // The host has gone: nothing may outlive it.
  child?.kill('SIGKILL')
  process.exit(1)
})
const proxy = `http://127.0.0.1:${port}`

child = spawn(program, args, {
  // The standard streams and the channels before ours are the program's; ours is not passed on.
  stdio: Array.from({ length: descriptor }, (_, at) => at),
  env: {
    ...process.env,
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    ALL_PROXY: proxy,
    http_proxy: proxy,
    https_proxy: proxy,
    all_proxy: proxy,
    NO_PROXY: '',
    no_proxy: '',
    NODE_USE_ENV_PROXY: '1',
  },
})

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child?.kill(signal))

child.once('error', (error: NodeJS.ErrnoException) => {
  process.stderr.write(`${program}: ${error.code ?? error.message}\n`)
  process.exit(error.code === 'ENOENT' ? 127 : 126)
})
child.once('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1)
  // Ends as the program ended, for whoever asks how.
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 100)
})
