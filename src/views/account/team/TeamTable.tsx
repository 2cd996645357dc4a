import { Ellipsis, Mail } from 'lucide-react'
import styled from 'styled-components'
import type { Member } from '#contract/account/team.ts'
import type { User } from '#contract/auth/auth.ts'
import { teamMovesOf } from '../../../machines/account/team-move.ts'
import type { PlannedAction } from '../../../machines/kit/confirmed-action.machine.ts'
import { color, font, radius, space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { dayOf } from '../../kit/format/times.ts'
import { Person } from '../../kit/identity/Avatar.tsx'
import { type Column, type Sort, Table } from '../../kit/layout/Table.tsx'
import { ActionMenu, MenuButton } from '../../kit/menu/ActionMenu.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { calledOf, isInvitation, movesOf, nameOf, statusOf } from './member.ts'
import { teamMessages as messages } from './team.messages.ts'

type TeamTableProps = {
  readonly user: User
  readonly members: readonly Member[]
  /** By the id of the member; who has none has initials. */
  readonly photos: ReadonlyMap<string, string>
  readonly sort: Sort
  readonly onSort: (by: string) => void
  readonly onPlan: (action: PlannedAction) => void
}

/** The members and the open invitations. */
export function TeamTable({ user, members, photos, sort, onSort, onPlan }: TeamTableProps) {
  const isOwn = (member: Member) => member._id === user._id || member.email.toLowerCase() === user.email.toLowerCase()
  const isAbove = (member: Member) => member.role === 'SUPER_ADMIN' && user.role !== 'SUPER_ADMIN'
  const columns: readonly Column<Member>[] = [
    {
      id: 'name',
      title: messages.columns.name,
      width: 'minmax(9.5rem, 2fr)',
      canSort: true,
      draw: (it) => <Name member={it} photo={photos.get(it._id) ?? null} isOwn={isOwn(it)} />,
    },
    {
      id: 'email',
      title: messages.columns.email,
      onPhone: 'plain',
      width: 'minmax(8rem, 2fr)',
      canSort: true,
      draw: ({ email }) => <Muted>{email}</Muted>,
    },
    {
      id: 'role',
      title: messages.columns.role,
      onPhone: 'plain',
      width: '6.5rem',
      canSort: true,
      draw: (it) =>
        isOwn(it) || isAbove(it) || !teamMovesOf(it).includes('role') ? (
          messages.roles[it.role]
        ) : (
          <Select
            label={messages.roleOf(nameOf(it))}
            isLabelUnseen
            options={{ USER: messages.roles.USER, ADMIN: messages.roles.ADMIN }}
            value={it.role === 'USER' ? 'USER' : 'ADMIN'}
            onChoose={(role) => onPlan({ kind: 'role', id: it._id, choice: role })}
          />
        ),
    },
    { id: 'status', title: messages.columns.status, width: '8.5rem', canSort: true, draw: (it) => <Status member={it} /> },
    { id: 'joined', title: messages.columns.joined, width: '7rem', canSort: true, draw: (it) => <Joined member={it} /> },
    {
      id: 'lastActive',
      title: messages.columns.lastActive,
      width: '6rem',
      canSort: true,
      draw: (it) =>
        isInvitation(it) ? messages.noName : it.lastActive === null ? messages.never : <RelativeTime at={it.lastActive} />,
    },
    {
      id: 'actions',
      title: messages.columns.actions,
      width: '2.5rem',
      draw: (it) =>
        isOwn(it) ? (
          <Button kind="quiet" isBlocked label={messages.notOwn} onPress={() => undefined}>
            <Ellipsis aria-hidden="true" />
          </Button>
        ) : isAbove(it) ? null : (
          <ActionMenu label={messages.actionsFor(calledOf(it))}>
            {movesOf(it).map((move) => (
              <MenuButton
                key={move}
                isDanger={move === 'remove' || move === 'revoke'}
                onPress={() => onPlan({ kind: move, id: it._id })}
              >
                {messages.actions[move]}
              </MenuButton>
            ))}
          </ActionMenu>
        ),
    },
  ]
  return (
    <Table name={messages.name} rows={members} columns={columns} keyOf={({ _id }) => _id} sort={sort} onSort={onSort} isOneLine />
  )
}

type NameProps = { readonly member: Member; readonly photo: string | null; readonly isOwn: boolean }

function Name({ member, photo, isOwn }: NameProps) {
  if (!isInvitation(member))
    return <Person name={nameOf(member)} photo={photo} isOwn={isOwn} note={isOwn ? <You>{messages.you}</You> : undefined} />
  return (
    <Invited>
      <Mail aria-hidden="true" />
      <span>
        {messages.noName} <Muted>{member.invitedBy === null ? null : messages.invitedBy(member.invitedBy)}</Muted>
      </span>
    </Invited>
  )
}

function Status({ member }: { readonly member: Member }) {
  const { look, word } = statusOf(member)
  return <StatusDot look={look}>{word}</StatusDot>
}

function Joined({ member: { invitedAt, createdAt } }: { readonly member: Member }) {
  if (invitedAt === null) return dayOf(new Date(createdAt))
  return (
    <Muted>
      {messages.invitedWord} <RelativeTime at={invitedAt} />
    </Muted>
  )
}

const Muted = styled.span`
  color: ${color['text.muted']};
`

const You = styled.span`
  padding: 0 ${space[8]};
  border-radius: ${radius.control};
  background: ${color['brand.subtle']};
  color: ${color['brand.onSubtle']};
  font: ${font.strong};
`

const Invited = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  min-width: 0;

  & > svg {
    flex: none;
    width: 1rem;
    height: 1rem;
    margin: 0 ${space[4]};
    color: ${color['text.muted']};
  }
`
