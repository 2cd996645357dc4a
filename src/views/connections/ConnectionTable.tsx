import styled from 'styled-components'
import type { ConnectionState } from '#contract/connections/connection.lifecycle.ts'
import type { ConnectionItem } from '#contract/connections/connection.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { PlainLink } from '../kit/controls/Link.tsx'
import { StatusDot } from '../kit/feedback/StatusDot.tsx'
import { Person } from '../kit/identity/Avatar.tsx'
import { SystemMark } from '../kit/identity/SystemMark.tsx'
import { type Column, Table } from '../kit/layout/Table.tsx'
import { ActionMenu, MenuButton, MenuLink } from '../kit/menu/ActionMenu.tsx'
import { RelativeTime } from '../kit/text/RelativeTime.tsx'
import { connectionMessages as messages } from './connections.messages.ts'

type ConnectionTableProps = {
  readonly connections: readonly ConnectionItem[]
  readonly onTest: (connection: ConnectionItem) => void
  readonly onSignIn: (connection: ConnectionItem) => void
  readonly onEdit: (connection: ConnectionItem) => void
  readonly onPlan: (kind: 'delete' | 'off' | 'on', connection: ConnectionItem) => void
}

export const stateLooks = {
  new: 'off',
  authorizing: 'off',
  working: 'ok',
  refreshing: 'ok',
  failing: 'bad',
  ended: 'bad',
  off: 'off',
} as const satisfies Record<ConnectionState, string>

export function ConnectionTable({ connections, onTest, onSignIn, onEdit, onPlan }: ConnectionTableProps) {
  const { columns: heads, actions } = messages
  const columns: readonly Column<ConnectionItem>[] = [
    {
      id: 'name',
      title: heads.name,
      width: 'minmax(9rem, 1.4fr)',
      onPhone: 'name',
      draw: ({ id, name }) => <Name href={`/connections/${id}`}>{name}</Name>,
    },
    {
      id: 'system',
      title: heads.system,
      width: 'minmax(7rem, 1fr)',
      draw: ({ system, kind }) => (
        <System>
          <SystemMark name={system ?? messages.kinds[kind]} size="s" />
          {system ?? messages.kinds[kind]}
        </System>
      ),
    },
    {
      id: 'address',
      title: heads.address,
      width: 'minmax(9rem, 1.6fr)',
      onPhone: 'plain',
      draw: ({ address }) => <code>{address}</code>,
    },
    {
      id: 'owner',
      title: heads.owner,
      width: 'minmax(6rem, 1fr)',
      draw: ({ owner }) => (owner === null ? messages.noOwner : <Person name={owner.name} />),
    },
    {
      id: 'usedBy',
      title: heads.usedBy,
      width: 'minmax(6rem, 0.7fr)',
      onPhone: 'fact',
      draw: ({ usedBy }) => messages.usedBy(usedBy),
    },
    {
      id: 'state',
      title: heads.state,
      onPhone: 'state',
      width: 'minmax(8rem, 1fr)',
      draw: (it) => (
        <span title={it.check?.message}>
          <StatusDot look={stateLooks[it.state]}>
            {isNotSignedIn(it) ? messages.notSignedIn : messages.states[it.state]}
          </StatusDot>
        </span>
      ),
    },
    { id: 'ends', title: heads.ends, width: 'minmax(7rem, 0.8fr)', draw: () => messages.noEnd },
    {
      id: 'used',
      title: heads.used,
      width: 'minmax(6rem, 0.8fr)',
      draw: ({ usedAt }) => (usedAt === null ? messages.never : <RelativeTime at={usedAt} />),
    },
    {
      id: 'actions',
      title: heads.actions,
      width: '3.5rem',
      draw: (it) => (
        <ActionMenu label={actions.more(it.name)}>
          <MenuLink href={`/connections/${it.id}?tab=uses`}>{actions.uses}</MenuLink>
          {it.state === 'off' ? null : <MenuButton onPress={() => onTest(it)}>{actions.test}</MenuButton>}
          {it.isYours && it.state !== 'off' && it.authType === 'oauth2AuthorizationCode' ? (
            <MenuButton onPress={() => onSignIn(it)}>{isSignedIn(it) ? actions.reconnect : actions.signIn}</MenuButton>
          ) : null}
          {it.isYours ? (
            <>
              <MenuButton onPress={() => onEdit(it)}>{actions.edit}</MenuButton>
              <MenuButton onPress={() => onPlan(it.state === 'off' ? 'on' : 'off', it)}>
                {it.state === 'off' ? actions.on : actions.off}
              </MenuButton>
              <MenuButton isDanger onPress={() => onPlan('delete', it)}>
                {actions.remove}
              </MenuButton>
            </>
          ) : null}
        </ActionMenu>
      ),
    },
  ]
  return <Table name={messages.table} rows={connections} columns={columns} keyOf={({ id }) => id} isOneLine />
}

/** Somebody has signed in once. */
const isSignedIn = ({ state }: ConnectionItem) => state !== 'new' && state !== 'authorizing'
const isNotSignedIn = (it: ConnectionItem) => it.authType === 'oauth2AuthorizationCode' && it.state === 'new'

const System = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
`

const Name = styled(PlainLink)`
  overflow: hidden;
  color: ${color['text.default']};
  font: ${font.strong};
  text-decoration: none;
  text-overflow: ellipsis;
  white-space: nowrap;

  &:hover {
    text-decoration: underline;
  }
`
