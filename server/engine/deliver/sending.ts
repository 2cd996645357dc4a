/** Sends the deliveries of one run: so many at once, versions of one record one after the other, retries after their pause, nothing once it is held. */
import { setMaxListeners } from 'node:events'
import { performance } from 'node:perf_hooks'
import { type Problem, ProblemError } from '#contract/kit/problem.ts'
import type { Delivery } from '../../records/ledger/delivery.repository.ts'
import { countRequests, recordBytes } from '../../records/ledger/page-content.repository.ts'
import type { StatusReason } from '../../records/runs/run-leases.repository.ts'
import type { Ended } from '../fairness/pace.ts'
import { weights } from '../fairness/tenant-scheduling.ts'
import type { Outcome, Permission } from '../kit/kind.ts'
import { retryStatus, searchStatus, waitBefore, waitBeforeSearch } from './backoff.ts'
import { createBisection } from './batch-splitting.ts'
import { createOutage } from './circuit-breaker.ts'
import { createKeyOrder, partsBefore } from './key-order.ts'
import { type Conclusion, conclude, type Item, itemOf, type Made, type Times, unsent } from './outcome-classifier.ts'
import { leavingOut } from './rebase.ts'
import { createRefusals } from './refusals.ts'
import type { Sender, Sending } from './sender.ts'
import { createSendingPace, endedBy, limitIn } from './sending-pace.ts'

export function createSender(sending: Sending): Sender {
  const { destination, host, company, limits, fence, crash, begin, report, refuse, signal } = sending
  const queue: Item[] = []
  const holding = new AbortController()
  setMaxListeners(0, holding.signal)
  const permission: Permission = { signal, withdrawn: holding.signal, mayStart: () => !held && fence.isFresh() }
  let [open, held, looking] = [0, false, false]
  /** Deliveries that may have arrived, since the last one that was answered. */
  let lostInRow = 0
  /** A delivery of more records was too large for the destination. */
  let countMax = Number.POSITIVE_INFINITY

  const { changes } = destination
  const order = createKeyOrder(({ content }, ordinal) => changes?.(recordBytes(content, ordinal)) ?? content.keys[ordinal] ?? '')
  const cutOff = createCutOff()

  /** At the head of those that could be sent now, unless an earlier version of one of its records is on its way. */
  const atHead = (item: Item) => {
    if (!order.holdsBack(cutOff.known(item))) putToHead(queue, item)
  }
  const front = (item: Item) => {
    atHead(item)
    pump()
  }
  const sleepers = createSleepers(front)
  const areAllTried = () => sending.isRead() && queue.every(({ isFresh }) => !isFresh)
  const outage = createOutage({
    ...{ host, limits, changed: () => pump(), areAllTried },
    ...{ told: sending.told, earlier: sending.earlierWait },
  })
  const bisection = createBisection({ report, send: front })
  const refusals = createRefusals(limits)
  const pace = createSendingPace({
    ...sending,
    perSecond: destination.perSecond ?? null,
    atOnce: destination.atOnce,
    wake: () => pump(),
  })

  function look() {
    if (looking) return
    looking = true
    fence.refresh().finally(() => {
      looking = false
      pump()
    })
  }

  function pump(): void {
    if (held) return
    const quiet = host.quietUntil(company) - performance.now()
    if (quiet > 0 && queue.length > 0) {
      for (const item of queue.splice(0)) sleepers.add(item, quiet, null)
      pace.rests()
      return
    }
    // What is in doubt when the process dies is sent again: so much and no more (F1).
    while (open < limits.sendsAtOnce && open + sending.unsettled() < limits.unsettledMax && queue[0]) {
      if (!fence.isFresh()) {
        look()
        return
      }
      const parts = partsBefore(queue[0], countMax, destination.answersEach ? order : null)
      // Dividing sends no request, so neither the pace nor the circuit is checked.
      if (parts === null && !(refusals.mayStart(open) && pace.mayStart() && outage.mayStart(queue[0]))) return
      const item = queue.shift()
      if (!item) return
      if (parts === null) void send(item)
      else divide(item, parts)
    }
    if (!queue[0]) pace.rests()
  }

  function divide({ delivery, attempts }: Item, parts: readonly Delivery[]) {
    const number = attempts + 1
    outage.over(delivery)
    report([{ delivery, number, ...unsent(new Date()), ends: 'divided', parts, settled: [] }], () => {
      for (const part of parts.toReversed()) front(itemOf(part, number))
    })
    bisection.ended(delivery, 'otherwise')
  }

  async function send(item: Item): Promise<void> {
    open += 1
    const pacedAt = pace.start()
    let ends: Ended = 'nothing'
    item.sentAt = performance.now()
    item.firstAt ??= item.attempts > 0 ? 0 : item.sentAt
    if (item.attempts > item.inherited) item.againAt ??= item.sentAt
    outage.started(item)
    crash('before-send')
    try {
      const turn = sending.turns.take(company, weights.delivery)
      if (turn) await turn
      const gone = sending.overtaken === null ? [] : await sending.overtaken(item)
      if (gone.length > 0) leaveOut(item, gone)
      else ends = await deliver(item, pacedAt)
    } catch (thrown) {
      outage.withheld(item)
      // A connection that cannot be used has sent nothing.
      if (thrown instanceof ProblemError && thrown.problem.code.startsWith('connection/')) notSent(item, new Date())
      sending.broke(thrown)
    }
    open -= 1
    pace.ended(ends)
    pump()
    sending.ended()
  }

  async function beginWith(item: Item, write: NonNullable<Sending['begin']>) {
    await write(item.delivery, item.attempts + 1)
    item.isBegun = true
  }

  /** What became of its request, for the pace. */
  async function deliver(item: Item, pacedAt: number): Promise<Ended> {
    if (begin) await beginWith(item, begin)
    const startedAt = new Date()
    const answering = destination.deliver(item.delivery, permission, {
      ...{ isInDoubt: item.isInDoubt, isCutOff: item.isCutOff },
      begin: async () => {
        if (sending.beginCreation && !item.isBegun) await beginWith(item, sending.beginCreation)
      },
    })
    crash('mid-send')
    crash('after-send')
    const outcome = await answering
    crash('after-answer')
    // What was cut off is as if it had not been tried: it stays in the outbox under its key.
    if (outcome.outcome === 'withheld') withhold(item, startedAt)
    else if (signal.aborted) outage.withheld(item)
    else if (outcome.outcome === 'limited') return putBack(item, outcome, startedAt, pacedAt)
    else {
      settle(item, outcome, { startedAt, endedAt: new Date() })
      return endedBy(outcome)
    }
    return 'nothing'
  }

  /** Nothing was taken, because there were too many requests. The host has answered, so that is no outage; and it is no try. */
  function putBack(item: Item, outcome: Outcome, startedAt: Date, pacedAt: number): Ended {
    // The pace already knows of a limit that was thrown.
    pace.limited(limitIn(outcome), pacedAt)
    outage.answered(item)
    sending.limited(Date.now() - startedAt.getTime())
    notSent(item, startedAt)
    item.limits ??= { times: 0, since: startedAt.getTime() }
    item.limits.times += 1
    putToHead(queue, item)
    return 'limited'
  }

  /** A later version of some of its records arrived while it waited. */
  function leaveOut(item: Item, gone: readonly number[]) {
    outage.withheld(item)
    const attempt = leavingOut(item, gone)
    report([attempt], () => {
      for (const part of attempt.parts ?? []) front(itemOf(part, attempt.number))
    })
    bisection.ended(item.delivery, 'otherwise')
  }

  function withhold(item: Item, startedAt: Date) {
    outage.withheld(item)
    notSent(item, startedAt)
    putToHead(queue, item)
  }

  /** Takes back that it is being sent, where that was noted. */
  function notSent(item: Item, startedAt: Date) {
    if (!item.isBegun) return
    item.isBegun = false
    item.attempts += 1
    item.inherited += 1
    const { delivery, attempts: number } = item
    report([{ delivery, number, ...unsent(startedAt), ends: null, parts: null, settled: [] }], () => {})
  }

  function settle(item: Item, outcome: Made, times: Times): void {
    item.attempts += 1
    item.isFresh = false
    if (outcome.outcome === 'unknown') item.isInDoubt = true
    cutOff.answered(item, outcome)
    countRequests(item.delivery.page.content, item.delivery.ordinals)
    const searchWait = 'isSought' in outcome && outcome.isSought === true ? searched(item) : null
    const tries = item.attempts - item.inherited
    const isOfAll = refusals.answered(outcome)
    const isDivisible =
      outcome.outcome === 'refused' && (outcome.about === 'records' || (outcome.about === 'request' && !item.isInDoubt))
    if (outcome.outcome === 'refused' && isDivisible && item.delivery.count > 1) {
      outage.answered(item)
      bisection.divide(item, outcome.problem, times)
      if (isOfAll) refuse(outcome.problem)
      return
    }
    const isRetry = outcome.outcome === 'retry' && searchWait === null
    const isInterrupted = isRetry && !item.isInDoubt && tries > limits.retries && outage.interrupts(item, outcome.problem)
    const isSpent = isRetry && outage.isSpent(item, outcome.problem)
    const conclusion = conclude(item, outcome, times, {
      mayRetry: searchWait === null ? isInterrupted || (tries <= limits.retries && !isSpent) : searchWait > 0,
      mayRepeat: destination.honoursKeys?.() !== true,
      isIdempotent: (destination.isIdempotent ?? destination.honoursKeys)?.() === true,
      atMostOnce: begin !== null,
      waitFor: (why) => searchWait ?? waitBefore(tries, limits, why.retryAfter, Math.random()),
    })
    item.limits = null
    item.isBegun = false
    const { why, next } = conclusion
    const isLost = outcome.outcome === 'unknown' && outcome.isAnswered !== true && searchWait === null
    const gaveOut = isRetry || isLost
    lostInRow = isLost ? lostInRow + 1 : gaveOut ? lostInRow : 0
    // One lost delivery is no outage. The host counts as down after as many losses in a row as a delivery has tries.
    const isTried = isInterrupted || (next === 'nothing' && (!isLost || tries > 1 || lostInRow > limits.retries))
    if (gaveOut) outage.failed(item, isTried, outcome.problem)
    else outage.answered(item)
    if (next === 'nothing') outage.over(item.delivery)
    if (outcome.outcome === 'too-large') countMax = Math.min(countMax, Math.max(1, Math.ceil(item.delivery.count / 2)))
    if (why?.retryAfter && conclusion.wait > 0) host.askForQuiet(company, performance.now() + conclusion.wait)
    goOn(item, conclusion, isInterrupted, (it, wait) =>
      searchWait === null ? retryStatus('destination', it, tries, limits.retries, wait) : searchStatus(it, wait, limits),
    )
    if ((outcome.outcome === 'refused' && outcome.about === 'caller') || (isOfAll && 'problem' in outcome))
      refuse(outcome.problem)
    else if (why && gaveOut && outage.isTooLong()) refuse(why)
  }

  /** Nothing but a search was sent: that is no try. @returns milliseconds before the next one; 0 after the last. */
  function searched(item: Item): number {
    item.inherited += 1
    item.sought ??= { times: 0, since: performance.now() }
    item.sought.times += 1
    return waitBeforeSearch(item.sought.times, performance.now() - item.sought.since, limits)
  }

  type StatusOf = (why: Problem, wait: number) => StatusReason

  function goOn(item: Item, { attempt, next, wait, why }: Conclusion, isInterrupted: boolean, said: StatusOf): void {
    if (next === 'again') {
      report([attempt], () => {})
      if (held) return
      if (isInterrupted || (outage.isProbe(item) && item.sought === null)) {
        // It costs the delivery no try: it goes back to those that wait for the host.
        item.inherited = item.attempts
        item.againAt = null
        item.failedAt = null
        item.interruptedAt ??= performance.now()
        outage.over(item.delivery)
        // Another one asks the host next: this one may fail for what it holds.
        queue.push(item)
      } else sleepers.add(item, wait, why && said(why, wait))
      return
    }
    const parts = attempt.parts ?? []
    // An answer for each record says nothing of an earlier try whose response was lost; one for all of them says that they had not been taken.
    const isInDoubt = item.isInDoubt && attempt.outcome === 'partial'
    report([attempt], () => {
      for (const part of parts.toReversed()) add({ ...itemOf(part, attempt.number), isInDoubt }, attempt.nextAttemptAt)
    })
    bisection.ended(item.delivery, attempt.outcome === 'delivered' ? 'delivered' : 'otherwise')
  }

  function add(item: Item, notBefore: Date | null) {
    const wait = (notBefore?.getTime() ?? 0) - Date.now()
    if (wait > 0) sleepers.add(item, Math.min(wait, 3_600_000), null)
    else if (!order.holdsBack(cutOff.known(item))) queue.push(item)
    pump()
  }

  return {
    enter: order.enter,
    add,
    settled: (delivery, ordinals) => {
      for (const item of order.end(delivery, ordinals).toReversed()) atHead(item)
    },
    hold: () => {
      held = true
      pace.leave()
      holding.abort()
      sleepers.clear()
      outage.stop()
    },
    open: () => open,
    queued: () => queue.length,
    pump,
    standing: () => {
      const standing = outage.standing()
      if (standing !== null) return standing
      const retry = sleepers.standing()
      return retry && { ...retry.standing, waiting: outage.waiting(retry.wait) }
    },
    refusedAll: refusals.ofAll,
  }
}

/** Deliveries that wait for their time. */
type Sleepers = {
  /** @param wait milliseconds. `standing` is what the run says of it meanwhile; null: nothing. */
  readonly add: (item: Item, wait: number, standing: StatusReason | null) => void
  readonly clear: () => void
  /** Of the one that wakes first, and in how many milliseconds it does. */
  readonly standing: () => { readonly standing: StatusReason; readonly wait: number } | null
}

type Sleeper = { readonly timer: NodeJS.Timeout; readonly at: number; readonly standing: StatusReason | null }

function createSleepers(wake: (item: Item) => void): Sleepers {
  const sleeping = new Map<Item, Sleeper>()
  return {
    add: (item, wait, standing) => {
      const timer = setTimeout(() => {
        sleeping.delete(item)
        wake(item)
      }, wait)
      sleeping.set(item, { timer, at: performance.now() + wait, standing })
    },
    clear: () => {
      for (const { timer } of sleeping.values()) clearTimeout(timer)
      sleeping.clear()
    },
    standing: () => {
      let next: Sleeper | null = null
      for (const it of sleeping.values()) if (it.standing !== null && (next === null || it.at < next.at)) next = it
      return next?.standing ? { standing: next.standing, wait: Math.max(0, next.at - performance.now()) } : null
    },
  }
}

// What could be sent now, in its order, and what of it may have been on its way before.

/**
 * Puts a delivery back to the head. Those of which nothing was tried keep the order in which they were read among each other: who takes the run over
 * from a process that ended knows by it how far the sending may have come (`outbox-takeover.ts`).
 */
export function putToHead(queue: Item[], item: Item): void {
  const at = item.isFresh ? queue.findIndex((it) => it.isFresh && it.delivery.position > item.delivery.position) : 0
  queue.splice(at < 0 ? queue.length : at, 0, item)
}

/** The records that may have been on their way when the run was broken off, through all that their deliveries are divided into. */
type CutOff = {
  /** The same item, which knows by then whether it holds one. */
  readonly known: (item: Item) => Item
  /** Who refuses the records had not taken them before. */
  readonly answered: (item: Item, outcome: Made) => void
}

function createCutOff(): CutOff {
  const places = new Set<number>()
  return {
    known: (item) => {
      const { delivery } = item
      if (item.isCutOff) for (const place of delivery.positions()) places.add(place)
      else item.isCutOff = places.size > 0 && delivery.positions().some((place) => places.has(place))
      return item
    },
    answered: ({ delivery }, outcome) => {
      const isRefused = outcome.outcome === 'too-large' || (outcome.outcome === 'refused' && outcome.about === 'records')
      if (isRefused && places.size > 0) for (const place of delivery.positions()) places.delete(place)
    },
  }
}
