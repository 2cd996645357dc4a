/** What the answer to an enrichment says. */

import type { Lookup } from '#contract/connectors/config/config.ts'
import type { ResponseFormat } from '#contract/connectors/config/responses/response-format.ts'
import { type ForeignAnswer, type Problem, type ProblemCode, problem } from '#contract/kit/problem.ts'
import { isWebPage, webPageText } from '#contract/kit/reason/markup-reason.ts'
import type { OutboundAnswer } from '../../outbound/exchange.ts'
import { type FaultKind, OutboundFault } from '../../outbound/fault.ts'
import { JsonError, parseBytes } from '../../platform/json/exact.ts'
import { hasTooManyNames, tooManyNames } from '../../platform/json/names.ts'
import { AccessTokenFault } from '../kinds/http/access-token.ts'
import { redirectText } from '../kinds/http/redirects.ts'
import { foreignAnswer, isAccepted, isRetried, retryAfter } from '../kinds/http/response/answer.ts'
import type { ReportedFailure } from '../kinds/http/response/failure-vocabulary.ts'
import { mayPass, quoted } from '../kinds/http/response/failure-vocabulary.ts'
import { remoteProblem } from '../kinds/remote-problem.ts'
import { badLineIn, convertedToJson } from '../kit/formats/converting.ts'
import { isPlain, readingOf } from '../kit/formats/sniffing.ts'
import type { Masked } from '../kit/kind.ts'
import type { ListPlace } from '../kit/splitting/cutting.ts'
import { recordsIn } from '../kit/splitting/documents.ts'
import { recordBytesMax } from '../limits.ts'

/** A third system, as the enrichments of one enrichment see it. */
export type Parameter = Lookup['parameters'][number]

/** One request, ready to be made. */
export type Asking = {
  /** As the ledger shows it. */
  readonly asked: string
  /** Throws when `signal` is aborted. `started` is called when the request is sent, if it waited for a rate limit before. */
  readonly send: (signal: AbortSignal, started?: () => void) => Promise<Answered>
}

export type System = {
  /** Each member is one enrichment with a value for each parameter; several only of an enrichment per batch. */
  readonly build: (asked: readonly (readonly unknown[])[]) => Asking
  /** Why a set of values cannot be sent: a sentence that goes on after "the value …"; null when it can. */
  readonly fault: (values: readonly unknown[]) => { readonly parameter: Parameter; readonly why: string } | null
  /** Gives back what asking for the records of a page holds open. */
  readonly end: () => Promise<void>
}

export type Answered =
  /** Undefined: there is nothing, said by 404, 410 or an empty body. `link`: the header that may name a next page. */
  | { readonly kind: 'value'; readonly value: unknown; readonly answer: ForeignAnswer; readonly link?: string }
  /** `stops`: every other enrichment would meet the same. `isOurs`: the system was not asked, so that was no try. */
  | {
      readonly kind: 'problem'
      readonly problem: Problem
      readonly retry: boolean
      readonly stops: boolean
      readonly isOurs?: boolean
    }

const codeOfFault: Readonly<Record<FaultKind, ProblemCode>> = {
  forbidden: 'egress/refused',
  'gateway-shut': 'gateway/unusable',
  gateway: 'gateway/failing',
  unreachable: 'lookup/unreachable',
  timeout: 'lookup/timeout',
  'too-large': 'lookup/too-large',
  unreadable: 'lookup/not-json',
  aborted: 'lookup/unreachable',
  withheld: 'lookup/unreachable',
}
const retriedFaults = new Set<FaultKind>(['gateway', 'unreachable', 'timeout', 'unreadable'])

const saysNothing = new Set([404, 410])
const refusesCaller = new Set([401, 403])

/** @param name of the enrichment, as a person knows it. */
export function problemOfFault(thrown: unknown, name: string): Answered {
  // Without a token nothing can be looked up.
  if (thrown instanceof AccessTokenFault)
    return { kind: 'problem', problem: thrown.problem('lookup'), retry: thrown.retry, stops: !thrown.retry }
  if (!(thrown instanceof OutboundFault)) throw thrown
  const code = codeOfFault[thrown.kind]
  const isForbidden = thrown.kind === 'forbidden'
  const isShut = isForbidden || thrown.kind === 'gateway-shut'
  const message =
    isForbidden && thrown.detail === null
      ? `The enrichment "${name}" uses an address that connectors can't reach.`
      : (thrown.detail ?? problem(code).message)
          .replace('the enrichment', `the enrichment "${name}"`)
          .replace('The enrichment', `The enrichment "${name}"`)
  return { kind: 'problem', problem: problem(code, { message }), retry: retriedFaults.has(thrown.kind), stops: isShut }
}

/** An accepted answer that does not meet the success criteria of the enrichment. */
export function problemOfCriteria(why: string, answer: ForeignAnswer, name: string): Answered {
  const message = `The enrichment "${name}" returned ${answer.status}, but ${why}. This doesn't count as a success.`
  return { kind: 'problem', problem: remoteProblem('lookup/refused', { message, answer }), retry: false, stops: false }
}

/** An accepted answer that says in words that the request failed. It is never read as "not found". */
export function problemOfReport(failure: ReportedFailure, answer: ForeignAnswer, masked: Masked, name: string): Answered {
  const retry = mayPass(failure)
  const message = `The enrichment "${name}" returned ${answer.status}, but its response reports an error: ${quoted(failure, masked)}.`
  return {
    kind: 'problem',
    problem: remoteProblem(retry ? 'lookup/failing' : 'lookup/refused', { message, answer }),
    retry,
    stops: false,
  }
}

/** How responses are read, and where the thing that was looked up stands in them. */
export type Read = { readonly format: ResponseFormat | undefined; readonly list: ListPlace }

/** What is found goes into a record. Throws `JsonError`. */
async function valueIn({ body, headers }: OutboundAnswer, { format, list }: Read): Promise<unknown> {
  const tooLarge = () => new JsonError('too-large', 'The response is larger than 8 MB.')
  if (body.length > recordBytesMax) throw tooLarge()
  const reading = readingOf(format, headers, body)
  const bytes = isPlain(reading) ? body : (await convertedToJson(body, reading, list)).bytes
  if (bytes.length > recordBytesMax) throw tooLarge()
  if (hasTooManyNames(bytes)) throw new JsonError('too-large', `The response has ${tooManyNames}.`)
  const value = parseBytes(bytes)
  const bad = isPlain(reading)
    ? undefined
    : listIn(value, list)
        .map(badLineIn)
        .find((it) => it !== null)
  if (bad) throw new JsonError('not-json', `Line ${bad.line} can't be read. ${bad.reason}`)
  return value
}

const listIn = (value: unknown, list: ListPlace): readonly unknown[] => recordsIn(value, list) ?? []

export async function readAnswer(answer: OutboundAnswer, masked: Masked, name: string, how: Read): Promise<Answered> {
  const said = foreignAnswer(answer, masked)
  const { status } = answer
  if (saysNothing.has(status)) return { kind: 'value', value: undefined, answer: said }
  const refuse = (code: ProblemCode, message: string, retry: boolean, wait?: number): Answered => ({
    kind: 'problem',
    problem: remoteProblem(code, { message, answer: said, ...(wait === undefined ? {} : { retryAfter: wait }) }),
    retry,
    stops: refusesCaller.has(status),
  })
  if (!isAccepted(status)) {
    const redirect = redirectText(answer)
    const message = `The enrichment "${name}" returned ${redirect === null ? status : masked(redirect)}.`
    const code = status >= 500 || isRetried(status) ? 'lookup/failing' : 'lookup/refused'
    return refuse(code, message, isRetried(status), retryAfter(answer.headers['retry-after'], Date.now()))
  }
  if (answer.body.length === 0) return { kind: 'value', value: undefined, answer: said }
  try {
    const { link } = answer.headers
    return { kind: 'value', value: await valueIn(answer, how), answer: said, ...(link === undefined ? {} : { link }) }
  } catch (thrown) {
    if (!(thrown instanceof JsonError)) throw thrown
    const what = { 'not-json': "a response that can't be read", 'too-deep': 'more than 64 levels', 'too-large': 'too much data' }
    if (thrown.fault === 'not-json' && isWebPage(said.body))
      return refuse('lookup/not-json', webPageText(`The enrichment "${name}"`, said.body), true)
    return refuse(
      `lookup/${thrown.fault}`,
      `The enrichment "${name}" returned ${what[thrown.fault]}.${thrown.reason === null ? '' : ` ${thrown.reason}`}`,
      thrown.fault === 'not-json',
    )
  }
}
