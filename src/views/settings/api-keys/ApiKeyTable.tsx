import styled from 'styled-components'

import type { ApiKeyRight } from '#contract/settings/api-key-rights.ts'
import type { ApiKey } from '#contract/settings/api-keys.ts'
import { color, font, space } from '../../../theme/theme.ts'
import { type DotLook, StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { dayOf, exactMoment } from '../../kit/format/times.ts'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { ActionMenu, MenuButton } from '../../kit/menu/ActionMenu.tsx'
import { Chip } from '../../kit/text/Chip.ts'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { apiKeyMessages as messages } from './api-keys.messages.ts'

type ApiKeyTableProps = {
  readonly keys: readonly ApiKey[]
  /** Whether another key is being written or shown. */
  readonly isBlocked: boolean
  /** What the person may do with a key: nothing else is offered. */
  readonly rightsTo: (key: ApiKey) => readonly ApiKeyRight[]
  readonly onEdit: (key: ApiKey) => void
  readonly onReplace: (key: ApiKey) => void
  readonly onSwitchOff: (key: ApiKey) => void
  readonly onDelete: (key: ApiKey) => void
  readonly onCopyPrefix: (prefix: string) => void
}

const looks = { Active: 'steady', Inactive: 'off', Expired: 'off', 'Owner gone': 'warn' } as const satisfies Record<
  ApiKey['status'],
  DotLook
>
/** As many permissions are named as the specification says. */
const named = 2

/** The keys of a company. The whole key is nowhere: what is shown of it recognizes it. */
export function ApiKeyTable(props: ApiKeyTableProps) {
  const { keys, isBlocked, rightsTo, onEdit, onReplace, onSwitchOff, onDelete, onCopyPrefix } = props
  const { columns: heads, actions } = messages
  const columns: readonly Column<ApiKey>[] = [
    {
      id: 'name',
      title: heads.name,
      width: 'minmax(6rem, 1.4fr)',
      draw: ({ name, description }) => <Named title={description}>{name}</Named>,
    },
    { id: 'key', onPhone: 'plain', title: heads.key, width: '7.5rem', draw: ({ key }) => <Prefix>{key}…</Prefix> },
    {
      id: 'permissions',
      onPhone: 'plain',
      title: heads.permissions,
      width: 'minmax(9rem, 2.2fr)',
      draw: (key) => <Permissions of={key} />,
    },
    {
      id: 'status',
      title: heads.status,
      width: 'minmax(5rem, 0.8fr)',
      draw: ({ status, previousUntil }) => (
        <span title={noteOf(status, previousUntil)}>
          <StatusDot look={looks[status]}>{messages.statuses[status]}</StatusDot>
        </span>
      ),
    },
    {
      id: 'lastUsed',
      title: heads.lastUsed,
      width: 'minmax(5rem, 0.8fr)',
      draw: ({ lastUsedAt, lastUsedFrom }) =>
        lastUsedAt === null ? (
          messages.never
        ) : (
          <span title={lastUsedFrom ?? undefined}>
            <RelativeTime at={lastUsedAt} />
          </span>
        ),
    },
    {
      id: 'expires',
      title: heads.expires,
      width: 'minmax(5rem, 0.8fr)',
      draw: ({ expiresAt }) =>
        expiresAt === null ? messages.never : <span title={exactMoment(new Date(expiresAt))}>{dayOf(new Date(expiresAt))}</span>,
    },
    {
      id: 'by',
      title: heads.by,
      width: 'minmax(5rem, 0.8fr)',
      draw: ({ createdBy }) => <span title={createdBy.email}>{createdBy.name}</span>,
    },
    {
      id: 'actions',
      title: heads.actions,
      width: '3.5rem',
      draw: (key) => {
        const rights = rightsTo(key)
        const mayChange = rights.includes('change')
        return (
          <ActionMenu label={actions.more(key.name)}>
            {mayChange && !isBlocked ? <MenuButton onPress={() => onEdit(key)}>{actions.edit}</MenuButton> : null}
            {rights.includes('replace') && !isBlocked ? (
              <MenuButton onPress={() => onReplace(key)}>{actions.replace}</MenuButton>
            ) : null}
            <MenuButton onPress={() => onCopyPrefix(key.key)}>{actions.copyPrefix}</MenuButton>
            {rights.includes('switchOff') && !mayChange && key.enabled ? (
              <MenuButton isDanger onPress={() => onSwitchOff(key)}>
                {actions.switchOff}
              </MenuButton>
            ) : null}
            {rights.includes('remove') ? (
              <MenuButton isDanger onPress={() => onDelete(key)}>
                {actions.delete}
              </MenuButton>
            ) : null}
          </ActionMenu>
        )
      },
    },
  ]
  return <Table name={messages.list} rows={keys} columns={columns} keyOf={({ id }) => id} isOneLine />
}

const noteOf = (status: ApiKey['status'], previousUntil: string | null) => {
  if (status === 'Owner gone') return messages.ownerGone
  return previousUntil === null ? undefined : messages.previousUntil(exactMoment(new Date(previousUntil)))
}

function Permissions({ of: { permissions } }: { readonly of: ApiKey }) {
  return (
    <Chips title={permissions.join(', ')}>
      {permissions.slice(0, named).map((scope) => (
        <Chip key={scope}>{scope}</Chip>
      ))}
      {permissions.length > named ? <Chip>{messages.more(permissions.length - named)}</Chip> : null}
    </Chips>
  )
}

const Named = styled.strong`
  font: ${font.strong};
`

const Prefix = styled.span`
  color: ${color['text.muted']};
  font: ${font.code};
`

const Chips = styled.span`
  display: flex;
  gap: ${space[4]};
  min-width: 0;

  & > * {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  & > :nth-child(${named + 1}) {
    flex: none;
  }
`
