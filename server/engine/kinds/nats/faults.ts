/** What goes wrong with a NATS server, and what that means for a source and a destination. */
import { type ForeignAnswer, type Problem, type ProblemCode, problem } from '#contract/kit/problem.ts'
import { OutboundFault } from '#server/outbound/fault.ts'
import { type Masked, type Outcome, SourceFault } from '../../kit/kind.ts'
import { faultOf } from '../http/response/refusing.ts'
import { outcomeOfReaching } from '../reaching.ts'
import { remoteProblem } from '../remote-problem.ts'

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

/** `says` are the server's own words or, where it said nothing, ours. `code` is its number, e.g. `10059`. */
export class NatsFault extends Error {
  readonly kind: FaultKind
  readonly code: string

  constructor(kind: FaultKind, says: string, code = '', options?: ErrorOptions) {
    super(says, options)
    this.name = 'NatsFault'
    this.kind = kind
    this.code = code
  }
}

/** What the server said, as it is kept and shown first. It answers no HTTP status: 0. */
function answerOf({ message, code }: NatsFault, masked: Masked): ForeignAnswer {
  const body = masked(message).replaceAll('\u0000', '\ufffd').slice(0, 2_048)
  return { status: 0, headers: code === '' ? {} : { code }, body, bytes: Buffer.byteLength(message) }
}

function problemOf(codes: Readonly<Record<FaultKind, ProblemCode>>, fault: NatsFault, masked: Masked): Problem {
  const says = masked(fault.message).replaceAll('\u0000', '\ufffd').slice(0, 1_000)
  const code = fault.code === '' || says.includes(fault.code) ? '' : ` (${fault.code})`
  return remoteProblem(codes[fault.kind], { message: `NATS: ${says}${code}`, answer: answerOf(fault, masked) })
}

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
  return new SourceFault(problemOf(sourceCodes, thrown, masked), passes.has(thrown.kind), { cause: thrown })
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
  const it = problemOf(destinationCodes, thrown, masked)
  if (kind === 'caller') return { outcome: 'refused', problem: it, about: 'caller' }
  if (kind === 'message') return { outcome: 'refused', problem: it, about: 'delivery' }
  if (!isSent || kind === 'passing') return { outcome: 'retry', problem: it }
  return { outcome: 'unknown', problem: problem('destination/response-lost', it.answer ? { answer: it.answer } : {}) }
}
