import { isContainer } from '../../../schema/schema-object.ts'
import { own } from './lowering.ts'

const MOST = 60
/** Of a name that gets a number. */
const MOST_NUMBERED = 54

/**
 * What a property is sent as, where the dialect does not take its name. One name is the same in the whole schema, and no
 * other's: branches of a union can be told apart by it. Those that it takes stay their owners'.
 */
export function nameProperties(root: unknown, rule: RegExp | undefined): (name: string) => string {
  if (rule === undefined) return (name) => name
  const wireNames = new Map<string, string>()
  let taken: Set<string> | undefined
  /** How often a name was wanted: of thousands, not each tries all numbers. */
  const counts = new Map<string, number>()

  return (name) => {
    if (rule.test(name)) return name
    const known = wireNames.get(name)
    if (known !== undefined) return known
    taken ??= listedNames(root, new Set())
    const clean = name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=[0-9])|^$/, '_')
    let wireName = clean.slice(0, MOST)
    const base = wireName.slice(0, MOST_NUMBERED)
    let count = counts.get(base) ?? 1
    while (taken.has(wireName)) wireName = `${base}_${++count}`
    counts.set(base, count)
    taken.add(wireName)
    wireNames.set(name, wireName)
    return wireName
  }
}

/** The names of all properties, wherever they are listed. */
function listedNames(part: unknown, names: Set<string>): Set<string> {
  if (Array.isArray(part)) for (const member of part) listedNames(member, names)
  if (!isContainer(part)) return names
  const properties = own(part, 'properties')
  if (isContainer(properties)) for (const name of Object.keys(properties)) names.add(name)
  for (const member of Object.values(part)) listedNames(member, names)
  return names
}
