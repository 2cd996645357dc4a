import type { PaymentMethod } from '#contract/billing/payment-methods.ts'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { dayOf } from '../../kit/format/times.ts'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { ActionMenu, MenuButton } from '../../kit/menu/ActionMenu.tsx'
import { Chip } from '../../kit/text/Chip.ts'
import { cardName } from './card.format.ts'
import { paymentMessages as messages } from './payments.messages.ts'

type MethodTableProps = {
  readonly methods: readonly PaymentMethod[]
  readonly onRemove: (method: PaymentMethod) => void
}

/** Cards as their provider names them. */
export function MethodTable({ methods, onRemove }: MethodTableProps) {
  const { columns: titles } = messages
  const columns: readonly Column<PaymentMethod>[] = [
    {
      ...{ id: 'card', title: titles.card, width: 'minmax(9rem, 1.4fr)' },
      draw: (it) => (
        <>
          <b>{cardName(it)}</b> {it.isTest ? <Chip>{messages.test}</Chip> : null}
        </>
      ),
    },
    { id: 'expires', title: titles.expires, width: 'minmax(5rem, 0.8fr)', draw: ({ card }) => expiryOf(card) },
    { id: 'holder', title: titles.holder, width: 'minmax(8rem, 1.2fr)', draw: ({ billing_details }) => billing_details.name },
    {
      ...{ id: 'added', title: titles.added, width: 'minmax(7rem, 1fr)' },
      draw: ({ created }) => dayOf(new Date(created * 1_000)),
    },
    {
      ...{ id: 'status', title: titles.status, width: 'minmax(5rem, 0.8fr)' },
      draw: () => <StatusDot look="steady">{messages.active}</StatusDot>,
    },
    {
      ...{ id: 'actions', title: titles.actions, width: '4rem' },
      draw: (it) => (
        <ActionMenu label={messages.actionsFor(cardName(it))}>
          <MenuButton isDanger onPress={() => onRemove(it)}>
            {messages.remove}
          </MenuButton>
        </ActionMenu>
      ),
    },
  ]
  return <Table name={messages.name} rows={methods} columns={columns} keyOf={({ id }) => id} />
}

const expiryOf = ({ exp_month, exp_year }: PaymentMethod['card']) =>
  messages.expiry(String(exp_month).padStart(2, '0'), String(exp_year).slice(-2))
