import type { Gateway } from '#contract/settings/network/gateway.ts'
import { type GatewayStatus, statusOf } from '../../../../machines/settings/gateway-entry.ts'
import { StatusDot } from '../../../kit/feedback/StatusDot.tsx'
import { type Column, Table } from '../../../kit/layout/Table.tsx'
import { ActionMenu, MenuButton } from '../../../kit/menu/ActionMenu.tsx'
import { RelativeTime } from '../../../kit/text/RelativeTime.tsx'
import { cloudMessages } from './cloud.messages.ts'

const { vpn: messages, providers } = cloudMessages

type VpnTableProps = {
  readonly gateways: readonly Gateway[]
  readonly onTest: (gateway: Gateway) => void
  readonly onEdit: (gateway: Gateway) => void
  readonly onDelete: (gateway: Gateway) => void
}

export function VpnTable({ gateways, onTest, onEdit, onDelete }: VpnTableProps) {
  const { columns: heads, actions } = messages
  const columns: readonly Column<Gateway>[] = [
    { id: 'name', title: heads.name, width: 'minmax(6rem, 1fr)', draw: ({ name }) => name },
    {
      id: 'provider',
      onPhone: 'plain',
      title: heads.provider,
      width: 'minmax(5rem, 0.6fr)',
      draw: ({ provider }) => providers[provider],
    },
    {
      id: 'address',
      title: heads.address,
      onPhone: 'plain',
      width: 'minmax(9rem, 1.6fr)',
      draw: ({ endpointUrl }) => <span title={endpointUrl}>{endpointUrl}</span>,
    },
    { id: 'status', title: heads.status, width: 'minmax(9rem, 1.1fr)', draw: (it) => <Status gateway={it} /> },
    {
      id: 'used',
      title: heads.used,
      width: 'minmax(5rem, 0.7fr)',
      draw: ({ usedAt }) => (usedAt === null ? messages.never : <RelativeTime at={usedAt} />),
    },
    {
      id: 'actions',
      title: heads.actions,
      width: '3.5rem',
      draw: (it) => (
        <ActionMenu label={actions.more(it.name)}>
          <MenuButton onPress={() => onTest(it)}>{actions.test}</MenuButton>
          <MenuButton onPress={() => onEdit(it)}>{actions.edit}</MenuButton>
          <MenuButton isDanger onPress={() => onDelete(it)}>
            {actions.remove}
          </MenuButton>
        </ActionMenu>
      ),
    },
  ]
  return <Table name={messages.table} rows={gateways} columns={columns} keyOf={({ id }) => id} isOneLine />
}

const looks = {
  keyMissing: 'bad',
  off: 'off',
  failing: 'bad',
  connected: 'ok',
  testFailed: 'bad',
  untested: 'off',
} as const satisfies Record<GatewayStatus, string>

/** "Connected" stands only with the time of what proved it. */
function Status({ gateway }: { readonly gateway: Gateway }) {
  const { status, at } = statusOf(gateway)
  return (
    <StatusDot look={looks[status]}>
      {messages.statuses[status]}
      {at === null ? null : (
        <>
          {' '}
          <RelativeTime at={at} />
        </>
      )}
    </StatusDot>
  )
}
