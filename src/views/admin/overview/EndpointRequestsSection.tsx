import type { EndpointRequest } from '#contract/settings/network/private-endpoint.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import type { Decision } from '../../../machines/settings/endpoint-entry.ts'
import { endpointDecisionMachine, endpointRequestsMachine } from '../../../services/admin/private-endpoints.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { ActionMenu, MenuButton } from '../../kit/menu/ActionMenu.tsx'
import { EndpointDecision } from './EndpointDecision.tsx'
import { endpointsMessages as messages } from './endpoints.messages.ts'

/** What companies ask for of private networks, those that wait first. Nothing is drawn where nobody asked. */
export function EndpointRequests() {
  const access = useAccess()
  const list = useMachine(() => endpointRequestsMachine(access), [access], { query: {} })
  const dialog = useMachine(
    () =>
      endpointDecisionMachine(access, (decision) => {
        toast(messages.decisions[decision].done)
        list.send({ type: 'user.refreshed' })
      }),
    [access, list],
  )
  const open = (endpoint: EndpointRequest, decision: Decision) =>
    dialog.send({ type: 'user.opened', entry: decisionEntry(endpoint, decision) })
  return (
    <ListFrame<EndpointRequest> actor={list} name={messages.name} empty={null} isBare>
      {({ items }) => (
        <div>
          <SectionHeader
            title={messages.title}
            note={messages.waiting(items.filter(({ status }) => status === 'asked').length)}
          />
          <Table name={messages.title} rows={items} columns={columnsOf(open)} keyOf={({ id }) => id} isOneLine />
          <EndpointDecision actor={dialog} endpoints={items} />
        </div>
      )}
    </ListFrame>
  )
}

export const decisionEntry = ({ id, found, gatewayId }: EndpointRequest, decision: Decision) => ({
  ...{ id, decision, gateway: gatewayId === null ? '' : 'yes', networks: found.join('\n'), reason: '' },
})

const looks = { asked: 'steady', approved: 'ok', refused: 'off', withdrawn: 'off' } as const satisfies Record<
  EndpointRequest['status'],
  string
>

function columnsOf(onDecide: (endpoint: EndpointRequest, decision: Decision) => void): readonly Column<EndpointRequest>[] {
  const { columns: heads, decisions } = messages
  return [
    { id: 'company', onPhone: 'plain', title: heads.company, width: 'minmax(6rem, 1fr)', draw: ({ company }) => company },
    { id: 'name', onPhone: 'name', title: heads.name, width: 'minmax(6rem, 1fr)', draw: ({ name }) => name },
    {
      id: 'address',
      title: heads.address,
      onPhone: 'plain',
      width: 'minmax(9rem, 1.5fr)',
      draw: ({ endpointUrl }) => <span title={endpointUrl}>{endpointUrl}</span>,
    },
    { id: 'way', title: heads.way, width: 'minmax(5rem, 0.8fr)', draw: ({ gatewayName }) => gatewayName ?? messages.directly },
    {
      id: 'status',
      title: heads.status,
      width: 'minmax(6rem, 0.8fr)',
      draw: ({ status }) => <StatusDot look={looks[status]}>{messages.statuses[status]}</StatusDot>,
    },
    {
      id: 'actions',
      title: heads.actions,
      width: '3.5rem',
      draw: (it) =>
        it.status === 'asked' || it.status === 'approved' ? (
          <ActionMenu label={messages.more(it.name)}>
            {(it.status === 'asked' ? (['approve', 'refuse'] as const) : (['withdraw'] as const)).map((decision) => (
              <MenuButton key={decision} isDanger={decision === 'withdraw'} onPress={() => onDecide(it, decision)}>
                {decisions[decision].action}
              </MenuButton>
            ))}
          </ActionMenu>
        ) : null,
    },
  ]
}
