import { useSelector } from '@xstate/react'

import type { CompanyState } from '#contract/admin/platform.ts'
import type { PlanState } from '#contract/billing/plan.ts'
import type { AuditRecord } from '#contract/kit/audit.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { companyMachine, latestChangesMachine } from '../../../services/admin/admin.actors.ts'
import { planMachine } from '../../../services/billing/plan.actors.ts'
import { LimitsCard } from '../../billing/plan/LimitsCard.tsx'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { adminMessages } from '../admin.messages.ts'
import { companyMessages as messages } from '../company.messages.ts'
import { CompanyOverview } from './CompanyOverview.tsx'
import { LatestChanges } from './LatestChanges.tsx'
import { waitingOf } from './waiting.ts'

/** The page of an administrator: how the own company does, and what waits. */
export function CompanySection() {
  const access = useAccess()
  const actor = useMachine(() => companyMachine(access), [access], { query: {} })
  const state = useSelector(actor, (snapshot) => selectPage<CompanyState>(snapshot)?.items[0] ?? null)
  const count = state === null ? 0 : waitingOf(state).length
  const title = state === null ? adminMessages.page : count === 0 ? messages.heading.fine : messages.heading.waiting(count)
  return (
    <PageFrame title={title} where={adminMessages.page}>
      <ListFrame<CompanyState> actor={actor} name={messages.name} empty={null} isBare>
        {({ items }) =>
          items.map((it) => (
            <CompanyOverview key="state" state={it}>
              <Usage />
              <Changes />
            </CompanyOverview>
          ))
        }
      </ListFrame>
    </PageFrame>
  )
}

function Usage() {
  const access = useAccess()
  const actor = useMachine(() => planMachine(access), [access], { query: {} })
  return (
    <ListFrame<PlanState> actor={actor} name={messages.usage} empty={null} isBare>
      {({ items }) => items.map((plan) => <LimitsCard key="limits" state={plan} />)}
    </ListFrame>
  )
}

function Changes() {
  const access = useAccess()
  const actor = useMachine(() => latestChangesMachine(access), [access], { query: {} })
  return (
    <ListFrame<AuditRecord> actor={actor} name={messages.changes.name} empty={<p>{messages.changes.none}</p>} isBare>
      {({ items }) => <LatestChanges changes={items} />}
    </ListFrame>
  )
}
