import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import type { CustomerDetails } from '#contract/admin/customers.ts'
import {
  customerMachine,
  deletingMachine,
  invitingMachine,
  limitsMachine,
  lookEndMachine,
  lookingMachine,
  noteMachine,
  reactivatingMachine,
  restoringMachine,
  suspendingMachine,
} from '../../../services/admin/customers.actors.ts'
import type { Access } from '../../../services/kit/api-client.ts'
import { inspect } from '../../../services/kit/inspection.ts'
import { OperatorInvoices } from '../../billing/operator/OperatorSection.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { InviteDialog } from './AddCustomerSection.tsx'
import { CustomerDialogs } from './CustomerDialogs.tsx'
import { CustomerFacts } from './CustomerFacts.tsx'
import { customersMessages as messages } from './customers.messages.ts'
import { DeletionDialogs } from './DeletionDialogs.tsx'
import { ExportSection } from './ExportSection.tsx'
import { LimitsDialog, limitsEntry } from './LimitsDialog.tsx'
import { LookDialogs } from './LookDialogs.tsx'
import { LookSection } from './LookSection.tsx'

type CustomerSectionProps = {
  readonly access: Access
  readonly id: string
  /** The list shows something else now. */
  readonly onChanged: () => void
}

/** One company: what it is and uses, and what its operator may do. */
export function CustomerSection({ access, id, onChanged }: CustomerSectionProps) {
  const actor = useActorRef(
    useMemo(() => customerMachine(access, id), [access, id]),
    { input: { query: {} }, inspect },
  )
  const { read, move } = usePlace()
  const changed = useMemo(
    () => () => {
      actor.send({ type: 'user.refreshed' })
      onChanged()
    },
    [actor, onChanged],
  )
  const done = useMemo(
    () => (said: string) => {
      toast(said)
      changed()
    },
    [changed],
  )
  const suspending = useActorRef(
    useMemo(() => suspendingMachine(access, ({ name = '' }) => done(messages.suspend.done(name))), [access, done]),
    { inspect },
  )
  const reactivating = useActorRef(
    useMemo(() => reactivatingMachine(access, (name) => done(messages.reactivate.done(name))), [access, done]),
    { inspect },
  )
  const deleting = useActorRef(
    useMemo(() => deletingMachine(access, ({ name = '' }) => done(messages.planDeletion.done(name))), [access, done]),
    { inspect },
  )
  const limiting = useActorRef(
    useMemo(() => limitsMachine(access, ({ name = '' }) => done(messages.limits.done(name))), [access, done]),
    { inspect },
  )
  const inviting = useActorRef(
    useMemo(() => invitingMachine(access, ({ email = '' }) => done(messages.invite.done(email))), [access, done]),
    { inspect },
  )
  const restoring = useActorRef(
    useMemo(() => restoringMachine(access, (name) => done(messages.withdrawDeletion.done(name))), [access, done]),
    { inspect },
  )
  const noting = useActorRef(
    useMemo(() => noteMachine(access, () => done(messages.note.done)), [access, done]),
    { inspect },
  )
  const looking = useActorRef(
    useMemo(() => lookingMachine(access, () => done(messages.look.began)), [access, done]),
    { inspect },
  )
  const lookEnd = useActorRef(
    useMemo(() => lookEndMachine(access, () => done(messages.look.ended)), [access, done]),
    { inspect },
  )
  return (
    <>
      <ListFrame<CustomerDetails> actor={actor} name={messages.details.name} empty={null} isBare>
        {({ items }) =>
          items.map((customer) => (
            <CustomerFacts
              key={customer.id}
              customer={customer}
              onSuspend={() => suspending.send({ type: 'user.opened', entry: { id, name: customer.name, reason: '' } })}
              onReactivate={() => reactivating.send({ type: 'user.planned', action: { kind: customer.name, id } })}
              onDelete={() => deleting.send({ type: 'user.opened', entry: { id, name: customer.name, reason: '', typed: '' } })}
              onLimits={() => limiting.send({ type: 'user.opened', entry: limitsEntry(customer) })}
              onInvite={() => inviting.send({ type: 'user.opened', entry: { id, name: customer.name, email: '' } })}
              onRestore={() => restoring.send({ type: 'user.planned', action: { kind: customer.name, id } })}
              onLook={() => looking.send({ type: 'user.opened', entry: { id, name: customer.name, reason: '' } })}
              looked={
                customer.look === null ? null : (
                  <LookSection
                    access={access}
                    name={customer.name}
                    look={customer.look}
                    onEnd={() => lookEnd.send({ type: 'user.planned', action: { kind: customer.name, id } })}
                  />
                )
              }
              exported={
                customer.status === 'deleting' || customer.status === 'deleted' ? null : (
                  <ExportSection access={access} id={id} name={customer.name} />
                )
              }
              invoices={
                customer.openInvoices === 0 ? null : (
                  <OperatorInvoices
                    access={access}
                    companyId={id}
                    page={Number(read('invoices') ?? 1)}
                    onPage={(page) => move({ invoices: String(page) })}
                    onChanged={changed}
                  />
                )
              }
              onNote={() => noting.send({ type: 'user.opened', entry: { id, name: customer.name, note: customer.note } })}
            />
          ))
        }
      </ListFrame>
      <CustomerDialogs suspending={suspending} reactivating={reactivating} noting={noting} />
      <InviteDialog actor={inviting} />
      <LimitsDialog actor={limiting} />
      <DeletionDialogs deleting={deleting} restoring={restoring} />
      <LookDialogs looking={looking} lookEnd={lookEnd} />
    </>
  )
}
