import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Stage } from './stage.ts'
import { type Attempt, type Given, NODE } from './ways.ts'

/** Runs attacks from the files beside this one, however a tool is given. */
export function attacksAs(
  kind: Given['kind'],
  { program }: Stage,
  job: object,
): Pick<Attempt, 'given' | 'args'> {
  const file = join(program, 'run.mjs')
  switch (kind) {
    case 'command':
      return { given: { kind, argv: [NODE, file, 'main'], stdin: '{job}' }, args: { job } }
    case 'module':
      return { given: { kind, file, exportName: 'attack' }, args: { ...job } }
    case 'code':
      return {
        given: {
          kind,
          code: `return (await import(${JSON.stringify(pathToFileURL(file).href)})).attack(args)`,
        },
        args: { ...job },
      }
  }
}
