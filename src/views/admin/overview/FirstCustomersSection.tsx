import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import type { Customer } from '#contract/admin/customers.ts'
import { navigate } from '#src/views/kit/browser-location.ts'
import { customersMachine } from '../../../services/admin/customers.actors.ts'
import type { Access } from '../../../services/kit/api-client.ts'
import { inspect } from '../../../services/kit/inspection.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { number } from '../../kit/format/numbers.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { CustomersTable } from '../customers/CustomersTable.tsx'
import { customersMessages as messages } from '../customers/customers.messages.ts'

const query = { sort: 'attention', limit: 7 } as const

/** The customers that need somebody most; a row opens its page. */
export function FirstCustomers({ access }: { readonly access: Access }) {
  const machine = useMemo(() => customersMachine(access), [access])
  const actor = useActorRef(machine, { input: { query }, inspect })
  return (
    <ListFrame<Customer> actor={actor} name={messages.name} empty={null} isBare>
      {({ items, total }) => (
        <div>
          <SectionHeader title={messages.title} note={number(total)} />
          <CustomersTable isShort customers={items} onOpen={(id) => navigate(`/admin/customers/${id}`)} />
          <PlainLink href="/admin/customers">{messages.viewAll(total)}</PlainLink>
        </div>
      )}
    </ListFrame>
  )
}
