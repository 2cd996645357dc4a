import type { Problem } from '#contract/kit/problem.ts'
import { Button } from '../controls/Button.tsx'
import { listMessages as messages } from '../list.messages.ts'
import { ProblemAlert } from './ProblemAlert.tsx'

type RetryAlertProps = {
  /** Null while nothing went wrong: then nothing is drawn. */
  readonly problem: Problem | null
  readonly canRetry: boolean
  readonly onRetry: () => void
}

/** Why something could not be read, and the way to try again. */
export function RetryAlert({ problem, canRetry, onRetry }: RetryAlertProps) {
  if (problem === null) return null
  return (
    <ProblemAlert problem={problem}>
      <Button isBlocked={!canRetry} onPress={onRetry}>
        {messages.retry}
      </Button>
    </ProblemAlert>
  )
}
