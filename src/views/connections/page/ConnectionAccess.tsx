import { useSelector } from '@xstate/react'
import { X } from 'lucide-react'
import styled from 'styled-components'
import type { ConnectionDetails } from '#contract/connections/connection.ts'
import type { ConnectionMember } from '#contract/connections/connection-page.ts'
import type { ConnectionPageActor, Sharing } from '#src/machines/connections/connection.page.machine.ts'
import { selectCanChange, selectDraft, selectIsRead } from '#src/machines/kit/settings-section.machine.ts'
import { useChild } from '../../kit/actors/use-child.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Choice } from '../../kit/controls/Choice.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Person } from '../../kit/identity/Avatar.tsx'
import { Stack } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SaveBar } from '../../kit/layout/SaveBar.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { connectionPageMessages } from './connection-page.messages.ts'

const { access: messages } = connectionPageMessages

type AccessProps = {
  readonly page: ConnectionPageActor
  readonly connection: ConnectionDetails
  readonly onHandOver: () => void
}

/** Who may use the connection, and who owns it. */
export function ConnectionAccess({ page, connection, onHandOver }: AccessProps) {
  const members = useChild(page, 'members')
  if (!connection.isYours) return <p>{messages.notYours}</p>
  return (
    <Cards>
      <ListFrame<ConnectionMember> actor={members} name={messages.people} isBare empty={null}>
        {({ items }) => <SharingCard page={page} connection={connection} members={items} />}
      </ListFrame>
      <SettingsCard
        title={messages.ownerTitle}
        sub={connection.owner === null ? messages.noOwner : messages.ownerSub}
        aside={<Button onPress={onHandOver}>{messages.handOver}</Button>}
      >
        {connection.owner === null ? null : <Person name={connection.owner.name} />}
      </SettingsCard>
    </Cards>
  )
}

const Cards = styled(Stack)`
  max-width: 48rem;
`

type SharingProps = Pick<AccessProps, 'page' | 'connection'> & { readonly members: readonly ConnectionMember[] }

function SharingCard({ page, connection, members }: SharingProps) {
  const section = useChild(page, 'access')
  const isRead = useSelector(section, selectIsRead)
  const canChange = useSelector(section, selectCanChange)
  const { visibility, people } = useSelector(section, selectDraft<Sharing>)
  const change = (it: Partial<Sharing>) => section.send({ type: 'user.changed', change: it })
  const ownerId = connection.owner?._id
  const listed = members.filter(({ _id }) => _id === ownerId || people?.includes(_id))
  const others = members.filter(({ _id, role }) => role === 'USER' && _id !== ownerId && !people?.includes(_id))
  if (!isRead) return <SaveBar actor={section} nameChange={nameOf} saved={messages.saved} />
  return (
    <SettingsCard
      title={messages.title}
      sub={messages.sub}
      footer={<SaveBar actor={section} nameChange={nameOf} saved={messages.saved} />}
    >
      <Choice
        label={messages.label}
        value={visibility}
        isBlocked={!canChange}
        options={[
          { value: 'everyone', name: messages.everyone, description: messages.everyoneNote(members.length) },
          { value: 'named', name: messages.named, description: messages.namedNote },
        ]}
        onChoose={(chosen) => change({ visibility: chosen })}
      />
      {visibility === 'named' ? (
        <>
          <Table
            name={messages.people}
            rows={listed}
            columns={columnsOf(ownerId, canChange, (id) => change({ people: people.filter((it) => it !== id) }))}
            keyOf={({ _id }) => _id}
            isOneLine
          />
          {others.length === 0 ? null : (
            <Select
              label={messages.add}
              isBlocked={!canChange}
              options={{ '': messages.choose, ...Object.fromEntries(others.map(({ _id, name }) => [_id, name])) }}
              value=""
              onChoose={(id) => (id === '' ? undefined : change({ people: [...people, id] }))}
            />
          )}
        </>
      ) : null}
    </SettingsCard>
  )
}

const nameOf = (field: string) => messages.changes[field] ?? null

const columnsOf = (
  ownerId: string | undefined,
  canChange: boolean,
  onRemove: (id: string) => void,
): readonly Column<ConnectionMember>[] => [
  {
    id: 'person',
    title: messages.columns.person,
    width: 'minmax(9rem, 1.6fr)',
    onPhone: 'name',
    draw: ({ name }) => <Person name={name} />,
  },
  {
    id: 'role',
    title: messages.columns.role,
    width: 'minmax(5rem, 0.7fr)',
    onPhone: 'plain',
    draw: ({ role, _id }) => (_id === ownerId ? messages.owner : messages.roles[role]),
  },
  {
    id: 'can',
    title: messages.columns.can,
    width: 'minmax(7rem, 1fr)',
    onPhone: 'plain',
    draw: ({ role, _id }) => (_id === ownerId ? messages.ownerCan : role === 'USER' ? messages.userCan : messages.adminCan),
  },
  {
    id: 'remove',
    title: messages.columns.remove,
    width: '5rem',
    onPhone: 'state',
    draw: ({ _id, name }) =>
      _id === ownerId ? null : (
        <Button kind="quiet" label={messages.remove(name)} isBlocked={!canChange} onPress={() => onRemove(_id)}>
          <X aria-hidden="true" />
        </Button>
      ),
  },
]
