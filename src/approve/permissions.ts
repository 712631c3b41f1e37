/**
 * The required permissions that are not held, in their order. `*` stands for one segment, at the end for all the rest:
 * `*`, `tool.filesystem.*`, `tool.*.read`. `held` undefined means no caller: the host program itself,
 * which holds everything. A caller without a list holds none: pass `[]`.
 */
export function missingPermissions(
  held: readonly string[] | undefined,
  required: readonly string[],
): string[] {
  if (held === undefined) return []
  return required.filter((permission) => !held.some((pattern) => permissionMatches(pattern, permission)))
}

/** Whether a permission, wildcards allowed, covers another. A wildcard is a whole segment; `tool.file*` is plain text. */
export function permissionMatches(pattern: string, permission: string): boolean {
  if (pattern === permission) return true
  if (!pattern.includes('*')) return false
  const wanted = pattern.split('.')
  const given = permission.split('.')
  const last = wanted.length - 1
  if (wanted[last] === '*' ? given.length < wanted.length : given.length !== wanted.length) return false
  return wanted.every((segment, index) => segment === '*' || segment === given[index])
}
