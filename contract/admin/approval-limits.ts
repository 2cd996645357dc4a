export const approvalKinds = ['privateEndpoint', 'publication', 'personDeletion', 'support', 'plan'] as const
export type ApprovalKind = (typeof approvalKinds)[number]

/** Of each kind that are listed; the total counts all. */
export const approvalsMax = 50

export const planDecisions = ['approve', 'decline'] as const
export type PlanDecision = (typeof planDecisions)[number]
