/** Whether two JSON values are the same, as `const` and `enum` understand it: the order of keys does not matter. */
export function jsonEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
    for (let index = 0; index < left.length; index++) if (!jsonEqual(left[index], right[index])) return false
    return true
  }
  return membersEqual(left, right)
}

function membersEqual(left: object, right: object): boolean {
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  const [a, b] = [left as Record<string, unknown>, right as Record<string, unknown>]
  for (const key of keys) if (!Object.hasOwn(right, key) || !jsonEqual(a[key], b[key])) return false
  return true
}
