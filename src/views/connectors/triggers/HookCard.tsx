import { useSelector } from '@xstate/react'
import { useId } from 'react'
import styled from 'styled-components'
import type { Hook } from '#contract/connectors/triggers/hook.ts'
import type { HookSettings } from '#contract/connectors/triggers/sender.ts'
import { senderOf } from '#contract/connectors/triggers/senders.ts'
import { type CopiedPart, type HookActor, isGivenSecret, selectStage } from '#src/machines/connectors/triggers/hook.machine.ts'
import { curlOf, urlOf } from '#src/machines/connectors/triggers/hook-sample.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring, Spinner } from '../../kit/feedback/Spinner.tsx'
import { Card, CardTitle, Code, Hint, Row, SideName } from '../../kit/layout/blocks.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { hookMessages as messages } from './hook.messages.ts'

type HookCardProps = {
  readonly actor: HookActor
  /** Who sends; left out where nobody has said it. */
  readonly settings?: HookSettings | undefined
  /** JSON of one event, as the sample sends it. */
  readonly example: string
}

/** Where a webhook takes its events, its secret, a sample for the sender, and a test event. */
export function HookCard({ actor, settings, example }: HookCardProps) {
  const hook = useContextOf(actor, 'hook')
  const stage = useSelector(actor, selectStage)
  const problem = useContextOf(actor, 'problem')
  const canRetry = useCan(actor, { type: 'user.retried' })
  const isBusy = stage === 'opening' || stage === 'renewing' || stage === 'giving' || stage === 'sending'
  return (
    <Card aria-label={messages.title} aria-busy={isBusy}>
      <CardTitle>{messages.title}</CardTitle>
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.retry}</Button> : null}
        </ProblemAlert>
      )}
      {hook === null ? (
        stage === 'opening' ? (
          <Spinner label={messages.opening} />
        ) : null
      ) : (
        <Shown {...{ actor, hook, settings, example }} />
      )}
    </Card>
  )
}

function Shown({ actor, hook, settings, example }: HookCardProps & { readonly hook: Hook }) {
  const why = useId()
  const stage = useSelector(actor, selectStage)
  const secret = useContextOf(actor, 'secret')
  const taken = useContextOf(actor, 'taken')
  const isOld = useContextOf(actor, 'isOld')
  const canRenew = useCan(actor, { type: 'user.renewed' })
  const canSend = useCan(actor, { type: 'user.sent' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  const sender = settings === undefined ? null : senderOf(settings)
  const shownSecret = secret ?? messages.placeholder
  const url = urlOf(settings, { url: hook.url, secret: shownSecret })
  const sample = curlOf(settings, { url: hook.url, secret: shownSecret, example })
  return (
    <>
      {sender === null ? null : <p>{messages.sender(sender.name)}</p>}
      <Part>
        <SideName>{messages.url}</SideName>
        <Code>{url}</Code>
        <CopyRow actor={actor} what="url" text={url} />
        <Hint>{sender === null || sender.body === 'json' ? messages.urlHint : messages.urlHintAny}</Hint>
      </Part>
      {settings?.sender === 'meta' ? (
        <div>
          <SideName>{messages.verifyToken}</SideName>
          <Code>{hook.url.slice(hook.url.lastIndexOf('/') + 1)}</Code>
        </div>
      ) : null}
      <div>
        <SideName>{messages.secret}</SideName>
        <p role="status">
          {hook.secret !== null
            ? messages.secretIsSet(hook.secret.last4)
            : sender?.secret === 'given'
              ? messages.noGivenSecret
              : messages.noSecret}
        </p>
        {hook.oldSecret === null ? null : (
          <Hint>
            <Sentence of={messages.oldSecret(hook.oldSecret.last4)} parts={{ time: <Moment at={hook.oldSecret.validUntil} /> }} />
          </Hint>
        )}
      </div>
      {secret === null ? null : (
        <Part>
          <SideName>{messages.plain}</SideName>
          <Code>{secret}</Code>
          <CopyRow actor={actor} what="secret" text={secret} hint={messages.plainHint} />
        </Part>
      )}
      {sender?.secret === 'ours' ? null : <GivenSecret actor={actor} of={sender?.secretName ?? messages.secretName} />}
      {sender?.secret === 'given' ? null : (
        <Row>
          <Button
            kind={hook.secret === null ? 'primary' : 'secondary'}
            isBlocked={!canRenew}
            onPress={() => actor.send({ type: 'user.renewed' })}
          >
            {stage === 'renewing' ? <Ring /> : null}
            {stage === 'renewing' ? messages.renewing : hook.secret === null ? messages.create : messages.rotate}
          </Button>
          {hook.secret === null ? null : <Hint>{messages.rotateHint}</Hint>}
        </Row>
      )}
      <Part>
        <SideName>{messages.sample}</SideName>
        <Code>{sample}</Code>
        <CopyRow actor={actor} what="sample" text={sample} />
      </Part>
      {sender === null ? (
        <>
          <Row>
            <Button isBlocked={!canSend} why={why} onPress={() => actor.send({ type: 'user.sent' })}>
              {stage === 'sending' ? <Ring /> : null}
              {stage === 'sending' ? messages.sending : messages.send}
            </Button>
            {canCancel ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.cancel}</Button> : null}
          </Row>
          <Hint id={why}>{secret === null ? messages.sendHint : messages.sends}</Hint>
        </>
      ) : null}
      <p aria-live="polite">
        {taken === null ? null : taken.held ? messages.held(taken.eventId) : messages.taken(taken.eventId)}
      </p>
      <Hint>{hook.isLive ? null : messages.notLive}</Hint>
      <Hint>
        {hook.lastReceivedAt === null ? (
          messages.noEvent
        ) : (
          <Sentence of={messages.last} parts={{ time: <Moment at={hook.lastReceivedAt} /> }} />
        )}
      </Hint>
      <Hint role="status">{isOld ? messages.old : null}</Hint>
    </>
  )
}

const copyEvents = { url: 'user.copiedUrl', secret: 'user.copiedSecret', sample: 'user.copiedSample' } as const

type CopyRowProps = {
  readonly actor: HookActor
  readonly what: CopiedPart
  readonly text: string
  /** Shown until something was copied. */
  readonly hint?: string
}

function CopyRow({ actor, what, text, hint }: CopyRowProps) {
  const copied = useContextOf(actor, 'copied')
  const event = { type: copyEvents[what], text } as const
  const canCopy = useCan(actor, event)
  const is = copied?.what === what ? copied.is : null
  return (
    <Row>
      <Button isBlocked={!canCopy} onPress={() => actor.send(event)}>
        {messages.copy[what]}
      </Button>
      <Hint role="status">{is === null ? hint : is ? messages.copied[what] : messages.byHand[what]}</Hint>
    </Row>
  )
}

/** The secret that the sender made, while it is typed. It is never shown again. */
function GivenSecret({ actor, of }: { readonly actor: HookActor; readonly of: string }) {
  const stage = useSelector(actor, selectStage)
  const typed = useContextOf(actor, 'typed')
  const canWrite = useCan(actor, { type: 'user.wrote', text: '' })
  const canGive = useCan(actor, { type: 'user.gave' })
  return (
    <>
      <Field
        type="password"
        autoComplete="off"
        spellCheck={false}
        label={messages.given(of)}
        hint={messages.givenHint}
        value={typed}
        error={typed === '' || isGivenSecret(typed) ? undefined : messages.givenFault}
        isBlocked={!canWrite}
        onWrite={(text) => actor.send({ type: 'user.wrote', text })}
      />
      <Row>
        <Button isBlocked={!canGive} onPress={() => actor.send({ type: 'user.gave' })}>
          {stage === 'giving' ? <Ring /> : null}
          {stage === 'giving' ? messages.giving : messages.give}
        </Button>
      </Row>
    </>
  )
}

const Part = styled.div`
  display: grid;
  gap: ${space[8]};
  justify-items: start;
  min-width: 0;

  & > * {
    max-width: 100%;
  }
`
