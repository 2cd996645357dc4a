/**
 * What the answer of a destination means for the records of a delivery. `decisions.md` section 6, `faults.md` F9, F11 and F24 to F27.
 *
 * 2xx: taken, unless the answer says otherwise; when it does is settled by the success condition (`success.ts`), by its words of failure
 * (`reported-failure.ts`) and, of several records, by what the answer says of each of them (`items.ts`): that counts for them alone. An answer that speaks
 * of a failure without telling whose leaves the outcome unknown: some of the records may have been taken, so it is no reason to send them again. 409: with the words of a key that is being worked on, or with
 * `Retry-After`, it waits; after a try whose outcome is unknown it waits three times, for the first try may still be at work, and then
 * stays refused as a whole (halves would have keys of their own and could be taken a second time); otherwise a record is in conflict.
 * A key that was used before with another body: refused, and never sent again.
 */

import type { ForeignAnswer, Problem } from '#contract/kit/problem.ts'
import { webPageText } from '#contract/kit/reason/markup-reason.ts'
import type { ItemOutcome, Masked, Outcome, Parcel } from '#server/engine/kit/kind.ts'
import type { OutboundAnswer } from '#server/outbound/exchange.ts'
import type { ResponseHead } from '#server/outbound/fault.ts'
import { JsonError, parseBytes, parseExactly } from '#server/platform/json/exact.ts'
import type { Path } from '#server/platform/json/path.ts'
import { remoteProblem } from '../../remote-problem.ts'
import { foreignAnswer, isAccepted, isRetried, retryAfter, retryAfterInstant, storedBytesMax } from './answer.ts'
import { quoted, type ReportedFailure, saidIn, saysLimit, textOf } from './failure-vocabulary.ts'
import { isObject, statusOf, withoutEcho } from './item-verdict.ts'
import { type Fare, onlyEntry, readItems } from './items.ts'
import { holdsNoResult, limitIn, waitIn } from './limit-reports.ts'
import type { AnswerReader, Read } from './presets/reader.ts'
import { withRemoteIds } from './remote-ids.ts'
import { failureIn } from './reported-failure.ts'
import { type Judge, pageDoubt } from './success.ts'
import { soapFaultOf } from './xml-answer.ts'

/** How the answers of a destination are read. `reader`: as its configuration says; `status`: the status alone decides. */
export type DeliveryJudge = Judge & {
  readonly reader?: AnswerReader | 'status' | null
  /** Where the id of a record is; null or absent: no id is kept. */
  readonly idPath?: Path | null
}

/** Bytes of an answer that are read: it may speak of every record. */
export const readBytes = ({ count }: Pick<Parcel, 'count'>, { readsBody, reader, idPath }: DeliveryJudge): number => {
  if (typeof reader === 'function' || idPath) return 1_048_576
  return count > 1 || readsBody ? 262_144 : 16_384
}

/** How often a conflict is waited out that may be our own first try. */
const conflictWaits = 3

/** The caller is refused, whatever the record: the next request would meet the same. */
const refusesCaller = new Set([401, 402, 407, 511])
/** One record may be what is forbidden or missing, or every request may meet it: `refusals.ts` tells them apart. Redirects are such, too. */
const refusesRequest = new Set([403, 404, 405, 406, 410, 411, 414, 415, 421, 426, 431, 451, 501, 505, 506, 510])
const aboutOf = (status: number) => (refusesCaller.has(status) ? 'caller' : refusesRequest.has(status) ? 'request' : 'records')

const inProgress = /in[\s_-]?progress|being processed|still processing|currently process|concurrent|another request/i
const keyReused =
  /idempoten[\s\S]{0,200}(?:re-?used|different|mismatch|already (?:been )?used|same parameters|used (?:before|with))/i

/** Whether an answer to a single record could say something that matters: most are not worth parsing. */
const mayTell = /err|succe|fail|fault|exception|code"|"ok|"stat|"result|"outcome|"ret"|"ack|"response|trace/i
/** Of an answer that is too long to be read whole. */
const speaksOfFailure = /"errors?"\s*:\s*(?:true|\[\s*[^\]\s]|\{\s*"|"[^"])|"(?:success|ok)"\s*:\s*false/

/** Of an answer that is a text. */
const errorText = /^[\s\ufeff]*(?:error|err|failed|failure|fail|exception)\b/i
const looksLikeJson = /^[\s\ufeff]*[[{]/
/** The parts of a batch as HTTP messages, as Google answers them: in the order of the requests. */
const partStatus = /^HTTP\/\d(?:\.\d)? ([1-5]\d\d)/gm

const isMultipart = ({ headers }: OutboundAnswer) => /^multipart\/mixed/i.test(headers['content-type'] ?? '')

function parsed(answer: OutboundAnswer): unknown {
  const { body } = answer
  if (isMultipart(answer))
    return [...body.toString('utf8').matchAll(partStatus)].map(([, digits]) => ({ status: Number(digits) }))
  try {
    return parseBytes(body)
  } catch (thrown) {
    if (thrown instanceof JsonError) return undefined
    throw thrown
  }
}

/** What was sent, as far as an answer is read beside it. */
export type Sent = Pick<Parcel, 'count' | 'texts'> & {
  /** Whether it is a record by itself and not a bulk of one. */
  readonly isAlone: () => boolean
}

const parsedTexts = (parcel: Sent): (() => readonly unknown[]) => {
  let parsed: readonly unknown[] | null = null
  return () => {
    parsed ??= parcel.texts().map((text) => JSON.parse(text))
    return parsed
  }
}

function extrasOf(answer: OutboundAnswer, said: ForeignAnswer) {
  const wait = retryAfter(answer.headers['retry-after'], Date.now())
  return { answer: said, ...(wait === undefined ? {} : { retryAfter: wait }) }
}

const untilOf = (answer: OutboundAnswer) => retryAfterInstant(answer.headers['retry-after'], Date.now())

/** What happened to one record of several, in the words of the destination where the entry of the record contains any. */
function messageOfItem({ says, entry, isOfAll, words: named }: Fare, sent: unknown, status: number, masked: Masked): string {
  const happened = says === 'again' ? 'could not process this record' : 'rejected this record'
  if (named !== undefined) return `The destination ${happened}: ${quoted({ words: named, code: null, mark: '' }, masked)}.`
  if (!isObject(entry) || isOfAll) return `The destination returned ${status} and ${happened} without giving a reason.`
  const own = withoutEcho(entry, sent)
  const { words, code } = saidIn(own)
  const kind = code ?? textOf(own['category']) ?? textOf(statusOf(entry))
  if (words !== null) return `The destination ${happened}: ${quoted({ words, code: kind, mark: '' }, masked)}.`
  return kind === null
    ? `The destination returned ${status} and ${happened} without giving a reason.`
    : `The destination ${happened} (${masked(kind)}) without giving a reason.`
}

function itemOutcome(fare: Fare, sent: unknown, answer: OutboundAnswer, masked: Masked): ItemOutcome {
  const { says, entry } = fare
  if (says === 'taken') return { outcome: 'delivered' }
  const status = isObject(entry) ? statusOf(entry) : null
  const text = JSON.stringify(entry) ?? ''
  const bytes = Buffer.from(text)
  const own = foreignAnswer({ status: status ?? answer.status, headers: {}, body: bytes, bytes: bytes.length }, masked)
  const message = messageOfItem(fare, sent, answer.status, masked)
  if (says === 'unknown') {
    const text = `The destination returned ${answer.status}, but its response contains no result for this record.`
    return { outcome: 'unknown', problem: remoteProblem('destination/outcome-unknown', { answer: own, message: text }) }
  }
  if (says === 'refused' && !isLimited({ says, entry }))
    return { outcome: 'refused', problem: remoteProblem('destination/refused', { answer: own, message }) }
  const wait = retryAfter(answer.headers['retry-after'], Date.now())
  const extras = { answer: own, message, ...(wait === undefined ? {} : { retryAfter: wait }) }
  return { outcome: 'retry', problem: remoteProblem('destination/failing', extras) }
}

/** The answer reports a failure without naming the records, or cannot be read: nothing is sent again, because records may have been taken. */
function unclear(status: number, said: ForeignAnswer, why = 'its response contains no result for each record'): Outcome {
  const message = `The destination returned ${status}, but ${why}.`
  return {
    outcome: 'unknown',
    problem: remoteProblem('destination/outcome-unknown', { answer: said, message }),
    isAnswered: true,
  }
}

type Reported = { readonly failure: ReportedFailure; readonly value: unknown }

/** An accepted answer that says in words that the request failed. A limit took nothing, so the same may be sent later. */
function saidNo({ failure, value }: Reported, answer: OutboundAnswer, said: ForeignAnswer, masked: Masked): Outcome {
  const message = `The destination returned ${answer.status}, but its response reports an error: ${quoted(failure, masked)}.`
  if ((limitIn(value) || limitIn(onlyEntry(value))) && holdsNoResult(value)) return limitedBy(value, answer, said, message)
  if (saysLimit(failure))
    return { outcome: 'retry', problem: remoteProblem('destination/failing', { ...extrasOf(answer, said), message }) }
  return { outcome: 'refused', problem: remoteProblem('destination/refused', { answer: said, message }), about: 'answer' }
}

/** The failure of a record that was sent alone: the answer may be the record, so only the members around it count. */
function failureOfOne(value: unknown, sent: () => readonly unknown[]): ReportedFailure | null {
  const stripped = (entry: unknown) => (isObject(entry) ? withoutEcho(entry, sent()[0]) : entry)
  const own = (entry: unknown) => {
    const it = stripped(entry)
    return isObject(it) ? Object.fromEntries(Object.entries(it).map(([name, inner]) => [name, stripped(inner)])) : it
  }
  const failure = failureIn(value, { isEmpty: true }) && failureIn(own(value), { isEmpty: true })
  if (failure !== null) return failure
  const entry = onlyEntry(value)
  const isBad = (it: unknown) => failureIn(it, { isEmpty: true })
  return entry === null ? null : isBad(entry) && isBad(own(entry))
}

function readOf(answer: OutboundAnswer, { count, texts }: Sent): Read {
  let exact: readonly unknown[] | null = null
  const sent = () => {
    exact ??= texts().map((text) => parseExactly(text))
    return exact
  }
  return { answer, value: isMultipart(answer) ? undefined : parsed(answer), count, sent }
}

/** The answer as the configuration of the destination reads it. */
function readOutcome(reader: AnswerReader, answer: OutboundAnswer, parcel: Sent, said: ForeignAnswer, masked: Masked): Outcome {
  const { status, bytes, body } = answer
  if (bytes > body.length) return unclear(status, said, 'its response is too long to read the results')
  const read = readOf(answer, parcel)
  const { value, sent } = read
  const found = reader(read)
  if ('failure' in found) return saidNo({ failure: found.failure, value }, answer, said, masked)
  if ('whole' in found) return found.whole === 'taken' ? { outcome: 'delivered', answer: said } : unclear(status, said, found.why)
  if (found.items.every(({ says }) => says === 'taken')) return { outcome: 'delivered', answer: said }
  return itemsOutcome(found.items, sent, answer, said, masked)
}

function acceptedOutcome(
  answer: OutboundAnswer,
  parcel: Sent,
  said: ForeignAnswer,
  masked: Masked,
  judge: DeliveryJudge,
): Outcome {
  const { status, body } = answer
  const { count } = parcel
  const { reader = null } = judge
  const delivered = { outcome: 'delivered', answer: said } as const
  if (!isAccepted(status) || reader === 'status') return delivered
  if (reader !== null) return readOutcome(reader, answer, parcel, said, masked)
  if (body.length === 0 && status !== 207) return delivered
  const isCut = answer.bytes > body.length && body.length >= readBytes(parcel, { ...judge, readsBody: false })
  const text = body.toString('utf8')
  const isMulti = status === 207
  const isOne = count === 1 && !isMulti
  if (isOne && !mayTell.test(text)) return delivered
  if (isCut) return isMulti || speaksOfFailure.test(text) ? unclear(status, said) : delivered
  // The configuration names the field that decides.
  if (isOne && judge.readsBody) return delivered
  const sent = parsedTexts(parcel)
  const value = parsed(answer)
  if (value === undefined && (isMulti || speaksOfFailure.test(text) || (count > 1 && looksLikeJson.test(text))))
    return unclear(status, said)
  if (value === undefined && errorText.test(text)) {
    const failure = { words: text.trim(), code: null, mark: '' }
    if (isOne) return saidNo({ failure, value }, answer, said, masked)
    return unclear(status, said, `its response reports an error: ${quoted(failure, masked)}`)
  }
  if (isOne && parcel.isAlone()) {
    const failure = failureOfOne(value, sent)
    return failure === null ? delivered : saidNo({ failure, value }, answer, said, masked)
  }
  const reading = readItems({ status, value, count, sent })
  if ('items' in reading) return itemsOutcome(reading.items, sent, answer, said, masked)
  if (judge.readsBody && !isMulti) return delivered
  const failure = count === 1 ? failureOfOne(value, sent) : failureIn(value, { isEmpty: true })
  if (failure !== null && (count === 1 || ((saysLimit(failure) || limitIn(value)) && holdsNoResult(value))))
    return saidNo({ failure, value }, answer, said, masked)
  if (failure !== null) return unclear(status, said, `its response reports an error: ${quoted(failure, masked)}`)
  return reading.whole === 'taken' ? delivered : unclear(status, said)
}

/** The answer says in words that nothing was taken, because there were too many requests. */
function limitedBy(value: unknown, answer: OutboundAnswer, said: ForeignAnswer, message: string): Outcome {
  const wait = retryAfter(answer.headers['retry-after'], Date.now()) ?? waitIn(value)
  const extras = { answer: said, message, ...(wait === null ? {} : { retryAfter: Math.min(wait, 3_600_000) }) }
  return { outcome: 'limited', problem: remoteProblem('destination/failing', extras) }
}

/** Whether an entry says that its record was not taken, because there were too many requests. */
const isLimited = ({ says, entry }: Fare) =>
  (says === 'refused' || says === 'again') && isObject(entry) && (statusOf(entry) === 429 || limitIn(entry))

function itemsOutcome(
  fares: readonly Fare[],
  sent: () => readonly unknown[],
  answer: OutboundAnswer,
  said: ForeignAnswer,
  masked: Masked,
): Outcome {
  if (fares.every(isLimited))
    return limitedBy(fares[0]?.entry, answer, said, `The destination returned ${answer.status} and limits requests.`)
  const items = fares.map((fare, at) => itemOutcome(fare, fare.says === 'taken' ? null : sent()[at], answer, masked))
  const [first] = items
  // All of them again is the delivery again, under its own key.
  if (first?.outcome === 'retry' && items.every((item) => item.outcome === 'retry'))
    return { outcome: 'retry', problem: first.problem }
  if (first?.outcome === 'unknown' && items.every((item) => item.outcome === 'unknown')) return unclear(answer.status, said)
  if (first?.outcome === 'refused' && items.length === 1) return { outcome: 'refused', problem: first.problem, about: 'records' }
  return { outcome: 'partial', answer: said, items }
}

function conflictOutcome(it: Problem, text: string, earlier: Earlier): Outcome {
  if (it.retryAfter !== undefined || inProgress.test(text)) return { outcome: 'retry', problem: it }
  if (!earlier.unknown) return { outcome: 'refused', problem: it, about: 'records' }
  earlier.conflicts += 1
  if (earlier.conflicts <= conflictWaits) return { outcome: 'retry', problem: it }
  const message = `${it.message} An earlier attempt with the same key got no response. The destination may have accepted it.`
  return { outcome: 'refused', problem: { ...it, message, detail: message }, about: 'delivery' }
}

/** What is known of earlier tries under the same key. */
export type Earlier = { unknown: boolean; conflicts: number }

/** An answer that would be a delivery, but for the success condition. The destination may have taken it all the same. */
function notConfirmed(status: number, why: string, said: ForeignAnswer): Outcome {
  const message =
    why === pageDoubt
      ? webPageText('The destination', said.body)
      : `The destination returned ${status}, but ${why}. This doesn't count as a delivery.`
  return { outcome: 'refused', problem: remoteProblem('destination/not-confirmed', { answer: said, message }), about: 'answer' }
}

/**
 * The outcome of one attempt whose response broke off, or cannot be decoded: its status line counts. A 2xx means that the request was taken; only
 * where something in the body had to be checked is it unknown what became of the records.
 */
export function outcomeOfHead(
  { status, headers }: ResponseHead,
  parcel: Sent,
  earlier: Earlier,
  masked: Masked,
  judge: DeliveryJudge,
): Outcome {
  const answer: OutboundAnswer = { status, headers, body: Buffer.alloc(0), bytes: 0 }
  if (!judge.accepts(status)) return outcomeOf(answer, parcel, earlier, masked, judge)
  const said: ForeignAnswer = { ...foreignAnswer(answer, masked), bytes: null, unread: true }
  const why = 'the rest of its response could not be read'
  if (judge.reader === 'status') return { outcome: 'delivered', answer: said }
  if (judge.reader || judge.readsBody || status === 207 || parcel.count > 1 || judge.typeDoubt(answer, masked) !== null)
    return unclear(status, said, why)
  return { outcome: 'delivered', answer: said }
}

/** The outcome of one attempt that was answered. */
export function outcomeOf(answer: OutboundAnswer, parcel: Sent, earlier: Earlier, masked: Masked, judge: DeliveryJudge): Outcome {
  const { status } = answer
  const said = foreignAnswer(answer, masked)
  const fault = judge.reader === 'status' ? null : soapFaultOf(answer)
  if (judge.accepts(status)) {
    if (fault !== null) return saidNo({ failure: fault, value: undefined }, answer, said, masked)
    const doubt = judge.doubt(answer, masked)
    if (doubt !== null) return notConfirmed(status, doubt, said)
    const outcome = acceptedOutcome(answer, parcel, said, masked, judge)
    const { idPath = null, reader = null } = judge
    if (idPath === null || answer.bytes > answer.body.length) return outcome
    return withRemoteIds(outcome, readOf(answer, parcel), reader === 'status' ? null : reader, idPath, masked)
  }
  if (isAccepted(status)) return notConfirmed(status, "the success criteria don't include this status", said)
  const extras = extrasOf(answer, said)
  const text = answer.body.subarray(0, storedBytesMax).toString('utf8')
  if ((status === 400 || status === 409 || status === 422) && keyReused.test(text))
    return { outcome: 'refused', problem: remoteProblem('destination/key-reused', extras), about: 'delivery' }
  if (status >= 300 && status < 400) {
    const message = `The destination returned a redirect (${status}), which we don't follow.`
    return { outcome: 'refused', problem: remoteProblem('destination/refused', { ...extras, message }), about: 'request' }
  }
  if (status >= 500 && fault?.isOfSender && !saysLimit(fault)) {
    const message = `The destination returned ${status} and rejected this record: ${quoted(fault, masked)}.`
    return { outcome: 'refused', problem: remoteProblem('destination/refused', { ...extras, message }), about: 'records' }
  }
  const code = status >= 500 || isRetried(status) ? 'destination/failing' : 'destination/refused'
  const it = remoteProblem(code, { ...extras, message: `The destination returned ${status}.${untilOf(answer)}` })
  if (status === 413) return { outcome: 'too-large', problem: it }
  // Longer than a run waits: it ends and says until when (F10).
  if (isRetried(status) && untilOf(answer) !== '') return { outcome: 'refused', problem: it, about: 'caller' }
  if (isRetried(status)) return { outcome: 'retry', problem: it }
  if (status === 409) return conflictOutcome(it, text, earlier)
  return { outcome: 'refused', problem: it, about: aboutOf(status) }
}
