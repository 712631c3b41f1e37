// A host: it runs every attack in every way that its user has, and prints a row for each. Started by the test, as root and
// as somebody else, with descriptors left open and a secret in its environment.
import { runBattery } from './run-battery.ts'
import type { Targets } from './verdict.ts'

const targets = JSON.parse(process.env['TOOLWRIGHT_ESCAPES_TARGETS'] ?? '{}') as Targets
await runBattery(targets, (line) => console.log(JSON.stringify(line)))
