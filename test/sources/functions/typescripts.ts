import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const FOLDER = resolve('test/typescripts/node_modules')

// Compilers of every kind that the tests ask; a package of its own brings them.
const found = (name: string) => {
  const root = `${FOLDER}/${name}`
  return {
    name,
    root,
    skip: existsSync(root) ? false : `${name} is not installed: npm ci --prefix test/typescripts`,
  } as const
}

export const TYPESCRIPTS = [
  found('typescript-5'),
  found('typescript-6'),
  found('typescript-7'),
  found('typescript-7-1'),
] as const
