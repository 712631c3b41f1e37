// `npm run corpus:bfcl`: what becomes of the definitions and calls of the Berkeley leaderboard.
import { corporaFolder } from './corpora-folder.ts'
import { measureBfcl } from './measure-bfcl.ts'

const folder = corporaFolder('bfcl')
if (folder === undefined) {
  console.error('There is no corpus: TOOLWRIGHT_CORPORA names the folder that holds `bfcl`.')
  process.exitCode = 66
} else {
  const counts = measureBfcl(folder)
  const share = (part: number, whole: number): string =>
    `${part} of ${whole} (${((100 * part) / whole).toFixed(2)} %)`
  const { definitions, refusedDefinitions, calls, refusedCalls, mutations } = counts
  console.log(
    `definitions made      ${share(definitions - refusedDefinitions.length, definitions)}, ${counts.changes} changes`,
  )
  for (const line of refusedDefinitions) console.log(`  refused: ${line}`)
  for (const [id, bad] of Object.entries(counts.badPayloads)) {
    console.log(`  valid for ${id.padEnd(17)} ${share(definitions - bad.length, definitions)}`)
    for (const line of bad.slice(0, 10)) console.log(`    ${line}`)
  }
  console.log(`calls accepted        ${share(calls - refusedCalls.length, calls)}`)
  for (const line of refusedCalls) console.log(`  refused: ${line}`)
  for (const [mutation, { made, accepted }] of Object.entries(mutations)) {
    console.log(`${mutation.padEnd(21)} ${share(made - accepted.length, made)} refused`)
    for (const line of accepted) console.log(`  accepted: ${line}`)
  }
}
