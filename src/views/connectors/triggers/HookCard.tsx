import { useSelector } from '@xstate/react'
import { useId } from 'react'

import type { Hook } from '#contract/connectors/triggers/hook.ts'
import type { HookActor } from '#src/machines/connectors/triggers/hook.machine.ts'
import {
  selectCanCancel,
  selectCanRenew,
  selectCanRetry,
  selectCanSend,
  selectHook,
  selectIsOld,
  selectProblem,
  selectSecret,
  selectStage,
  selectTaken,
} from '#src/machines/connectors/triggers/hook.selectors.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring, Spinner } from '../../kit/feedback/Spinner.tsx'
import { Card, CardTitle, Code, Hint, Row, SideName } from '../../kit/layout/blocks.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { hookWords as words } from './hook.messages.ts'

type HookCardProps = {
  readonly actor: HookActor
  /** JSON of one event, as the sample sends it. */
  readonly example: string
}

/** Where a webhook takes its events, its secret, a sample for the sender, and a test event. */
export function HookCard({ actor, example }: HookCardProps) {
  const hook = useSelector(actor, selectHook)
  const stage = useSelector(actor, selectStage)
  const problem = useSelector(actor, selectProblem)
  const canRetry = useSelector(actor, selectCanRetry)
  const isBusy = stage === 'opening' || stage === 'renewing' || stage === 'sending'
  return (
    <Card aria-label={words.title} aria-busy={isBusy}>
      <CardTitle>{words.title}</CardTitle>
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{words.retry}</Button> : null}
        </ProblemAlert>
      )}
      {hook === null ? stage === 'opening' ? <Spinner label={words.opening} /> : null : <Shown {...{ actor, hook, example }} />}
    </Card>
  )
}

const curlOf = (url: string, secret: string, example: string) =>
  [
    `curl -X POST '${url}'`,
    `-H 'Authorization: Bearer ${secret}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${example.replaceAll("'", "'\\''")}'`,
  ].join(' \\\n  ')

function Shown({ actor, hook, example }: HookCardProps & { readonly hook: Hook }) {
  const why = useId()
  const stage = useSelector(actor, selectStage)
  const secret = useSelector(actor, selectSecret)
  const taken = useSelector(actor, selectTaken)
  const isOld = useSelector(actor, selectIsOld)
  const canRenew = useSelector(actor, selectCanRenew)
  const canSend = useSelector(actor, selectCanSend)
  const canCancel = useSelector(actor, selectCanCancel)
  return (
    <>
      <div>
        <SideName>{words.url}</SideName>
        <Code>{hook.url}</Code>
        <Hint>{words.urlHint}</Hint>
      </div>
      <div>
        <SideName>{words.secret}</SideName>
        <p role="status">{hook.secret === null ? words.noSecret : words.secretIsSet(hook.secret.last4)}</p>
        {hook.oldSecret === null ? null : (
          <Hint>
            <Sentence of={words.oldSecret(hook.oldSecret.last4)} parts={{ time: <Moment at={hook.oldSecret.validUntil} /> }} />
          </Hint>
        )}
      </div>
      {secret === null ? null : (
        <div>
          <SideName>{words.plain}</SideName>
          <Code>{secret}</Code>
          <Hint>{words.plainHint}</Hint>
        </div>
      )}
      <Row>
        <Button
          kind={hook.secret === null ? 'primary' : 'secondary'}
          isBlocked={!canRenew}
          onPress={() => actor.send({ type: 'user.renewed' })}
        >
          {stage === 'renewing' ? <Ring /> : null}
          {stage === 'renewing' ? words.renewing : hook.secret === null ? words.create : words.rotate}
        </Button>
        {hook.secret === null ? null : <Hint>{words.rotateHint}</Hint>}
      </Row>
      <div>
        <SideName>{words.sample}</SideName>
        <Code>{curlOf(hook.url, secret ?? words.placeholder, example)}</Code>
      </div>
      <Row>
        <Button isBlocked={!canSend} why={why} onPress={() => actor.send({ type: 'user.sent' })}>
          {stage === 'sending' ? <Ring /> : null}
          {stage === 'sending' ? words.sending : words.send}
        </Button>
        {canCancel ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{words.cancel}</Button> : null}
      </Row>
      <Hint id={why}>{secret === null ? words.sendHint : words.sends}</Hint>
      <p aria-live="polite">{taken === null ? null : taken.held ? words.held(taken.eventId) : words.taken(taken.eventId)}</p>
      <Hint>{hook.isLive ? null : words.notLive}</Hint>
      <Hint>
        {hook.lastReceivedAt === null ? (
          words.noEvent
        ) : (
          <Sentence of={words.last} parts={{ time: <Moment at={hook.lastReceivedAt} /> }} />
        )}
      </Hint>
      <Hint role="status">{isOld ? words.old : null}</Hint>
    </>
  )
}
