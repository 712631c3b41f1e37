import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const FOLDER = resolve('test/typescripts/node_modules')

/** Compilers of every kind that the tests ask; a package of its own brings them. */
export const TYPESCRIPTS = ['typescript-5', 'typescript-6', 'typescript-7', 'typescript-7-1'].map((name) => {
  const root = `${FOLDER}/${name}`
  return {
    name,
    root,
    skip: existsSync(root) ? false : `${name} is not installed: npm ci --prefix test/typescripts`,
  } as const
})
