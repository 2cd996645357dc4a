import { useSelector } from '@xstate/react'
import type { Customer } from '#contract/admin/customers.ts'
import type { PlatformState } from '#contract/admin/platform.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { navigate } from '#src/views/kit/browser-location.ts'
import { platformMachine } from '../../../services/admin/admin.actors.ts'
import { customersMachine } from '../../../services/admin/customers.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { number } from '../../kit/format/numbers.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { AdminFrame } from '../AdminFrame.tsx'
import { adminMessages as messages } from '../admin.messages.ts'
import { AddCustomer } from '../customers/AddCustomerSection.tsx'
import { CustomersTable } from '../customers/CustomersTable.tsx'
import { customersMessages } from '../customers/customers.messages.ts'
import { Approvals } from './ApprovalsSection.tsx'
import { headlineOf } from './checks.ts'
import { EndpointRequests } from './EndpointRequestsSection.tsx'
import { InstallationSwitches } from './InstallationSection.tsx'
import { BackgroundJobs } from './JobsSection.tsx'
import { PlatformOverview } from './PlatformOverview.tsx'

/** The page of the operator: how the installation does, and what waits. */
export function PlatformSection() {
  const access = useAccess()
  const actor = useMachine(() => platformMachine(access), [access], { query: {} })
  const state = useSelector(actor, (snapshot) => selectPage<PlatformState>(snapshot)?.items[0] ?? null)
  return (
    <AdminFrame
      tab="overview"
      actions={<AddCustomer />}
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
              approvals={<Approvals />}
              jobs={<BackgroundJobs />}
              switches={<InstallationSwitches />}
            >
              <FirstCustomers />
              <EndpointRequests />
            </PlatformOverview>
          ))
        }
      </ListFrame>
    </AdminFrame>
  )
}

const query = { sort: 'attention', limit: 7 } as const

/** The customers that need somebody most; a row opens its page. */
function FirstCustomers() {
  const access = useAccess()
  const actor = useMachine(() => customersMachine(access), [access], { query })
  return (
    <ListFrame<Customer> actor={actor} name={customersMessages.name} empty={null} isBare>
      {({ items, total }) => (
        <div>
          <SectionHeader title={customersMessages.title} note={number(total)} />
          <CustomersTable isShort customers={items} onOpen={(id) => navigate(`/admin/customers/${id}`)} />
          <PlainLink href="/admin/customers">{customersMessages.viewAll(total)}</PlainLink>
        </div>
      )}
    </ListFrame>
  )
}
