import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import { loginHistoryTexts as texts } from '#contract/account/security-texts.ts'
import type { LoginRecord } from '#contract/auth/login-audit.ts'
import type { ConfirmedActionActor } from '#src/machines/kit/confirmed-action.machine.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import type { TableFileActor } from '#src/machines/kit/request.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { NumberedPager } from '../../kit/controls/NumberedPager.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { ExportButton } from '../../kit/layout/ExportButton.tsx'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { deviceName } from '../device-name.ts'
import { loginHistoryMessages as messages } from './login-history.messages.ts'

type SignInTableProps = {
  readonly title: string
  readonly actor: ListActor
  readonly file: TableFileActor
  /** Null where they are not the person's own. */
  readonly disown: ConfirmedActionActor | null
  readonly page: number
  readonly onPage: (page: number) => void
}

/** Sign-ins, newest first: of one person, or of everybody in the company with their emails. */
export function SignInTable({ title, actor, file, disown, page, onPage }: SignInTableProps) {
  const onDisown = disown && ((id: string) => disown.send({ type: 'user.planned', action: { kind: 'disown', id } }))
  return (
    <>
      <ListFrame<LoginRecord>
        actor={actor}
        name={messages.name}
        tools={<ExportButton actor={file} />}
        empty={
          <EmptyState title={messages.none}>
            <p>{messages.noneHere}</p>
          </EmptyState>
        }
      >
        {({ items, total }) => (
          <>
            <Table name={title} rows={items} columns={columnsOf(onDisown)} keyOf={({ id }) => id} />
            <NumberedPager name={messages.name} page={page} pageSize={texts.pageSize} total={total} onPage={onPage} />
          </>
        )}
      </ListFrame>
      {disown === null ? null : <Disowning actor={disown} />}
    </>
  )
}

function Disowning({ actor }: { readonly actor: ConfirmedActionActor }) {
  const planned = useSelector(actor, selectAction)
  if (planned === null) return null
  return (
    <ConfirmedAction actor={actor} title={messages.confirm.title} confirm={messages.confirm.confirm} isDangerous>
      <p>{messages.confirm.text}</p>
    </ConfirmedAction>
  )
}

const [status, at, address, device, location, agent] = texts.columns

function columnsOf(onDisown: ((id: string) => void) | null): readonly Column<LoginRecord>[] {
  const all: readonly Column<LoginRecord>[] = [
    {
      id: 'status',
      title: status,
      width: 'minmax(7.5rem, 1.5fr)',
      draw: ({ success, failureReason }) => (
        <>
          <StatusPill look={success ? 'good' : 'bad'} word={success ? messages.success : messages.failed} />
          {failureReason === null ? null : <div>{failureReason}</div>}
        </>
      ),
    },
    { id: 'at', title: at, width: '6.5rem', draw: ({ loginTimestamp }) => <Moment at={loginTimestamp} /> },
    { id: 'address', onPhone: 'plain', title: address, width: 'minmax(6.5rem, 1fr)', draw: ({ ipAddress }) => ipAddress },
    {
      id: 'device',
      title: device,
      onPhone: 'plain',
      width: 'minmax(8rem, 1.2fr)',
      draw: ({ deviceInfo }) => deviceName(deviceInfo) ?? messages.unknown,
    },
    { id: 'location', title: location, width: '6.5rem', draw: (it) => it.location ?? texts.locationUnknown },
    {
      id: 'agent',
      title: agent,
      width: 'minmax(6rem, 1fr)',
      draw: ({ userAgent }) => <span title={userAgent ?? undefined}>{shortened(userAgent)}</span>,
    },
  ]
  const email: Column<LoginRecord> = {
    onPhone: 'name',
    ...{ id: 'email', title: texts.emailColumn, width: 'minmax(9rem, 1.2fr)' },
    draw: (it) => it.email,
  }
  const action: Column<LoginRecord> = {
    onPhone: 'plain',
    ...{ id: 'action', title: messages.action, width: '8.5rem' },
    draw: ({ id, success }) =>
      success && onDisown ? (
        <Disown>
          <Button kind="link" onPress={() => onDisown(id)}>
            {messages.disown}
          </Button>
        </Disown>
      ) : null,
  }
  return onDisown === null ? [...all.slice(0, 1), email, ...all.slice(1)] : [...all, action]
}

/** As high as the buttons that rows are made for, so that its text is level with the other cells. */
const Disown = styled.span`
  & > button {
    min-height: 2rem;
  }
`

const shortMax = 24
const shortened = (text: string | null) =>
  text === null ? messages.unknown : text.length > shortMax ? `${text.slice(0, shortMax)}…` : text
