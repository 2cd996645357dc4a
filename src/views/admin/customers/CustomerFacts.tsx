import type { ReactNode } from 'react'
import styled from 'styled-components'

import { companyLifecycle } from '#contract/admin/company.lifecycle.ts'
import type { CustomerDetails } from '#contract/admin/customers.ts'
import { allowedMoves } from '#contract/kit/lifecycle.ts'
import { space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { dayOf } from '../../kit/format/times.ts'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { KeyValue } from '../../kit/text/KeyValue.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { customersMessages } from './customers.messages.ts'

const { details: messages, actions, status: statuses, columns } = customersMessages

type CustomerFactsProps = {
  readonly customer: CustomerDetails
  readonly onSuspend: () => void
  readonly onReactivate: () => void
  readonly onNote: () => void
  readonly onDelete: () => void
  readonly onRestore: () => void
  readonly onLimits: () => void
  readonly onInvite: () => void
  readonly onLook: () => void
  /** What is seen of the company, while it is looked into. */
  readonly looked: ReactNode
  /** The newest file with its data. */
  readonly exported: ReactNode
  /** Its invoices, while one is unpaid. */
  readonly invoices: ReactNode
}

export function CustomerFacts({
  customer,
  onSuspend,
  onReactivate,
  onNote,
  onDelete,
  onRestore,
  onLimits,
  onInvite,
  onLook,
  looked,
  exported,
  invoices,
}: CustomerFactsProps) {
  const { status, suspension, administrators, isOperator, note, deletion } = customer
  const may = allowedMoves(companyLifecycle, status)
  return (
    <Facts>
      {looked}
      <KeyValue
        of={[
          [
            columns.status,
            <span key="status">
              <StatusDot look={status === 'active' ? 'ok' : 'off'}>{statuses[status]}</StatusDot>{' '}
              {status === 'active' ? null : <Moment at={customer.statusSince} />}
            </span>,
          ],
          [
            messages.suspension,
            suspension === null
              ? null
              : `${suspension.reason}${suspension.by === null ? '' : ` (${messages.by(suspension.by)})`}`,
          ],
          [messages.requestedPlan, customer.requestedPlan === null ? null : messages.notStarted(customer.requestedPlan)],
          [messages.deletion, deletion === null ? null : deletionText(deletion)],
          [
            messages.limits,
            customer.limits.every(({ own }) => own === null)
              ? null
              : customer.limits
                  .filter(({ own }) => own !== null)
                  .map(({ limit, own }) => (
                    <div key={limit}>{messages.limit(customersMessages.limits.names[limit], number(own ?? 0))}</div>
                  )),
          ],
          [messages.workspace, customer.workspaceName],
          [messages.since, dayOf(new Date(customer.createdAt))],
          [messages.connectors, messages.ofAll(number(customer.activeConnectors), number(customer.connectors))],
          [messages.openRuns, number(customer.openRuns)],
          [messages.heldEvents, number(customer.heldEvents)],
          [
            messages.administrators,
            administrators.length + customer.invited.length === 0
              ? messages.noAdministrators
              : [
                  ...administrators.map(({ id, name, email }) => (
                    <div key={id}>
                      {name} · {email}
                    </div>
                  )),
                  ...customer.invited.map(({ email }) => <div key={email}>{messages.invited(email)}</div>),
                ],
          ],
          [messages.note, note === '' ? messages.noNote : <Text key="note">{note}</Text>],
        ]}
      />
      <Row>
        {may.includes('operator.suspended') && !isOperator ? (
          <Button kind="danger" onPress={onSuspend}>
            {actions.suspend}
          </Button>
        ) : null}
        {may.includes('operator.reactivated') ? (
          <Button kind="primary" onPress={onReactivate}>
            {actions.reactivate}
          </Button>
        ) : null}
        {isOperator || looked !== null || status === 'deleting' || status === 'deleted' ? null : (
          <Button onPress={onLook}>{customersMessages.look.open}</Button>
        )}
        {status === 'active' && administrators.length === 0 ? (
          <Button onPress={onInvite}>{customersMessages.invite.open}</Button>
        ) : null}
        <Button onPress={onNote}>{actions.note}</Button>
        {isOperator || status === 'deleting' || status === 'deleted' ? null : (
          <Button onPress={onLimits}>{actions.limits}</Button>
        )}
        {may.includes('operator.restored') ? (
          <Button kind="primary" onPress={onRestore}>
            {actions.withdrawDeletion}
          </Button>
        ) : null}
        {may.includes('operator.deleted') && !isOperator ? (
          <Button kind="danger" onPress={onDelete}>
            {actions.planDeletion}
          </Button>
        ) : null}
      </Row>
      {exported}
      {invoices === null ? null : (
        <section aria-label={customersMessages.invoices}>
          <h2>{customersMessages.invoices}</h2>
          {invoices}
        </section>
      )}
      {isOperator ? <Hint>{messages.operator}</Hint> : null}
    </Facts>
  )
}

function deletionText({ dueAt, endedAt, rows }: NonNullable<CustomerDetails['deletion']>): string {
  if (endedAt !== null) return messages.deletionDone(number(rows), dayOf(new Date(endedAt)))
  return rows > 0 ? messages.deletionGoesOn(number(rows)) : messages.deletionPlanned(dayOf(new Date(dueAt)))
}

const Facts = styled.div`
  display: grid;
  gap: ${space[12]};
`

const Text = styled.p`
  white-space: pre-wrap;
`
