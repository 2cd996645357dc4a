/** What goes wrong with a database, and what that means for a source and a destination. */
import { type Problem, type ProblemCode, problem } from '#contract/kit/problem.ts'
import { OutboundFault } from '#server/outbound/fault.ts'
import { type Masked, type Outcome, SourceFault } from '../../kit/kind.ts'
import { SystemFault, spokenProblem } from '../system-fault.ts'

export type FaultKind =
  | 'forbidden'
  | 'gateway-shut'
  | 'gateway'
  | 'unreachable'
  | 'timeout'
  /** Passes by itself: a deadlock, too many connections, a restart. */
  | 'passing'
  /** Whatever is asked next would meet the same: account, rights, a table that is not there. */
  | 'caller'
  /** The values do not fit. */
  | 'records'
  | 'too-large'
  /** We took it back. */
  | 'aborted'
  /** We were too slow to begin: nothing was asked of the database. */
  | 'starting'

/** `code` is the state that the database gave, e.g. `23505`. */
export class DatabaseFault extends SystemFault<FaultKind> {}

const ofConnecting: Readonly<Record<OutboundFault['kind'], readonly [FaultKind, string]>> = {
  forbidden: ['forbidden', problem('egress/refused').message],
  'gateway-shut': ['gateway-shut', problem('gateway/unusable').message],
  gateway: ['gateway', problem('gateway/failing').message],
  unreachable: ['unreachable', "The database can't be reached."],
  timeout: ['timeout', 'Could not connect to the database within 5 s.'],
  'too-large': ['too-large', ''],
  unreadable: ['unreachable', ''],
  aborted: ['aborted', ''],
  withheld: ['aborted', ''],
}

/** Whether the system says in a short word why there is no connection, e.g. `ECONNREFUSED`. */
const systemWord = (thrown: unknown): string => {
  const cause = thrown instanceof Error ? thrown.cause : undefined
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}

export function faultOfConnecting(thrown: unknown): DatabaseFault {
  if (!(thrown instanceof OutboundFault)) throw thrown
  const [kind, says] = ofConnecting[thrown.kind]
  if (thrown.detail !== null && (kind === 'gateway' || kind === 'gateway-shut'))
    return new DatabaseFault(kind, thrown.detail, '', { cause: thrown })
  const word = systemWord(thrown)
  return new DatabaseFault(kind, word === '' ? says : `${says} (${word})`, word, { cause: thrown })
}

/** Milliseconds in which the database must have said who it is and let us in, and in which it must answer each question. */
export const entryLimit = 15_000
export const answerLimit = 60_000

/** What an attempt that stops answering is ended with. */
export const silent = (limit: number): DatabaseFault =>
  new DatabaseFault('timeout', `The database didn't respond within ${limit / 1_000} s.`)

function problemOf(code: ProblemCode, who: string, fault: DatabaseFault, masked: Masked): Problem {
  if (fault.kind === 'forbidden') return problem(code)
  if (fault.kind === 'gateway' || fault.kind === 'gateway-shut') return problem(code, { message: fault.message })
  return spokenProblem(code, who, fault, masked)
}

const sourceCodes: Readonly<Record<FaultKind, ProblemCode>> = {
  forbidden: 'egress/refused',
  'gateway-shut': 'gateway/unusable',
  gateway: 'gateway/failing',
  unreachable: 'source/unreachable',
  timeout: 'source/timeout',
  passing: 'source/failing',
  caller: 'source/refused',
  records: 'source/refused',
  'too-large': 'source/too-large',
  aborted: 'source/unreachable',
  starting: 'source/timeout',
}
const passes = new Set<FaultKind>(['gateway', 'unreachable', 'timeout', 'passing', 'starting'])

/** Why a page could not be read. Throws again what is none of the database's doing. */
export function sourceFault(thrown: unknown, who: string, masked: Masked): SourceFault {
  if (thrown instanceof SourceFault) return thrown
  if (!(thrown instanceof DatabaseFault)) throw thrown
  const it = problemOf(sourceCodes[thrown.kind], who, thrown, masked)
  return new SourceFault(it, passes.has(thrown.kind), { cause: thrown, isOurs: thrown.kind === 'starting' })
}

const destinationCodes: Readonly<Record<FaultKind, ProblemCode>> = {
  forbidden: 'egress/refused',
  'gateway-shut': 'gateway/unusable',
  gateway: 'gateway/failing',
  unreachable: 'destination/unreachable',
  timeout: 'destination/timeout',
  passing: 'destination/failing',
  caller: 'destination/refused',
  records: 'destination/refused',
  'too-large': 'destination/refused',
  aborted: 'destination/timeout',
  starting: 'destination/timeout',
}

/** What became of a delivery. `isCommitting`: the commit was on its way, so the rows may have been taken. */
export function outcomeOf(thrown: unknown, who: string, masked: Masked, isCommitting: boolean): Outcome {
  if (thrown instanceof OutboundFault && thrown.kind === 'withheld') return { outcome: 'withheld' }
  if (!(thrown instanceof DatabaseFault)) throw thrown
  const { kind } = thrown
  // Nothing was asked, so it is no try; what shared the thread may have been committing.
  if (kind === 'starting' && !isCommitting) return { outcome: 'withheld' }
  const it = problemOf(destinationCodes[kind], who, thrown, masked)
  if (kind === 'too-large') return { outcome: 'too-large', problem: it }
  if (kind === 'records') return { outcome: 'refused', problem: it, about: 'records' }
  if (kind === 'caller' || kind === 'forbidden' || kind === 'gateway-shut')
    return { outcome: 'refused', problem: it, about: 'caller' }
  if (!isCommitting || kind === 'passing') return { outcome: 'retry', problem: it }
  const doubt = `${it.message}${/[.)!?]$/.test(it.message) ? '' : '.'} This happened during the commit. We don't know whether the rows were written.`
  return { outcome: 'unknown', problem: { ...it, message: doubt, detail: doubt } }
}
