import type { PrivateEndpoint } from '#contract/settings/network/private-endpoint.ts'
import { StatusDot } from '../../../kit/feedback/StatusDot.tsx'
import { Hint } from '../../../kit/layout/blocks.ts'
import { type Column, Table } from '../../../kit/layout/Table.tsx'
import { ActionMenu, MenuButton } from '../../../kit/menu/ActionMenu.tsx'
import { cloudMessages } from './cloud.messages.ts'

const { endpoint: messages, serviceTypes } = cloudMessages

type EndpointTableProps = {
  readonly endpoints: readonly PrivateEndpoint[]
  readonly onAct: (kind: 'on' | 'off' | 'ask' | 'remove', endpoint: PrivateEndpoint) => void
}

export function EndpointTable({ endpoints, onAct }: EndpointTableProps) {
  const { columns: heads, actions } = messages
  const columns: readonly Column<PrivateEndpoint>[] = [
    { id: 'name', title: heads.name, width: 'minmax(6rem, 1fr)', draw: ({ name }) => name },
    {
      id: 'type',
      onPhone: 'plain',
      title: heads.type,
      width: 'minmax(5rem, 0.6fr)',
      draw: ({ serviceType }) => serviceTypes[serviceType],
    },
    {
      id: 'address',
      title: heads.address,
      onPhone: 'plain',
      width: 'minmax(9rem, 1.5fr)',
      draw: ({ endpointUrl }) => <span title={endpointUrl}>{endpointUrl}</span>,
    },
    { id: 'region', title: heads.region, width: 'minmax(5rem, 0.7fr)', draw: ({ region }) => region },
    { id: 'way', title: heads.way, width: 'minmax(5rem, 0.8fr)', draw: ({ gatewayName }) => gatewayName ?? messages.directly },
    { id: 'status', title: heads.status, width: 'minmax(9rem, 1.3fr)', draw: (it) => <Status of={it} /> },
    {
      id: 'actions',
      title: heads.actions,
      width: '3.5rem',
      draw: (it) => (
        <ActionMenu label={actions.more(it.name)}>
          <MenuButton onPress={() => onAct(it.enabled ? 'off' : 'on', it)}>{it.enabled ? actions.off : actions.on}</MenuButton>
          {it.status === 'refused' || it.status === 'withdrawn' ? (
            <MenuButton onPress={() => onAct('ask', it)}>{actions.ask}</MenuButton>
          ) : null}
          <MenuButton isDanger onPress={() => onAct('remove', it)}>
            {actions.remove}
          </MenuButton>
        </ActionMenu>
      ),
    },
  ]
  return <Table name={messages.table} rows={endpoints} columns={columns} keyOf={({ id }) => id} />
}

const looks = { asked: 'off', approved: 'ok', refused: 'bad', withdrawn: 'bad' } as const satisfies Record<
  PrivateEndpoint['status'],
  string
>

function Status({ of: { status, enabled, reason } }: { readonly of: PrivateEndpoint }) {
  const isOff = status === 'approved' && !enabled
  return (
    <>
      <StatusDot look={isOff ? 'off' : looks[status]}>{isOff ? messages.off : messages.statuses[status]}</StatusDot>
      {reason === null ? null : <Hint>{reason}</Hint>}
    </>
  )
}
