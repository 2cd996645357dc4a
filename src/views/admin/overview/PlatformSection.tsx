import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'

import type { PlatformState } from '#contract/admin/platform.ts'
import { selectPage } from '../../../machines/kit/list.selectors.ts'
import { platformMachine } from '../../../services/admin/admin.actors.ts'
import type { Access } from '../../../services/kit/api-client.ts'
import { inspect } from '../../../services/kit/inspection.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { AdminFrame } from '../AdminFrame.tsx'
import { adminMessages as messages } from '../admin.messages.ts'
import { AddCustomer } from '../customers/AddCustomerSection.tsx'
import { Approvals } from './ApprovalsSection.tsx'
import { headlineOf } from './checks.ts'
import { EndpointRequests } from './EndpointRequestsSection.tsx'
import { FirstCustomers } from './FirstCustomersSection.tsx'
import { InstallationSwitches } from './InstallationSection.tsx'
import { PlatformOverview } from './PlatformOverview.tsx'

/** The page of the operator: how the installation does, and what waits. */
export function PlatformSection({ access }: { readonly access: Access }) {
  const machine = useMemo(() => platformMachine(access), [access])
  const actor = useActorRef(machine, { input: { query: {} }, inspect })
  const state = useSelector(actor, (snapshot) => selectPage<PlatformState>(snapshot)?.items[0] ?? null)
  return (
    <AdminFrame
      tab="overview"
      actions={<AddCustomer access={access} />}
      title={state === null ? messages.page : headlineOf(state.checks)}
      badges={
        // Its line is kept from the start: nothing below it moves.
        <span>
          {state === null ? (
            '\u00a0'
          ) : (
            <>
              {messages.checked} <RelativeTime at={state.checkedAt} />
            </>
          )}
        </span>
      }
    >
      <ListFrame<PlatformState> actor={actor} name={messages.name} empty={null} isBare>
        {({ items }) =>
          items.map((it) => (
            <PlatformOverview
              key="state"
              state={it}
              approvals={<Approvals access={access} />}
              switches={<InstallationSwitches access={access} />}
            >
              <FirstCustomers access={access} />
              <EndpointRequests access={access} />
            </PlatformOverview>
          ))
        }
      </ListFrame>
    </AdminFrame>
  )
}
