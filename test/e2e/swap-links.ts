// Swaps, as fast as it can, what the names in a folder stand for: an ordinary file or folder, and links to outside.
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [root = '', outside = ''] = process.argv.slice(2)
const at = (name: string): string => join(root, name)

function prepare(): void {
  for (const name of ['swapped', 'real-folder', 'link-folder'])
    rmSync(at(name), { recursive: true, force: true })
  symlinkSync(outside, at('link-folder'))
  mkdirSync(at('swapped'), { recursive: true })
  writeFileSync(at('swapped/secret.txt'), 'inside')
}

function swap(): void {
  renameSync(at('swapped'), at('real-folder'))
  renameSync(at('link-folder'), at('swapped'))
  symlinkSync(join(outside, 'secret.txt'), at('next.txt'))
  renameSync(at('next.txt'), at('swapped.txt'))
  renameSync(at('swapped'), at('link-folder'))
  renameSync(at('real-folder'), at('swapped'))
  writeFileSync(at('next.txt'), 'inside')
  renameSync(at('next.txt'), at('swapped.txt'))
}

let rounds = 0
try {
  prepare()
} catch {
  // A tool is at work already: the first turn mends it.
}
while (!existsSync(at('stop'))) {
  try {
    swap()
    rounds++
  } catch {
    // A tool has made a folder where one was missing for a moment.
    try {
      prepare()
    } catch {
      // Again, at the next turn.
    }
  }
}
process.stdout.write(String(rounds))
