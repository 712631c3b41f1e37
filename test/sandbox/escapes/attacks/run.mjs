// Runs attacks, one after the other, and tells what each has won. Started in three ways, so that each attack is written
// once: as a program that reads its job from standard input, as an export of a module, as a file that code imports.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const LONGEST_MS = 1_500

async function attempt(attack, targets) {
  if (typeof attack !== 'function') return { refused: 'there is no such attack' }
  try {
    const won = await Promise.race([attack(targets), sleep(LONGEST_MS, undefined)])
    return won ? { won: String(won) } : { refused: 'nothing came of it' }
  } catch (error) {
    return { refused: String(error.code ?? error.message).slice(0, 200) }
  }
}

/** Takes names such as `files: secret`; gives, by name, `{ won }` with the loot, or `{ refused }` with the reason. */
export async function attack({ names, targets }) {
  const verdicts = {}
  for (const name of names) {
    const [file, attack] = name.split(': ')
    // What follows the name of the file tells one run of it from another.
    const attacks = await import(`./${file.split(' ')[0]}.mjs`)
    verdicts[name] = await attempt(attacks[attack], targets)
  }
  return verdicts
}

if (process.argv[2] === 'main') {
  const verdicts = await attack(JSON.parse(readFileSync(0, 'utf8')))
  process.stdout.write(JSON.stringify(verdicts), () => process.exit(0))
}
