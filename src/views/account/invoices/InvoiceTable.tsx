import type { Invoice } from '#contract/billing/invoices.ts'
import type { InvoiceArchiveActor } from '../../../machines/billing/invoice-archive.machine.ts'
import { looks, periodOf } from '../../billing/invoice/invoice.format.ts'
import { invoiceMessages } from '../../billing/invoice/invoice.messages.ts'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { money } from '../../kit/format/money.ts'
import { dayOf } from '../../kit/format/times.ts'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { ActionMenu, MenuButton } from '../../kit/menu/ActionMenu.tsx'
import { Chip } from '../../kit/text/Chip.ts'
import { useCan } from '../../kit/use-snapshot.ts'
import { invoicesMessages as messages } from './invoices.messages.ts'

type InvoiceActions = {
  readonly onOpen: (invoice: Invoice) => void
  readonly onDownload: (invoice: Invoice) => void
  /** Null for those who may not archive. */
  readonly archive: InvoiceArchiveActor | null
}

type InvoiceTableProps = InvoiceActions & {
  readonly invoices: readonly Invoice[]
  readonly order: 'asc' | 'desc'
  readonly onOrder: () => void
}

/** Invoices and credit notes, one line each. */
export function InvoiceTable({ invoices, order, onOrder, ...actions }: InvoiceTableProps) {
  const { columns: titles } = messages
  const columns: readonly Column<Invoice>[] = [
    { id: 'number', title: titles.number, width: 'minmax(10rem, 1.5fr)', draw: (it) => <Name invoice={it} /> },
    { id: 'paidBy', title: titles.paidBy, width: 'minmax(6.5rem, 1.2fr)', draw: ({ paidBy }) => paidBy },
    {
      onPhone: 'plain',
      ...{ id: 'date', title: titles.date, width: 'minmax(7rem, 1fr)', canSort: true },
      draw: ({ invoiceDate }) => dayOf(new Date(invoiceDate)),
    },
    { id: 'period', title: titles.period, width: 'minmax(8rem, 1.2fr)', draw: periodOf },
    {
      onPhone: 'plain',
      ...{ id: 'amount', title: titles.amount, width: 'minmax(6rem, 1fr)', isNumeric: true },
      draw: ({ amount, currency }) => money(amount, currency),
    },
    { id: 'status', title: titles.status, width: 'minmax(8rem, 1.2fr)', draw: (it) => <Status invoice={it} /> },
    { id: 'actions', title: titles.actions, width: '4rem', draw: (it) => <Menu invoice={it} {...actions} /> },
  ]
  return (
    <Table
      name={messages.name}
      rows={invoices}
      columns={columns}
      keyOf={({ id }) => id}
      sort={{ by: 'date', direction: order === 'asc' ? 'ascending' : 'descending' }}
      onSort={onOrder}
      onOpen={actions.onOpen}
    />
  )
}

function Name({ invoice: { number, isTest, kind } }: { readonly invoice: Invoice }) {
  return (
    <>
      <b>{number}</b> {kind === 'credit-note' ? <Chip>{messages.creditNote}</Chip> : null}{' '}
      {isTest ? <Chip>{messages.test}</Chip> : null}
    </>
  )
}

function Status({ invoice: { status, kind, credited, currency } }: { readonly invoice: Invoice }) {
  if (kind === 'credit-note') return messages.creditNote
  return (
    <StatusDot look={looks[status]}>
      {invoiceMessages.states[status]}
      {credited > 0 && status !== 'void' ? `, ${messages.credited(money(credited, currency))}` : null}
    </StatusDot>
  )
}

function Menu({ invoice, onOpen, onDownload, archive }: InvoiceActions & { readonly invoice: Invoice }) {
  return (
    <ActionMenu label={messages.actionsFor(invoice.number)}>
      <MenuButton onPress={() => onDownload(invoice)}>{messages.download}</MenuButton>
      <MenuButton onPress={() => onOpen(invoice)}>{messages.details}</MenuButton>
      {archive === null ? null : <ArchiveItem actor={archive} invoice={invoice} />}
    </ActionMenu>
  )
}

type ArchiveItemProps = { readonly actor: InvoiceArchiveActor; readonly invoice: Pick<Invoice, 'id' | 'number' | 'archived'> }

/** Hides an invoice from the list, or shows it again. */
export function ArchiveItem({ actor, invoice: { id, number, archived } }: ArchiveItemProps) {
  const canArchive = useCan(actor, { type: 'user.archived', id: '', number: '' })
  return archived ? (
    <MenuButton isBlocked={!canArchive} onPress={() => actor.send({ type: 'user.restored', id, number })}>
      {messages.restore}
    </MenuButton>
  ) : (
    <MenuButton isDanger isBlocked={!canArchive} onPress={() => actor.send({ type: 'user.archived', id, number })}>
      {messages.remove}
    </MenuButton>
  )
}
