import type { BillingProfile } from '#contract/billing/profiles.ts'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { money } from '../../kit/format/money.ts'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { ActionMenu, MenuButton } from '../../kit/menu/ActionMenu.tsx'
import { Chip } from '../../kit/text/Chip.ts'
import { profileMessages as messages } from './profiles.messages.ts'

type ProfileTableProps = {
  readonly profiles: readonly BillingProfile[]
  readonly onEdit: (profile: BillingProfile) => void
  readonly onRemove: (profile: BillingProfile) => void
}

/** Profiles with what they cost, one line each. */
export function ProfileTable({ profiles, onEdit, onRemove }: ProfileTableProps) {
  const { columns: titles } = messages
  const columns: readonly Column<BillingProfile>[] = [
    {
      ...{ id: 'name', title: titles.name, width: 'minmax(9rem, 1.5fr)' },
      draw: ({ name, isPrimary }) => (
        <>
          <b>{name}</b> {isPrimary ? <Chip>{messages.primary}</Chip> : null}
        </>
      ),
    },
    { id: 'paysWith', onPhone: 'plain', title: titles.paysWith, width: 'minmax(8rem, 1.2fr)', draw: ({ paysWith }) => paysWith },
    {
      onPhone: 'fact',
      ...{ id: 'monthToDate', title: titles.monthToDate, width: 'minmax(8rem, 1.2fr)', isNumeric: true },
      draw: ({ monthToDate, currency }) => money(monthToDate, currency),
    },
    {
      ...{ id: 'lastMonth', title: titles.lastMonth, width: 'minmax(8rem, 1.2fr)', isNumeric: true },
      draw: ({ lastMonth, currency }) => money(lastMonth, currency),
    },
    {
      ...{ id: 'status', title: titles.status, width: 'minmax(6rem, 0.8fr)' },
      draw: ({ status }) => <StatusDot look={status === 'active' ? 'ok' : 'bad'}>{messages.statuses[status]}</StatusDot>,
    },
    {
      ...{ id: 'actions', title: titles.actions, width: '4rem' },
      draw: (it) => (
        <ActionMenu label={messages.actionsFor(it.name)}>
          <MenuButton onPress={() => onEdit(it)}>{messages.edit}</MenuButton>
          <MenuButton isDanger onPress={() => onRemove(it)}>
            {messages.remove}
          </MenuButton>
        </ActionMenu>
      ),
    },
  ]
  return <Table name={messages.name} rows={profiles} columns={columns} keyOf={({ id }) => id} />
}
