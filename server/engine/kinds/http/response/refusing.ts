/** Why an answer holds no page, as the run says it. */

import { type ForeignAnswer, type ProblemCode, problem } from '#contract/kit/problem.ts'
import { isWebPage, webPageText } from '#contract/kit/reason/markup-reason.ts'
import { type Masked, SourceFault } from '#server/engine/kit/kind.ts'
import type { OutboundAnswer } from '#server/outbound/exchange.ts'
import { type FaultKind, OutboundFault } from '#server/outbound/fault.ts'
import { JsonError } from '#server/platform/json/exact.ts'
import { remoteProblem } from '../../remote-problem.ts'
import { AccessTokenFault } from '../access-token.ts'
import { redirectText } from '../redirects.ts'
import { foreignAnswer, isAccepted, isRetried, retryAfter, retryAfterInstant } from './answer.ts'
import type { ReportedFailure } from './failure-vocabulary.ts'
import { mayPass, quoted } from './failure-vocabulary.ts'

const codeOfFault: Readonly<Record<FaultKind, ProblemCode>> = {
  forbidden: 'egress/refused',
  'gateway-shut': 'gateway/unusable',
  gateway: 'gateway/failing',
  unreachable: 'source/unreachable',
  timeout: 'source/timeout',
  'too-large': 'source/too-large',
  unreadable: 'source/unreadable',
  aborted: 'source/unreachable',
  withheld: 'source/unreachable',
}
const retriedFaults = new Set<FaultKind>(['gateway', 'unreachable', 'timeout', 'unreadable'])

/** The fault of a request that brought no answer. What is neither is thrown on. */
export function faultOf(thrown: unknown): SourceFault {
  if (thrown instanceof AccessTokenFault) return new SourceFault(thrown.problem('source'), thrown.retry, { cause: thrown })
  if (!(thrown instanceof OutboundFault)) throw thrown
  const hasBroken = thrown.kind === 'unreachable' && thrown.sent
  const message = thrown.detail ?? (hasBroken ? "The connection broke before the source's response was complete." : null)
  const it = problem(codeOfFault[thrown.kind], message === null ? {} : { message })
  return new SourceFault(it, retriedFaults.has(thrown.kind), { cause: thrown })
}

/** Throws when the answer is not one that holds a page. */
export function refuseUnaccepted(answer: OutboundAnswer, masked: Masked): void {
  if (isAccepted(answer.status)) return
  const header = answer.headers['retry-after']
  const wait = retryAfter(header, Date.now())
  // Nobody waits that long for a page: the run ends and says until when, and a later one begins where it ended.
  const until = retryAfterInstant(header, Date.now())
  const extras = { answer: foreignAnswer(answer, masked), ...(wait === undefined ? {} : { retryAfter: wait }) }
  const redirect = redirectText(answer)
  const message = redirect === null ? `The source returned ${answer.status}.${until}` : `The source returned ${masked(redirect)}.`
  const code = answer.status >= 500 || isRetried(answer.status) ? 'source/failing' : 'source/refused'
  throw new SourceFault(remoteProblem(code, { ...extras, message }), isRetried(answer.status) && until === '')
}

/** The fault of an answer that does not meet the success criteria of the source. */
export function faultOfCriteria(why: string, answer: ForeignAnswer): SourceFault {
  const message = `The source returned ${answer.status}, but ${why}. This doesn't count as a success.`
  return new SourceFault(remoteProblem('source/refused', { message, answer }), false)
}

/** The fault of an answer that was accepted, and says in words that the request failed. */
export function faultOfReport(failure: ReportedFailure, answer: ForeignAnswer, masked: Masked): SourceFault {
  const passes = mayPass(failure)
  const message = `The source returned ${answer.status}, but its response reports an error: ${quoted(failure, masked)}.`
  return new SourceFault(remoteProblem(passes ? 'source/failing' : 'source/refused', { message, answer }), passes)
}

const opening = {
  'not-json': "The source's response can't be read.",
  'too-large': "The source's response is too large.",
  'too-deep': "The source's response is nested deeper than 64 levels.",
} as const

/** The fault of an answer that was read and refused. What is none is thrown on. */
export function faultOfJson(thrown: unknown, answer: ForeignAnswer): SourceFault {
  if (!(thrown instanceof JsonError)) throw thrown
  const { fault, reason } = thrown
  // A page that is cut or garbled may be whole the next time; a page that is too much stays too much.
  const isGarbled = fault === 'not-json'
  const isPage = isGarbled && isWebPage(answer.body)
  const message = isPage
    ? webPageText('The source', answer.body)
    : reason === null
      ? opening[fault]
      : `${opening[fault]} ${reason}`
  return new SourceFault(remoteProblem(`source/${fault}`, { message, ...(isGarbled ? { answer } : {}) }), isGarbled, {
    cause: thrown,
  })
}
