import { KNOWN_PERMISSIONS } from '../../define/permissions.ts'
import { formatPath, quote } from '../format-path.ts'
import { LIMITS } from '../limits.ts'
import { suggest } from '../suggest.ts'
import { kindOf } from '../read-draft.ts'
import { isList, type Rule } from '../rule.ts'

const KNOWN: ReadonlySet<unknown> = new Set(KNOWN_PERMISSIONS)
const HINT =
  'Use a known permission. One of your own is named in two places: `permissions` of what defines the tool ' +
  '(`defineTool(…, { permissions })`) and of what holds it (`createToolwright({ permissions })`).'

/** Every required permission is in the known set, or one that the host has added. */
export const permissionsRule: Rule = (draft, report, options) => {
  const permissions = draft.fields.requiredPermissions
  if (permissions === undefined) return
  const path = draft.spell('requiredPermissions')
  if (!isList(permissions)) {
    return report(
      path,
      'DEFINE_FIELD_TYPE',
      `\`${path}\` is ${kindOf(permissions)}; expected a list of permissions`,
    )
  }
  const { length } = JSON.stringify(permissions)
  if (length > LIMITS.permissionsJsonCharacters) {
    const message = `the permissions have ${length} characters of JSON, at most ${LIMITS.permissionsJsonCharacters} are allowed`
    return report(path, 'DEFINE_FIELD_TOO_LONG', message)
  }
  const added = options.permissions ?? []
  permissions.forEach((permission, index) => {
    if (isKnownPermission(permission, added)) return
    const message = `unknown permission ${quote(permission)}.${suggest(permission, [...KNOWN_PERMISSIONS, ...added])}`
    report(formatPath(path, [index]), 'DEFINE_PERMISSION_UNKNOWN', message, HINT)
  })
}

/** Whether a permission is one of ours or of the host. */
export function isKnownPermission(permission: unknown, added: readonly string[] = []): boolean {
  return KNOWN.has(permission) || (typeof permission === 'string' && added.includes(permission))
}
