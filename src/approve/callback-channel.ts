import { ToolwrightError } from '../errors/toolwright-error.ts'
import type { ApprovalAnswer, ApprovalChannel, ApprovalRequest } from './approval-channel.ts'

/** A function of the host program that answers. */
export type ApproveCallback = (request: ApprovalRequest) => ApprovalAnswer | Promise<ApprovalAnswer>

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
  return { name: 'callback', ask: approve }
}
