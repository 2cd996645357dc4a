import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'

import type { SessionActor } from '../../machines/session/session.machine.ts'
import { selectCanCancel, selectProblem } from '../../machines/session/session.selectors.ts'
import { sessionWords } from '../../words/session.ts'
import { Button } from '../parts/Button.tsx'
import { ProblemBox } from '../parts/ProblemBox.tsx'

type QuestionProps = {
  readonly actor: SessionActor
  /** What asks for the second factor. */
  readonly children: ReactNode
}

/** The question for a second factor, and the way back to the form that led to it. */
export function Question({ actor, children }: QuestionProps) {
  const problem = useSelector(actor, selectProblem)
  const canCancel = useSelector(actor, selectCanCancel)
  return (
    <>
      {problem === null ? null : <ProblemBox problem={problem} />}
      {children}
      {canCancel ? (
        <Button kind="quiet" onPress={() => actor.send({ type: 'user.cancelled' })}>
          {sessionWords.cancel}
        </Button>
      ) : null}
    </>
  )
}
