import styled from 'styled-components'
import { codeTexts } from '#contract/kit/one-time-code.ts'
import type { OneTimeCodeActor } from '#src/machines/kit/one-time-code.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../controls/Button.tsx'
import { Field } from '../controls/Field.tsx'
import { Remaining } from '../text/Remaining.tsx'
import { useCan, useContextOf, useMatches } from '../use-snapshot.ts'
import { oneTimeCodeMessages as messages } from './one-time-code.messages.ts'
import { ProblemAlert } from './ProblemAlert.tsx'

type OneTimeCodeProps = {
  readonly actor: OneTimeCodeActor
  /** Where the code comes from. */
  readonly hint: string
}

/** Six digits, verified and sent again. What was typed stays through every failure. */
export function OneTimeCode({ actor, hint }: OneTimeCodeProps) {
  const code = useContextOf(actor, 'code')
  const isSent = useContextOf(actor, 'isSent')
  const until = useContextOf(actor, 'until')
  const lifetime = useContextOf(actor, 'lifetime')
  const problem = useContextOf(actor, 'problem')
  const sendingProblem = useContextOf(actor, 'sendingProblem')
  const wasSentAgain = useContextOf(actor, 'wasSentAgain')
  const isExpired = useMatches(actor, 'expired')
  const isVerifying = useMatches(actor, { open: { entry: 'verifying' } })
  const isResending = useMatches(actor, { open: { sending: 'resending' } })
  const isPausing = useMatches(actor, { open: { sending: 'pausing' } })
  const canWrite = useCan(actor, { type: 'user.wroteCode', code: '' })
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canRequest = useCan(actor, { type: 'user.requestedAgain' })
  if (isExpired) return <p role="status">{messages.expired}</p>
  return (
    <form
      aria-busy={isVerifying}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'user.submitted' })
      }}
    >
      <Fields role="group" aria-label={messages.form}>
        {problem === null ? null : <ProblemAlert problem={problem} />}
        {sendingProblem === null ? null : <ProblemAlert problem={sendingProblem} />}
        <Field
          label={messages.code}
          hint={hint}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          value={code}
          ref={startHere}
          isRequired
          isBlocked={!canWrite}
          error={code !== '' && !canSubmit && !isVerifying ? codeTexts.form : undefined}
          onWrite={(text) => actor.send({ type: 'user.wroteCode', code: text })}
        />
        <Note>
          {isSent ? <Remaining until={until} say={messages.expiresIn} /> : messages.finishWithin(Math.round(lifetime / 60_000))}
        </Note>
        <Buttons>
          <Button kind="primary" submits isBlocked={!canSubmit}>
            {isVerifying ? messages.verifying : messages.verify}
          </Button>
          {isSent ? (
            <Button isBlocked={!canRequest} why="resend-why" onPress={() => actor.send({ type: 'user.requestedAgain' })}>
              {isResending ? messages.resending : codeTexts.resend}
            </Button>
          ) : null}
        </Buttons>
        {isSent ? (
          <Note role="status" id="resend-why">
            {wasSentAgain ? messages.sentAgain : null} {isPausing ? messages.wait : null}
          </Note>
        ) : null}
      </Fields>
    </form>
  )
}

const startHere = (input: HTMLInputElement | null) => input?.focus()

const Fields = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
`

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`

const Note = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};

  &:empty {
    display: none;
  }
`
