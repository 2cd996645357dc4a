import type { Invoice } from '#contract/billing/invoices.ts'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { money } from '../../kit/format/money.ts'
import { dayOf } from '../../kit/format/times.ts'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { ActionMenu, MenuButton } from '../../kit/menu/ActionMenu.tsx'
import { Chip } from '../../kit/text/Chip.ts'
import { looks } from '../invoice/invoice.format.ts'
import { invoiceMessages } from '../invoice/invoice.messages.ts'
import { operatorMessages as messages } from './operator.messages.ts'

type OperatorTableProps = {
  readonly invoices: readonly Invoice[]
  readonly onOpen: (invoice: Invoice) => void
  readonly onSettle: (invoice: Invoice) => void
  readonly onCredit: (invoice: Invoice) => void
  readonly onTax: (invoice: Invoice) => void
}

const isUnpaid = ({ kind, status }: Invoice) => kind === 'invoice' && (status === 'open' || status === 'failed')
const canCredit = ({ kind, status, amount, credited }: Invoice) => kind === 'invoice' && status !== 'void' && credited < amount

/** Invoices with their company, and what the operator does with them. */
export function OperatorTable({ invoices, onOpen, onSettle, onCredit, onTax }: OperatorTableProps) {
  const { columns: titles } = messages
  const columns: readonly Column<Invoice>[] = [
    {
      ...{ id: 'number', title: titles.number, width: 'minmax(11.5rem, 1.5fr)' },
      draw: ({ number, isTest }) => (
        <>
          <b>{number}</b> {isTest ? <Chip>{messages.test}</Chip> : null}
        </>
      ),
    },
    {
      id: 'company',
      onPhone: 'plain',
      title: titles.company,
      width: 'minmax(8rem, 1.2fr)',
      draw: ({ companyName }) => companyName,
    },
    {
      onPhone: 'plain',
      ...{ id: 'date', title: titles.date, width: 'minmax(7rem, 1fr)' },
      draw: ({ invoiceDate }) => dayOf(new Date(invoiceDate)),
    },
    {
      onPhone: 'plain',
      ...{ id: 'amount', title: titles.amount, width: 'minmax(6rem, 1fr)', isNumeric: true },
      draw: ({ amount, currency }) => money(amount, currency),
    },
    { id: 'paidBy', title: titles.paidBy, width: 'minmax(8rem, 1.2fr)', draw: ({ paidBy }) => paidBy },
    {
      ...{ id: 'status', title: titles.status, width: 'minmax(8rem, 1fr)' },
      draw: ({ kind, status }) =>
        kind === 'credit-note' ? (
          messages.creditNote
        ) : (
          <StatusDot look={looks[status]}>{invoiceMessages.states[status]}</StatusDot>
        ),
    },
    {
      ...{ id: 'actions', title: titles.actions, width: '4rem' },
      draw: (it) => (
        <ActionMenu label={messages.actionsFor(it.number)}>
          <MenuButton onPress={() => onOpen(it)}>{messages.details}</MenuButton>
          {isUnpaid(it) ? <MenuButton onPress={() => onSettle(it)}>{messages.settle}</MenuButton> : null}
          {canCredit(it) ? <MenuButton onPress={() => onCredit(it)}>{messages.credit}</MenuButton> : null}
          <MenuButton onPress={() => onTax(it)}>{messages.tax}</MenuButton>
        </ActionMenu>
      ),
    },
  ]
  return <Table name={messages.name} rows={invoices} columns={columns} keyOf={({ id }) => id} onOpen={onOpen} />
}
