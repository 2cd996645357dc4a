/** What it means for a delivery that the way to the other side failed. */
import { type Problem, type ProblemCode, problem } from '#contract/kit/problem.ts'
import { type FaultKind, OutboundFault } from '../../outbound/fault.ts'
import type { Outcome } from '../kit/kind.ts'
import { RateLimited } from './paced-outbound.ts'

/** The problem of a way that was never opened, which is the same for a source, a destination and an enrichment; null of any other fault. */
export function problemOfWay({ kind, detail }: OutboundFault): Problem | null {
  const said = detail === null ? {} : { message: detail }
  if (kind === 'forbidden') return problem('egress/refused', said)
  if (kind === 'gateway-shut') return problem('gateway/unusable', said)
  return kind === 'gateway' ? problem('gateway/failing', said) : null
}

type OtherKind = Exclude<FaultKind, 'forbidden' | 'gateway' | 'gateway-shut'>

const codeOfFault: Readonly<Record<OtherKind, ProblemCode>> = {
  unreachable: 'destination/unreachable',
  timeout: 'destination/timeout',
  'too-large': 'destination/failing',
  unreadable: 'destination/failing',
  aborted: 'destination/timeout',
  withheld: 'destination/timeout',
}

function problemOfLimit({ answer, limit }: RateLimited): Problem {
  const message = `The destination returned ${answer.status} because it limits requests.`
  return problem('destination/failing', { message, ...(limit.wait === null ? {} : { retryAfter: limit.wait }) })
}

/** Throws what is no `OutboundFault`. */
export function outcomeOfReaching(thrown: unknown): Outcome {
  if (!(thrown instanceof OutboundFault)) throw thrown
  if (thrown instanceof RateLimited) return { outcome: 'limited', problem: problemOfLimit(thrown) }
  if (thrown.kind === 'withheld') return { outcome: 'withheld' }
  const way = problemOfWay(thrown)
  if (way)
    return thrown.kind === 'gateway' ? { outcome: 'retry', problem: way } : { outcome: 'refused', problem: way, about: 'caller' }
  const isLost = thrown.sent && thrown.kind !== 'timeout' && thrown.kind !== 'aborted'
  const it = problem(isLost ? 'destination/response-lost' : codeOfFault[thrown.kind as OtherKind])
  return { outcome: thrown.sent ? 'unknown' : 'retry', problem: it }
}
