import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'

import type { SessionStage } from '#contract/auth/session-status.ts'
import type { SessionClockActor } from '#src/machines/auth/sign-in/session-clock.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { DialogButtons } from '../../kit/feedback/ConfirmedAction.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { Remaining } from '../../kit/text/Remaining.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { sessionClockMessages as messages } from './session-clock.messages.ts'

type SessionClockProps = {
  readonly actor: SessionClockActor
  /** How a person does what has to be done first. */
  readonly draw: (stage: Exclude<SessionStage, 'full'>, finish: () => void) => ReactNode
}

/** Says when the session ends, and what has to be set up before anything else. */
export function SessionClock({ actor, draw }: SessionClockProps) {
  const reading = useContextOf(actor, 'reading')
  const isPreparing = useSelector(actor, (it) => it.matches('preparing') || it.matches('rereading'))
  const isAsking = useSelector(actor, (it) => it.matches('asking') || it.matches('checking') || it.matches('staying'))
  if (reading === null) return null
  if (isPreparing && reading.stage !== 'full') return <Setup actor={actor} stage={reading.stage} draw={draw} />
  if (isAsking && reading.endsAt !== null) return <Question actor={actor} endsAt={reading.endsAt} />
  if (reading.mfaDueAt === null) return null
  return (
    <Banner tone="warning" fact={messages.due} actions={<LinkButton href="/account?tab=mfa">{messages.toMfa}</LinkButton>}>
      {messages.dueBy} <Moment at={reading.mfaDueAt} />
    </Banner>
  )
}

type SetupProps = SessionClockProps & { readonly stage: Exclude<SessionStage, 'full'> }

function Setup({ actor, stage, draw }: SetupProps) {
  const isBusy = useIsBusy(actor)
  const finish = () => actor.send({ type: 'user.finished' })
  return (
    <Dialog title={messages[stage].title} isWide>
      <p>{messages[stage].text}</p>
      {draw(stage, finish)}
      <DialogButtons>
        <Button kind="primary" isBlocked={isBusy} onPress={finish}>
          {messages.continue}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function Question({ actor, endsAt }: { readonly actor: SessionClockActor; readonly endsAt: string }) {
  const problem = useContextOf(actor, 'problem')
  const canStay = useSelector(actor, (it) => it.can({ type: 'user.stayed' }))
  const isBusy = useIsBusy(actor)
  const mayStay = useContextOf(actor, 'reading')?.canStay ?? false
  return (
    <Dialog title={messages.title}>
      <p>
        <Remaining until={endsAt} say={messages.signedOutIn} /> {mayStay ? messages.idle : messages.longest}
      </p>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {mayStay ? (
        <DialogButtons>
          <Button kind="primary" isBlocked={!canStay} onPress={() => actor.send({ type: 'user.stayed' })}>
            {isBusy ? messages.staying : messages.stay}
          </Button>
        </DialogButtons>
      ) : null}
    </Dialog>
  )
}
