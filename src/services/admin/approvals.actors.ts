/** Joins what waits for the operator's decision to its call. */
import { type PlanDecision, planDecisions } from '#contract/admin/approval-limits.ts'
import { type Approval, approvalEndpoints } from '#contract/admin/approvals.ts'
import { planNames } from '#contract/billing/price-book.ts'
import type { PlannedAction } from '../../machines/kit/confirmed-action.machine.ts'
import { type Access, call } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { listOf } from '../kit/list.actors.ts'

/** Milliseconds between two readings. */
const refreshPause = 15_000

export const approvalsMachine = (access: Access) =>
  listOf(async (_, signal): Promise<{ items: readonly Approval[]; total: number }> => {
    const { data, total } = await call(approvalEndpoints.list, { access, signal })
    return { items: data, total }
  }).provide({ delays: { refreshPause } })

/** Approves or declines the dearer plan of a company; the kind of the action is the decision, its choice the plan. */
export const planDecisionMachine = (access: Access, announce: (decision: PlanDecision) => void) => {
  const decisionOf = ({ kind }: PlannedAction): PlanDecision => planDecisions.find((it) => it === kind) ?? 'decline'
  return confirmedActionOf({
    act: (action, signal) => {
      const plan = planNames.find((it) => it === action.choice) ?? 'Basic'
      const body = { plan, decision: decisionOf(action) }
      return call(approvalEndpoints.decidePlan, { access, params: { id: action.id }, body, signal })
    },
    announce: (action) => announce(decisionOf(action)),
  })
}
