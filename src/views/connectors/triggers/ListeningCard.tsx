import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { HookListening } from '#contract/connectors/triggers/listening.ts'
import type { HookListeningActor } from '#src/machines/connectors/triggers/hook-listening.machine.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring, Spinner } from '../../kit/feedback/Spinner.tsx'
import { Card, CardTitle, Hint, Row } from '../../kit/layout/blocks.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { refusalText } from './CallsCard.tsx'
import { hookMessages } from './hook.messages.ts'

const messages = hookMessages.listening

type ListeningCardProps = {
  readonly actor: HookListeningActor
  readonly isWritable: boolean
  /** Whether a version of the connector is live. */
  readonly isLive: boolean
}

/** Listening for one test event: how long, what was received, and why a call was refused. */
export function ListeningCard({ actor, isWritable, isLive }: ListeningCardProps) {
  const listening = useContextOf(actor, 'listening')
  const problem = useContextOf(actor, 'problem')
  const isOld = useContextOf(actor, 'isOld')
  const isBusy = useIsBusy(actor)
  const stage = useSelector(actor, ({ value }) => value)
  const canRetry = useCan(actor, { type: 'user.retried' })
  const canStart = useCan(actor, { type: 'user.started' })
  const canStop = useCan(actor, { type: 'user.stopped' })
  const isListening = listening?.state === 'listening'
  return (
    <Card aria-label={messages.title} aria-busy={isBusy}>
      <CardTitle>{messages.title}</CardTitle>
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.retry}</Button> : null}
        </ProblemAlert>
      )}
      {listening === null ? (
        stage === 'opening' ? (
          <Spinner label={messages.opening} />
        ) : null
      ) : (
        <>
          <Lines role="status">
            <State listening={listening} isLive={isLive} />
          </Lines>
          <Row>
            {isListening ? (
              <Button isBlocked={!canStop || !isWritable} onPress={() => actor.send({ type: 'user.stopped' })}>
                {stage === 'stopping' ? <Ring /> : null}
                {stage === 'stopping' ? messages.stopping : messages.stop}
              </Button>
            ) : (
              <Button isBlocked={!canStart || !isWritable} onPress={() => actor.send({ type: 'user.started' })}>
                {stage === 'starting' ? <Ring /> : null}
                {stage === 'starting' ? messages.starting : listening.state === 'none' ? messages.start : messages.again}
              </Button>
            )}
          </Row>
          <Hint role="status">{isOld ? messages.old : null}</Hint>
        </>
      )}
    </Card>
  )
}

function State({ listening, isLive }: { readonly listening: HookListening; readonly isLive: boolean }) {
  const { state, endsAt, receivedAt, fields, isDelivered, refused } = listening
  const hint = <Hint>{isLive ? messages.hintLive : messages.hint}</Hint>
  switch (state) {
    case 'none':
      return hint
    case 'listening':
      return (
        <>
          <p>
            <Sentence of={messages.until} parts={{ time: <Moment at={endsAt} /> }} />
          </p>
          {refused === null ? null : (
            <p>
              <Sentence of={messages.refused(refusalText(refused))} parts={{ time: <Moment at={refused.at} /> }} />
            </p>
          )}
          {hint}
        </>
      )
    case 'received':
      return (
        <p>
          <Sentence of={messages.received} parts={{ time: <Moment at={receivedAt} /> }} />{' '}
          {fields === 0 ? messages.noList : messages.fields(fields ?? 0)} {isDelivered ? messages.delivered : messages.stored}
        </p>
      )
    case 'stopped':
      return <p>{messages.stopped}</p>
    case 'expired':
      return (
        <p>
          <Sentence of={messages.expired} parts={{ time: <Moment at={endsAt} /> }} />
        </p>
      )
  }
}

const Lines = styled.div`
  display: grid;
  gap: ${space[8]};
`
