/** What it means for a delivery that the way to the other side failed. */
import { type ProblemCode, problem } from '#contract/kit/problem.ts'
import { type FaultKind, OutboundFault } from '../../outbound/fault.ts'
import type { Outcome } from './kind.ts'

const codeOfFault: Readonly<Record<FaultKind, ProblemCode>> = {
  forbidden: 'egress/refused',
  unreachable: 'destination/unreachable',
  timeout: 'destination/timeout',
  'too-large': 'destination/failing',
  unreadable: 'destination/failing',
  aborted: 'destination/timeout',
  withheld: 'destination/timeout',
}

/** Throws what is no `OutboundFault`. */
export function outcomeOfReaching(thrown: unknown): Outcome {
  if (!(thrown instanceof OutboundFault)) throw thrown
  if (thrown.kind === 'withheld') return { outcome: 'withheld' }
  const isLost = thrown.sent && thrown.kind !== 'timeout' && thrown.kind !== 'aborted'
  const it = problem(isLost ? 'destination/response-lost' : codeOfFault[thrown.kind])
  if (thrown.kind === 'forbidden') return { outcome: 'refused', problem: it, about: 'caller' }
  return { outcome: thrown.sent ? 'unknown' : 'retry', problem: it }
}
