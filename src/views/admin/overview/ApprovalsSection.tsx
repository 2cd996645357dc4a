import { useSelector } from '@xstate/react'

import { type PlanDecision, planDecisions } from '#contract/admin/approval-limits.ts'
import type { Approval } from '#contract/admin/approvals.ts'
import type { EndpointRequest } from '#contract/settings/network/private-endpoint.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import type { ConfirmedActionActor } from '../../../machines/kit/confirmed-action.machine.ts'
import type { Decision } from '../../../machines/settings/endpoint-entry.ts'
import { approvalsMachine, planDecisionMachine } from '../../../services/admin/approvals.actors.ts'
import { endpointDecisionMachine } from '../../../services/admin/private-endpoints.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { adminMessages } from '../admin.messages.ts'
import { ApprovalCards, NothingWaits } from './ApprovalCards.tsx'
import { EndpointDecision } from './EndpointDecision.tsx'
import { decisionEntry } from './EndpointRequestsSection.tsx'
import { endpointsMessages } from './endpoints.messages.ts'

/** What of all companies waits for the operator, those that have waited longest first. */
export function Approvals() {
  const access = useAccess()
  const list = useMachine(() => approvalsMachine(access), [access], { query: {} })
  const dialog = useMachine(
    () =>
      endpointDecisionMachine(access, (decision) => {
        toast(endpointsMessages.decisions[decision].done)
        list.send({ type: 'user.refreshed' })
      }),
    [access, list],
  )
  const planDialog = useMachine(
    () =>
      planDecisionMachine(access, (decision) => {
        toast(adminMessages.waiting.plan.done[decision])
        list.send({ type: 'user.refreshed' })
      }),
    [access, list],
  )
  const decidePlan = ({ id, subject }: Approval, decision: PlanDecision) =>
    planDialog.send({ type: 'user.planned', action: { kind: decision, id, ...(subject === null ? {} : { choice: subject }) } })
  const decide = (endpoint: EndpointRequest, decision: Decision) =>
    dialog.send({ type: 'user.opened', entry: decisionEntry(endpoint, decision) })
  return (
    <ListFrame<Approval> actor={list} name={adminMessages.waiting.name} empty={<NothingWaits />} isBare>
      {({ items, total }) => (
        <>
          <ApprovalCards approvals={items} total={total} onDecide={decide} onDecidePlan={decidePlan} />
          <PlanDecisionDialog actor={planDialog} approvals={items} />
          <EndpointDecision actor={dialog} endpoints={items.flatMap(({ endpoint }) => endpoint ?? [])} />
        </>
      )}
    </ListFrame>
  )
}

type PlanDecisionProps = { readonly actor: ConfirmedActionActor; readonly approvals: readonly Approval[] }

/** Which plan of which company starts or is declined, and what follows. */
function PlanDecisionDialog({ actor, approvals }: PlanDecisionProps) {
  const action = useSelector(actor, selectAction)
  const decision = planDecisions.find((it) => it === action?.kind)
  const approval = approvals.find(({ kind, id }) => kind === 'plan' && id === action?.id)
  if (decision === undefined || approval === undefined) return null
  const { plan: messages } = adminMessages.waiting
  return (
    <ConfirmedAction actor={actor} title={messages.title[decision]} confirm={messages.action[decision]}>
      <p>{messages.about(approval.company, approval.subject ?? '')}</p>
      <p>{messages.effect[decision]}</p>
    </ConfirmedAction>
  )
}
