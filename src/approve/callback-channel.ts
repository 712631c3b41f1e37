import { ToolwrightError } from '../errors/toolwright-error.ts'
import type {
  ApprovalAnswer,
  ApprovalChannel,
  ApprovalRequest,
  Approve,
  Deny,
  Later,
} from './approval-channel.ts'

/**
 * A function of the host program that answers. Of `async () => 'approve'` the compiler sees only that it gives a text,
 * so any text is accepted there; one that is neither `approve` nor `deny` counts as a denial.
 */
export type ApproveCallback = (
  request: ApprovalRequest,
) => ApprovalAnswer | Promise<Approve | Deny | Later | string>

/** Asks a function. */
export function callbackChannel(approve: ApproveCallback): ApprovalChannel {
  if (typeof approve !== 'function') {
    const cure = "Give a function such as `async (request) => 'deny'`, or leave `approve` out."
    throw new ToolwrightError(
      'OPTION_INVALID',
      `\`approve\` is a ${typeof approve}; expected a function. ${cure}`,
      {
        hint: cure,
      },
    )
  }
  return { name: 'callback', ask: (request) => approve(request) as ApprovalAnswer | Promise<ApprovalAnswer> }
}
