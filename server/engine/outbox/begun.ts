/** Deliveries that may be sent once only, and that were begun by a process that died. */
import type { Problem } from '#contract/kit/problem.ts'
import type { Delivery } from '../../records/ledger/delivery.repository.ts'
import type { Attempt } from '../deliver/attempts.repository.ts'
import { allAs } from '../deliver/outcome-classifier.ts'

/** What is written down of a delivery that was begun by a process that died, and that must not be sent twice. */
export function unknownAttempt(delivery: Delivery, number: number, error: Problem): Attempt {
  const at = new Date()
  const times = { startedAt: at, endedAt: at, nextAttemptAt: null, answer: null }
  return {
    delivery,
    number,
    outcome: 'unknown',
    ...times,
    error,
    ends: 'unknown',
    parts: null,
    settled: allAs(delivery, 'unknown'),
  }
}
