import { useSelector } from '@xstate/react'
import type { ConnectionUse } from '#contract/connections/connection.ts'
import type { ConnectionCandidate } from '#contract/connections/connection-page.ts'
import type { ConnectionPageActor } from '#src/machines/connections/connection.page.machine.ts'
import { replacementEntry } from '#src/machines/connections/connection-replacement.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { useChild } from '../../kit/actors/use-child.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { FilterChips } from '../../kit/controls/FilterChips.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { Hint, Stack } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Toolbar, ToolbarTitle } from '../../kit/layout/Toolbar.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { ConnectionReplacement, ReplacementResults } from './ConnectionReplacement.tsx'
import { connectionPageMessages } from './connection-page.messages.ts'

const { uses: messages, candidates: ofCandidates } = connectionPageMessages

/** As a record travels. */
const roles = ['source', 'enrichment', 'destination'] as const
type Role = (typeof roles)[number]
const roleText = (of: readonly Role[]) =>
  roles
    .filter((role) => of.includes(role))
    .map((role) => messages.roles[role])
    .join(', ')

function whereText({ inDraft, isLive }: ConnectionUse): string {
  if (inDraft && isLive) return messages.both
  return inDraft ? messages.onlyDraft : messages.onlyLive
}

const columns: readonly Column<ConnectionUse>[] = [
  {
    id: 'connector',
    title: messages.columns.connector,
    width: 'minmax(10rem, 2fr)',
    onPhone: 'name',
    draw: ({ isSeen, connectorId, name }) =>
      isSeen ? <PlainLink href={`/details/${connectorId}`}>{name}</PlainLink> : <span title={messages.hidden}>{name}</span>,
  },
  {
    id: 'role',
    title: messages.columns.role,
    width: 'minmax(8rem, 1fr)',
    onPhone: 'plain',
    draw: (it) => roleText(it.roles),
  },
  { id: 'where', title: messages.columns.where, width: 'minmax(9rem, 1fr)', draw: whereText },
  { id: 'status', title: messages.columns.status, width: '6rem', onPhone: 'state', draw: ({ status }) => status },
  {
    id: 'version',
    title: messages.columns.version,
    width: '7rem',
    isNumeric: true,
    draw: ({ liveVersion }) => liveVersion ?? messages.notLive,
  },
]

type UsesProps = { readonly page: ConnectionPageActor }

/** The connectors that use the connection, those that could, and its replacement in them. */
export function ConnectionUses({ page }: UsesProps) {
  const [uses, replacement] = [useChild(page, 'uses'), useChild(page, 'replacement')]
  const { read, move } = usePlace()
  const role = roles.find((it) => it === read('role')) ?? 'all'
  return (
    <Stack>
      <ReplacementResults page={page} />
      <ListFrame<ConnectionUse> actor={uses} name={messages.list} isBare empty={<Hint>{messages.none}</Hint>}>
        {({ items }) => {
          const of = (wanted: Role | 'all') => items.filter((it) => wanted === 'all' || it.roles.includes(wanted))
          return (
            <Stack>
              <Toolbar
                tools={
                  <Button onPress={() => replacement.send({ type: 'user.opened', entry: replacementEntry(items) })}>
                    {messages.replace}
                  </Button>
                }
              >
                <FilterChips
                  label={messages.filter}
                  value={role}
                  options={(['all', ...roles] as const).map((value) => ({
                    value,
                    name: value === 'all' ? messages.all : messages.roles[value],
                    count: of(value).length,
                  }))}
                  onChoose={(value) => move({ role: value === 'all' ? null : value })}
                />
              </Toolbar>
              <Table name={messages.table} rows={of(role)} columns={columns} keyOf={({ connectorId }) => connectorId} isOneLine />
              <ConnectionReplacement page={page} uses={items} />
            </Stack>
          )
        }}
      </ListFrame>
      <Candidates page={page} />
    </Stack>
  )
}

function Candidates({ page }: UsesProps) {
  const [candidates, adoption] = [useChild(page, 'candidates'), useChild(page, 'adoption')]
  const action = useSelector(adoption, selectAction)
  const { columns: heads, confirm } = ofCandidates
  const drawn: readonly Column<ConnectionCandidate>[] = [
    {
      id: 'connector',
      title: heads.connector,
      width: 'minmax(10rem, 2fr)',
      onPhone: 'name',
      draw: ({ connectorId, name }) => <PlainLink href={`/details/${connectorId}`}>{name}</PlainLink>,
    },
    { id: 'role', title: heads.role, width: 'minmax(8rem, 1fr)', onPhone: 'plain', draw: (it) => roleText(it.roles) },
    { id: 'secret', title: heads.secret, width: 'minmax(9rem, 1fr)', draw: () => ofCandidates.same },
    {
      id: 'action',
      title: heads.action,
      width: '11rem',
      onPhone: 'state',
      draw: ({ connectorId, name }) => (
        <Button
          label={ofCandidates.adoptIn(name)}
          onPress={() => adoption.send({ type: 'user.planned', action: { kind: 'adopt', id: connectorId, choice: name } })}
        >
          {ofCandidates.adopt}
        </Button>
      ),
    },
  ]
  return (
    <>
      <ListFrame<ConnectionCandidate> actor={candidates} name={ofCandidates.list} isBare isLow empty={null}>
        {({ items, total }) => (
          <Stack>
            <Toolbar note={ofCandidates.note(total)}>
              <ToolbarTitle>{ofCandidates.title}</ToolbarTitle>
            </Toolbar>
            <Table name={ofCandidates.title} rows={items} columns={drawn} keyOf={({ connectorId }) => connectorId} isOneLine />
            <Hint>{ofCandidates.hint}</Hint>
          </Stack>
        )}
      </ListFrame>
      {action === null ? null : (
        <ConfirmedAction actor={adoption} title={confirm.title(action.choice ?? '')} confirm={confirm.confirm}>
          <p>{confirm.text}</p>
        </ConfirmedAction>
      )}
    </>
  )
}
