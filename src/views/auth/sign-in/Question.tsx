import type { ReactNode } from 'react'
import type { SessionActor } from '#src/machines/auth/sign-in/session.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemBox } from '../../kit/feedback/ProblemBox.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { sessionMessages } from './session.messages.ts'

type QuestionProps = {
  readonly actor: SessionActor
  /** What asks for the second factor. */
  readonly children: ReactNode
}

/** The question for a second factor, and the way back to the form that led to it. */
export function Question({ actor, children }: QuestionProps) {
  const problem = useContextOf(actor, 'problem')
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  return (
    <>
      {problem === null ? null : <ProblemBox problem={problem} />}
      {children}
      {canCancel ? (
        <Button kind="quiet" onPress={() => actor.send({ type: 'user.cancelled' })}>
          {sessionMessages.cancel}
        </Button>
      ) : null}
    </>
  )
}
