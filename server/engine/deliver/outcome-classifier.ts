/** From what the other side did to what is written down and what is sent next. */
import type { Problem } from '#contract/kit/problem.ts'
import { problem } from '#contract/kit/problem.ts'
import type { Delivery } from '../../records/ledger/delivery.repository.ts'
import type { After, ItemOutcome, Outcome } from '../kit/kind.ts'
import type { Attempt, SettledRecord } from './attempts.repository.ts'

/** A delivery on its way. */
export type Item = {
  readonly delivery: Delivery
  /** Number of its last attempt, and of those the ones that were made before it was divided from another delivery. */
  attempts: number
  inherited: number
  /** When it was tried for the second time, and when last, of `performance.now()`. */
  againAt: number | null
  sentAt: number
  /** When it was sent first by this process, of `performance.now()`; null: not yet. */
  firstAt: number | null
  /** When it failed first since it was last given its tries, and since when it waits for its host after all of them; of `performance.now()`. */
  failedAt: number | null
  interruptedAt: number | null
  /** Whether it may have arrived: the outcome of a try is unknown. */
  isInDoubt: boolean
  /** Whether it may have been on its way when the run was broken off. */
  isCutOff: boolean
  /** Whether nothing of it was tried. */
  isFresh: boolean
  /** Whether it was written down that it is about to be sent. */
  isBegun: boolean
  /** How often it was searched for since it may have been created, and since when, of `performance.now()`. */
  sought: { times: number; readonly since: number } | null
  /** Responses of rate limits since its last attempt, and when the first of those requests was sent (milliseconds since 1970). */
  limits: { times: number; readonly since: number } | null
}

export const itemOf = (delivery: Delivery, attempts = 0, inherited = attempts): Item => ({
  delivery,
  attempts,
  inherited,
  againAt: null,
  sentAt: 0,
  firstAt: null,
  failedAt: null,
  interruptedAt: null,
  isInDoubt: false,
  isCutOff: false,
  isFresh: attempts === 0,
  isBegun: false,
  sought: null,
  limits: null,
})

export type Made = Exclude<Outcome, { readonly outcome: 'withheld' | 'limited' }>

export type Times = { readonly startedAt: Date; readonly endedAt: Date }

/** What follows: nothing; the same again; halves; or the records that are left. */
export type Conclusion = {
  readonly attempt: Attempt
  readonly next: 'nothing' | 'again' | 'parts'
  /** Milliseconds before that. */
  readonly wait: number
  readonly why: Problem | null
}

export const allAs = (
  { ordinals }: Delivery,
  status: SettledRecord['status'],
  ids: readonly (string | null)[] = [],
): SettledRecord[] => ordinals.map((ordinal, at) => ({ ordinal, status, error: null, remoteId: ids[at] ?? null }))

const keptAfter = ({ request, problem: why }: After) => ({
  request: request === null ? null : JSON.stringify(request),
  problem: why,
})

/** Of an attempt that sent nothing. */
export const unsent = (at: Date) =>
  ({ outcome: 'not-sent', startedAt: at, endedAt: at, nextAttemptAt: null, answer: null, error: null }) as const

/** A delivery in two halves, the larger one first. */
export function halves(delivery: Delivery): readonly [Delivery, Delivery] {
  const middle = Math.ceil(delivery.count / 2)
  return [delivery.part(delivery.ordinals.slice(0, middle)), delivery.part(delivery.ordinals.slice(middle))]
}

type Rules = {
  /** Whether one more try is left. */
  readonly mayRetry: boolean
  /** Whether sending again what another process may have sent could have a second effect. */
  readonly mayRepeat?: boolean
  /** Whether sending again has no second effect: only then is it done where a try may have arrived. */
  readonly isIdempotent: boolean
  /** What may have arrived is not sent again (F23). */
  readonly atMostOnce: boolean
  /** Milliseconds before the next try. */
  readonly waitFor: (why: Problem) => number
}

export function conclude(item: Item, outcome: Made, times: Times, rules: Rules): Conclusion {
  const { delivery, attempts: number } = item
  const isDoubled = (item.isInDoubt && !rules.isIdempotent) || (item.isCutOff && rules.mayRepeat === true)
  const repeats = isDoubled ? ({ mayRepeat: true } as const) : {}
  const limited = item.limits && { times: item.limits.times, waited: times.startedAt.getTime() - item.limits.since }
  const base = { delivery, number, ...times, parts: null, settled: [], nextAttemptAt: null, limited, ...repeats } as const
  if (outcome.outcome === 'delivered') {
    const { answer, remoteIds, after } = outcome
    const ids = { ...(remoteIds === undefined ? {} : { remoteIds }), ...(after === undefined ? {} : { after: keptAfter(after) }) }
    // What was begun has a row of its own, which ends with it.
    const settled = number === 1 && !item.isBegun ? [] : allAs(delivery, 'success', remoteIds)
    const attempt: Attempt = { ...base, outcome: 'delivered', answer, error: null, ends: 'delivered', settled, ...ids }
    return { attempt, next: 'nothing', wait: 0, why: null }
  }
  if (outcome.outcome === 'partial')
    return concludeItems(item, outcome.items, { ...base, outcome: 'partial', answer: outcome.answer }, rules)
  const why = outcome.problem
  const failed = { ...base, outcome: outcome.outcome, answer: why.answer ?? null, error: why }
  if (outcome.outcome === 'too-large' && delivery.count > 1) {
    return { attempt: { ...failed, ends: 'divided', parts: halves(delivery) }, next: 'parts', wait: 0, why }
  }
  // Who refuses the records had not taken them; who refuses the caller, or the key, says nothing of an earlier try.
  const wasNotTaken = outcome.outcome === 'refused' && outcome.about === 'records'
  // Of what was cut off it is not even known that it was sent: who refuses the request now would have refused it then.
  const wasRefused = wasNotTaken || (outcome.outcome === 'refused' && outcome.about === 'request')
  const isUnknown = outcome.outcome === 'unknown' || (item.isInDoubt && !wasNotTaken) || (item.isCutOff && !wasRefused)
  const isOnce = outcome.outcome === 'unknown' && (outcome.isAnswered === true || !rules.isIdempotent)
  const isLast = outcome.outcome === 'refused' || !rules.mayRetry || isOnce
  if (outcome.outcome === 'unknown' && rules.atMostOnce) {
    const error = problem('destination/outcome-unknown', {
      message: `${why.message} The record may have arrived, so we don't send it again.`,
    })
    const settled = allAs(delivery, 'unknown')
    return { attempt: { ...failed, error, ends: 'unknown', settled }, next: 'nothing', wait: 0, why }
  }
  // One of the tries may have arrived.
  if (isLast && isUnknown) {
    const error = isOnce ? sentOnce(why, number) : why
    return { attempt: { ...failed, error, ends: 'unknown', settled: allAs(delivery, 'unknown') }, next: 'nothing', wait: 0, why }
  }
  if (isLast) {
    return { attempt: { ...failed, ends: 'failed', settled: allAs(delivery, 'failure') }, next: 'nothing', wait: 0, why }
  }
  const wait = rules.waitFor(why)
  const nextAttemptAt = new Date(times.endedAt.getTime() + wait)
  return { attempt: { ...failed, ends: null, nextAttemptAt }, next: 'again', wait, why }
}

/** The error of a request that may have arrived and is sent again only by a replay. */
function sentOnce(why: Problem, times: number): Problem {
  const message = `${why.message} We sent the request ${times === 1 ? 'once' : `${times} times`} and won't repeat it automatically.`
  return { ...why, message, detail: message }
}

/** Whether a later version of a record was taken from the same delivery: sent again, the older one would take its place. */
function isOvertaken({ page, ordinals }: Delivery, at: number, items: readonly ItemOutcome[]): boolean {
  const { keys } = page.content
  const key = keys[ordinals[at] ?? 0]
  return ordinals.some((ordinal, other) => other > at && keys[ordinal] === key && items[other]?.outcome === 'delivered')
}

function overtaken(why: Problem): Problem {
  const message = `${why.message} Not sent again. The destination accepted a later version from the same delivery.`
  return { ...why, message, detail: message }
}

type Answered = Omit<Attempt, 'error' | 'ends'>

/** Each record as its own line of the answer says; only those that may succeed later are sent again (F24). */
function concludeItems(
  { delivery }: Item,
  items: readonly ItemOutcome[],
  base: Answered,
  { mayRetry, waitFor }: Rules,
): Conclusion {
  const settled: SettledRecord[] = []
  const left: number[] = []
  let why: Problem | null = null
  for (const [at, ordinal] of delivery.ordinals.entries()) {
    const it = items[at]
    if (it?.outcome === 'delivered') settled.push({ ordinal, status: 'success', error: null, remoteId: it.remoteId ?? null })
    else {
      const error = it?.problem ?? problem('destination/failing')
      why ??= error
      if (it?.outcome === 'unknown') settled.push({ ordinal, status: 'unknown', error })
      else if (it?.outcome === 'refused' || !mayRetry) settled.push({ ordinal, status: 'failure', error })
      else if (isOvertaken(delivery, at, items)) settled.push({ ordinal, status: 'failure', error: overtaken(error) })
      else left.push(ordinal)
    }
  }
  if (left.length === 0) {
    const has = (status: SettledRecord['status']) => settled.some((it) => it.status === status)
    const ends = has('success') ? 'delivered' : has('unknown') ? 'unknown' : 'failed'
    return { attempt: { ...base, error: why, ends, settled }, next: 'nothing', wait: 0, why: null }
  }
  const wait = waitFor(why ?? problem('destination/failing'))
  const nextAttemptAt = new Date(base.endedAt.getTime() + wait)
  if (left.length === delivery.count)
    return { attempt: { ...base, error: why, ends: null, nextAttemptAt }, next: 'again', wait, why }
  const parts = [delivery.part(left)]
  return { attempt: { ...base, error: why, ends: 'divided', parts, settled, nextAttemptAt }, next: 'parts', wait, why }
}
