import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { OwnSession } from '#contract/auth/security.ts'
import type { ConfirmedActionActor } from '#src/machines/kit/confirmed-action.machine.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { deviceName } from '../device-name.ts'
import { Mark } from '../mark.ts'
import { securityMessages } from './security.messages.ts'

const messages = securityMessages.sessions

type SessionsCardProps = { readonly actor: ListActor; readonly end: ConfirmedActionActor }

const nameOf = (it: OwnSession) => deviceName(it) ?? messages.unknown

/** Where the person is signed in, and the ways to end it. */
export function SessionsCard({ actor, end }: SessionsCardProps) {
  const planned = useSelector(end, selectAction)
  const sessions = useSelector(actor, selectPage<OwnSession>)?.items ?? []
  const target = sessions.find(({ id }) => id === planned?.id)
  const plan = (kind: string, id: string) => end.send({ type: 'user.planned', action: { kind, id } })
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent)
  return (
    <SettingsCard
      title={messages.title}
      sub={messages.sub}
      aside={
        <Button isBlocked={!hasOthers} onPress={() => plan('others', '')}>
          {messages.endOthers}
        </Button>
      }
    >
      <ListFrame<OwnSession> actor={actor} name={messages.name} empty={<p>{messages.none}</p>} isBare>
        {({ items }) => (
          <Table name={messages.title} columns={columnsOf((id) => plan('one', id))} rows={items} keyOf={({ id }) => id} />
        )}
      </ListFrame>
      {planned === null ? null : planned.kind === 'one' ? (
        <ConfirmedAction actor={end} title={messages.confirmOne.title} confirm={messages.confirmOne.confirm} isDangerous>
          <p>{messages.confirmOne.text(target === undefined ? messages.unknown : nameOf(target))}</p>
        </ConfirmedAction>
      ) : (
        <ConfirmedAction actor={end} title={messages.confirmOthers.title} confirm={messages.confirmOthers.confirm} isDangerous>
          <p>{messages.confirmOthers.text}</p>
        </ConfirmedAction>
      )}
    </SettingsCard>
  )
}

const columnsOf = (onEnd: (id: string) => void): readonly Column<OwnSession>[] => [
  {
    id: 'device',
    title: messages.columns.device,
    width: 'minmax(14rem, 2fr)',
    draw: (it) => (
      <Device>
        <strong>{nameOf(it)}</strong> {it.isCurrent ? <Mark>{messages.current}</Mark> : null}
        {it.provider === null ? null : <Note>{messages.via(it.provider)}</Note>}
      </Device>
    ),
  },
  { id: 'address', title: messages.columns.address, width: 'minmax(8rem, 1fr)', draw: ({ ipAddress }) => ipAddress ?? '–' },
  { id: 'begun', title: messages.columns.begun, width: '9rem', draw: ({ startedAt }) => <Moment at={startedAt} /> },
  {
    id: 'used',
    title: messages.columns.used,
    width: '7rem',
    draw: ({ isCurrent, lastUsedAt }) => (isCurrent ? messages.now : <RelativeTime at={lastUsedAt} />),
  },
  {
    id: 'action',
    title: messages.columns.action,
    width: '5rem',
    draw: (it) =>
      it.isCurrent ? null : (
        <Button kind="quiet" label={messages.endOf(nameOf(it))} onPress={() => onEnd(it.id)}>
          {messages.end}
        </Button>
      ),
  },
]

const Device = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[8]};

  & > strong {
    font: ${font.strong};
  }
`

const Note = styled.span`
  color: ${color['text.muted']};
  font: ${font.dense};
`
