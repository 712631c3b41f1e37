import { isIgnored, parseIgnore, type IgnoreRules } from '../../../src/tools/files/ignore-rules.ts'

/** Whether a walk would leave a path out, given the files that are called .gitignore. As a walk does: a folder that is ignored is not entered. */
export function isLeftOut(files: ReadonlyMap<string, string>, path: string): boolean {
  const names = path.replace(/\/$/, '').split('/')
  let rules: IgnoreRules | undefined
  for (let depth = 0; depth < names.length; depth++) {
    const own = parseIgnore(files.get([...names.slice(0, depth), '.gitignore'].join('/')) ?? '')
    rules = { rules: own, depth, above: rules }
    const isFolder = depth < names.length - 1 || path.endsWith('/')
    if (isIgnored(rules, names.slice(0, depth + 1), isFolder)) return true
  }
  return false
}
