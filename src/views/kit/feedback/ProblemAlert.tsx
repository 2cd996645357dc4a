import type { ReactNode } from 'react'

import type { Problem } from '#contract/kit/problem.ts'
import { ForeignResponse } from '../text/ForeignResponse.tsx'
import { fieldName } from '../text/field-names.ts'
import { LearnMore } from '../text/LearnMore.tsx'
import { TextWithTimestamps } from '../text/TextWithTimestamps.tsx'
import { ProblemBox } from './ProblemBox.tsx'

type ProblemAlertProps = {
  readonly problem: Problem
  /** What to do next, as a sentence. */
  readonly advice?: string | undefined
  /** What a person can do about it: Retry, Dismiss. */
  readonly children?: ReactNode
}

/** What went wrong: what happened and why, then what the other system returned, then what can be done. */
export function ProblemAlert({ problem, advice, children }: ProblemAlertProps) {
  const { answer } = problem
  return (
    <ProblemBox
      problem={problem}
      foreign={answer === undefined ? null : <ForeignResponse answer={answer} />}
      drawText={(text) => <TextWithTimestamps text={text} />}
      nameOf={fieldName}
      advice={advice}
      more={<LearnMore code={problem.code} />}
    >
      {children}
    </ProblemBox>
  )
}
