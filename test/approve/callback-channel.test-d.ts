// Checked by the compiler only: what may be given as `approve`.
import type { ApproveCallback } from '../../src/approve/callback-channel.ts'
import { createToolwright } from '../../src/toolwright.ts'

createToolwright({ approve: async () => 'approve' })
createToolwright({ approve: async (request) => (request.dangerLevel === 'critical' ? 'deny' : 'approve') })
createToolwright({ approve: () => 'deny' })
createToolwright({ approve: async () => ({ decision: 'approve', remember: true }) })
createToolwright({ approve: ({ rememberable }) => ({ decision: 'approve', remember: rememberable }) })

// @ts-expect-error -- no such answer
export const misspelt: ApproveCallback = () => 'aprove'

// @ts-expect-error -- no such decision
export const undecided: ApproveCallback = async () => ({ decision: 'perhaps' })
