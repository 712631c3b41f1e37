import { missingPermissions } from '../../approve/permissions.ts'
import { failCall } from '../finish-call.ts'
import type { Step } from '../step.ts'
import { toolOf } from '../tool-of.ts'

/** Refuses a caller that does not hold every permission the tool requires. */
export const permissionStep: Step = (call, context, next) => {
  const required = toolOf(call).definition.requiredPermissions
  if (required.length === 0 || context.caller === undefined) return next(call, context)
  const missing = missingPermissions(context.caller.permissions ?? [], required)
  if (missing.length === 0) return next(call, context)
  return failCall(
    call,
    'PERMISSION_DENIED',
    `permission denied: tool '${call.name}' requires ${missing.join(', ')}, which the caller does not hold.`,
    { missing },
  )
}
