import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { MfaChallenge } from '#contract/auth/auth.ts'
import type { ChallengeActor } from '#src/machines/auth/mfa/challenge.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring, Spinner } from '../../kit/feedback/Spinner.tsx'
import { useCan, useContextOf, useIsBusy, useMatches } from '../../kit/use-snapshot.ts'
import { challengeMessages } from './challenge.messages.ts'

type ChallengeFormProps = {
  readonly actor: ChallengeActor
  /** The way to have the code sent again, where it was sent. */
  readonly children?: ReactNode
}

/** Six digits or a recovery code. What was typed stays through every failure. */
export function ChallengeForm({ actor, children }: ChallengeFormProps) {
  const challenge = useContextOf(actor, 'challenge')
  const kind = useContextOf(actor, 'kind')
  const code = useContextOf(actor, 'code')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const isPassed = useMatches(actor, 'passed')
  const isEnded = useMatches(actor, 'ended')
  const canWrite = useCan(actor, { type: 'user.wroteCode', code: '' })
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  const canChooseRecovery = useCan(actor, { type: 'user.choseRecovery' })
  const canChooseCode = useCan(actor, { type: 'user.choseCode' })
  if (isPassed) return <Spinner label={challengeMessages.passed} />
  if (isEnded) return <Spinner label={challengeMessages.ending} />
  const isDigits = kind === 'code'

  return (
    <Form
      aria-label={challengeMessages.form}
      aria-busy={isBusy}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'user.submitted' })
      }}
    >
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <Field
        key={kind}
        label={isDigits ? challengeMessages.code : challengeMessages.recoveryCode}
        hint={isDigits ? whereFrom(challenge) : challengeMessages.fromPaper}
        name="code"
        autoComplete={isDigits ? 'one-time-code' : 'off'}
        {...(isDigits ? { inputMode: 'numeric' as const } : {})}
        value={code}
        ref={startHere}
        isRequired
        isBlocked={!canWrite}
        onWrite={(text) => actor.send({ type: 'user.wroteCode', code: text })}
      />
      <Button kind="primary" submits isBlocked={!canSubmit} why="challenge-why">
        {isBusy ? <Ring /> : null}
        {isBusy ? challengeMessages.verifying : challengeMessages.verify}
      </Button>
      <Why id="challenge-why">
        {canSubmit || isBusy ? null : isDigits ? challengeMessages.missingDigits : challengeMessages.missingRecovery}
      </Why>
      {canCancel ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{challengeMessages.stop}</Button> : null}
      <Beside hidden={!isDigits}>{children}</Beside>
      {canChooseRecovery ? (
        <Button kind="quiet" onPress={() => actor.send({ type: 'user.choseRecovery' })}>
          {challengeMessages.choseRecovery}
        </Button>
      ) : null}
      {canChooseCode ? (
        <Button kind="quiet" onPress={() => actor.send({ type: 'user.choseCode' })}>
          {challengeMessages.choseCode}
        </Button>
      ) : null}
    </Form>
  )
}

function whereFrom({ method, target, isKept }: MfaChallenge): string {
  if (method === 'app') return challengeMessages.fromApp
  const told = target ?? challengeMessages.unknownTarget
  if (isKept) return challengeMessages.fromOutbox(told)
  return method === 'sms' ? challengeMessages.fromSms(told) : challengeMessages.fromEmail(told)
}

const startHere = (input: HTMLInputElement | null) => {
  input?.setAttribute('autofocus', '')
  input?.focus()
}

const Form = styled.form`
  display: grid;
  gap: ${space[16]};
`

/** Out of sight it keeps its time. */
const Beside = styled.div`
  display: grid;
  gap: ${space[8]};

  &[hidden],
  &:empty {
    display: none;
  }
`

const Why = styled.p`
  color: ${color['text.subtle']};
  font: ${font.dense};

  &:empty {
    display: none;
  }
`
