import { useSelector } from '@xstate/react'

import type { DuePerson } from '#contract/settings/retention/retention-people.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import type { ConfirmedActionActor } from '../../../machines/kit/confirmed-action.machine.ts'
import type { ListActor } from '../../../machines/kit/list.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { retentionMessages } from './retention.messages.ts'

const messages = retentionMessages.people
const looks = { requested: 'warn', approved: 'run', refused: 'off', expired: 'off', withdrawn: 'off', done: 'ok' } as const
type Kind = keyof typeof messages.titles

type PeopleCardProps = { readonly actor: ListActor; readonly deletion: ConfirmedActionActor }

/** Who has left for long, and what is decided of their data. */
export function PeopleCard({ actor, deletion }: PeopleCardProps) {
  const plan = (kind: Kind, id: string) => deletion.send({ type: 'user.planned', action: { kind, id } })
  return (
    <SettingsCard title={messages.title} sub={messages.sub}>
      <ListFrame<DuePerson> actor={actor} name={messages.name} isBare empty={<p>{messages.none}</p>}>
        {({ items }) => (
          <>
            <Table name={messages.table} rows={items} columns={columnsOf(plan)} keyOf={({ id }) => id} />
            <Decision actor={deletion} people={items} />
          </>
        )}
      </ListFrame>
    </SettingsCard>
  )
}

function Decision({ actor, people }: { readonly actor: ConfirmedActionActor; readonly people: readonly DuePerson[] }) {
  const action = useSelector(actor, selectAction)
  const person = people.find(({ id }) => id === action?.id)
  if (person === undefined || action === null) return null
  const kind = action.kind as Kind
  return (
    <ConfirmedAction
      actor={actor}
      title={messages.titles[kind](person.name)}
      confirm={messages[kind]}
      isDangerous={kind === 'approve'}
    >
      <p>{messages.texts[kind]}</p>
    </ConfirmedAction>
  )
}

function Status({ request }: Pick<DuePerson, 'request'>) {
  if (request === null) return <StatusDot look="steady">{messages.notRequested}</StatusDot>
  const { status, requestedBy } = request
  return (
    <>
      <StatusDot look={looks[status]}>{messages.statuses[status]}</StatusDot>
      {status === 'requested' && requestedBy !== null ? <Hint>{messages.by(requestedBy)}</Hint> : null}
    </>
  )
}

type ActionsProps = { readonly person: DuePerson; readonly onPlan: (kind: Kind, id: string) => void }

function Actions({ person: { id, request }, onPlan }: ActionsProps) {
  if (request?.status === 'approved') return null
  if (request?.status !== 'requested') return <Button onPress={() => onPlan('request', id)}>{messages.request}</Button>
  if (!request.isForCaller) return <Hint>{messages.other}</Hint>
  return (
    <Row>
      <Button onPress={() => onPlan('approve', id)}>{messages.approve}</Button>
      <Button kind="quiet" onPress={() => onPlan('refuse', id)}>
        {messages.refuse}
      </Button>
    </Row>
  )
}

function columnsOf(onPlan: ActionsProps['onPlan']): readonly Column<DuePerson>[] {
  const { columns: heads } = messages
  return [
    {
      id: 'person',
      title: heads.person,
      width: 'minmax(9rem, 1.6fr)',
      draw: ({ name, email }) => (
        <>
          {name}
          <Hint>{email}</Hint>
        </>
      ),
    },
    { id: 'since', title: heads.since, width: '7rem', draw: ({ goneSince }) => <Moment at={goneSince} /> },
    { id: 'connectors', title: heads.connectors, width: '6rem', isNumeric: true, draw: (it) => number(it.connectors) },
    { id: 'status', title: heads.status, width: 'minmax(9rem, 1fr)', draw: ({ request }) => <Status request={request} /> },
    {
      id: 'actions',
      onPhone: 'actions',
      title: heads.actions,
      width: '12rem',
      draw: (person) => <Actions person={person} onPlan={onPlan} />,
    },
  ]
}
