// What one would write by hand without a sandbox: the floors of B8.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const ECHO = `process.stdin.on('data', (line) => process.stdout.write(String(JSON.parse(line).a + 1) + '\\n'))`

/** A Node child that stays and answers lines. */
export function lineChild() {
  const child = spawn(process.execPath, ['-e', ECHO], { stdio: ['pipe', 'pipe', 'inherit'] })
  return {
    async ask(): Promise<void> {
      child.stdin.write('{"a":1}\n')
      await once(child.stdout, 'data')
    },
    end: () => void child.kill(),
  }
}

/** A program that is started, and ends. */
export async function startAndEnd(program: string, args: readonly string[] = []): Promise<void> {
  await once(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }), 'close')
}
