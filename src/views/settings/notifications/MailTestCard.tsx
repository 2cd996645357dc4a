import { useSelector } from '@xstate/react'
import { useState } from 'react'
import styled from 'styled-components'

import type { MailDraft } from '../../../machines/settings/mail-draft.ts'
import type { MailTestActor } from '../../../machines/settings/mail-test.machine.ts'
import { color, font, space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { notificationSettingsMessages } from './notifications.messages.ts'

const { test: messages, steps: names } = notificationSettingsMessages

type MailTestCardProps = {
  readonly actor: MailTestActor
  /** The mail server as it is written. */
  readonly server: MailDraft
  /** Whom the test is for where nobody else is named. */
  readonly ownAddress: string
}

/** A test mail, and what the mail server said at each step. */
export function MailTestCard({ actor, server, ownAddress }: MailTestCardProps) {
  const [recipient, write] = useState(ownAddress)
  const problem = useContextOf(actor, 'problem')
  const response = useContextOf(actor, 'response')
  const isBusy = useIsBusy(actor)
  const canRequest = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.requested' }))
  return (
    <SettingsCard title={messages.title} sub={messages.sub}>
      <Line
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'user.requested', change: { server, testRecipient: recipient } })
        }}
      >
        <Field label={messages.recipient} value={recipient} isBlocked={isBusy} spellCheck={false} onWrite={write} />
        {isBusy ? (
          <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.stop}</Button>
        ) : (
          <Button submits isBlocked={!canRequest}>
            {messages.button}
          </Button>
        )}
      </Line>
      <div role="status">
        {response === null ? null : (
          <>
            <StatusDot look={response.success ? 'ok' : 'bad'}>{response.message}</StatusDot>
            <Steps aria-label={messages.steps}>
              {response.steps.map(({ step, isOk, said }) => (
                <li key={step}>
                  <StatusDot look={isOk ? 'ok' : 'bad'}>{names[step]}</StatusDot>
                  <ServerReply>{said}</ServerReply>
                </li>
              ))}
            </Steps>
          </>
        )}
      </div>
      {problem === null ? null : <ProblemAlert problem={problem} />}
    </SettingsCard>
  )
}

const Line = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: ${space[8]};

  & > :first-child {
    flex: 0 1 22rem;
  }
`

const Steps = styled.ol`
  display: grid;
  gap: ${space[4]};
  margin: ${space[8]} 0 0;
  padding: 0;
  list-style: none;

  & > li {
    display: grid;
    grid-template-columns: minmax(8rem, max-content) minmax(0, 1fr);
    gap: ${space[8]};
  }
`

const ServerReply = styled.span`
  color: ${color['text.muted']};
  font: ${font.code};
  overflow-wrap: anywhere;
`
