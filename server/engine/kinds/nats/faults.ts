/** What goes wrong with a NATS server, and what that means for a source and a destination. */
import { type ProblemCode, problem } from '#contract/kit/problem.ts'
import { OutboundFault } from '#server/outbound/fault.ts'
import { type Masked, type Outcome, SourceFault } from '../../kit/kind.ts'
import { faultOf } from '../http/response/refusing.ts'
import { outcomeOfReaching } from '../reaching.ts'
import { SystemFault, spokenProblem } from '../system-fault.ts'

export type FaultKind =
  /** Whatever is asked next would meet the same: account, rights, a stream that is not there. */
  | 'caller'
  /** This message alone: too large, or a subject that the stream or the account does not take. */
  | 'message'
  /** Passes by itself: a restart, an election, a stream that is full for now. Nothing was taken. */
  | 'passing'
  /** The connection broke before the response came. */
  | 'lost'
  /** No response in time. */
  | 'silent'
  /** More bytes than were asked for, or something that is no NATS. */
  | 'unreadable'

/** `code` is the number that the server gave, e.g. `10059`. */
export class NatsFault extends SystemFault<FaultKind> {}

const sourceCodes: Readonly<Record<FaultKind, ProblemCode>> = {
  caller: 'source/refused',
  message: 'source/refused',
  passing: 'source/failing',
  lost: 'source/unreachable',
  silent: 'source/timeout',
  unreadable: 'source/unreadable',
}
const passes = new Set<FaultKind>(['passing', 'lost', 'silent'])

/** Why a page could not be read. Throws again what is neither of the server's doing nor of the way to it. */
export function sourceFault(thrown: unknown, masked: Masked): SourceFault {
  if (thrown instanceof SourceFault) return thrown
  if (!(thrown instanceof NatsFault)) return faultOf(thrown)
  return new SourceFault(spokenProblem(sourceCodes[thrown.kind], 'NATS', thrown, masked), passes.has(thrown.kind), {
    cause: thrown,
  })
}

const destinationCodes: Readonly<Record<FaultKind, ProblemCode>> = {
  caller: 'destination/refused',
  message: 'destination/refused',
  passing: 'destination/failing',
  lost: 'destination/unreachable',
  silent: 'destination/timeout',
  unreadable: 'destination/failing',
}

/** What became of a delivery. `isSent`: the message was on its way, so the stream may have taken it. */
export function outcomeOf(thrown: unknown, masked: Masked, isSent: boolean): Outcome {
  if (thrown instanceof OutboundFault && !isSent) return outcomeOfReaching(thrown)
  if (!(thrown instanceof NatsFault)) throw thrown
  const { kind } = thrown
  const it = spokenProblem(destinationCodes[kind], 'NATS', thrown, masked)
  if (kind === 'caller') return { outcome: 'refused', problem: it, about: 'caller' }
  if (kind === 'message') return { outcome: 'refused', problem: it, about: 'delivery' }
  if (!isSent || kind === 'passing') return { outcome: 'retry', problem: it }
  return { outcome: 'unknown', problem: problem('destination/response-lost', it.answer ? { answer: it.answer } : {}) }
}
