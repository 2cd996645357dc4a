/** Sends the deliveries of one run: so many at once, retries after their pause, nothing once it is held. */
import { setMaxListeners } from 'node:events'
import { performance } from 'node:perf_hooks'

import type { Problem } from '../../contract/problem.ts'
import type { Attempt } from '../store/attempts.ts'
import type { Delivery } from '../store/outline.ts'
import type { Standing } from '../store/run-leases.ts'
import { retryStanding, waitBefore } from './backoff.ts'
import type { Crash } from './crash.ts'
import type { Fence } from './fence.ts'
import type { Destination, Outcome, Permission } from './kinds/kind.ts'
import type { EngineLimits } from './limits.ts'

/** A delivery on its way, and how often it was tried. */
export type Item = { readonly delivery: Delivery; attempts: number }

export type Sender = {
  /** Takes deliveries over; `notBefore` holds one back that waits for a retry. */
  readonly add: (item: Item, notBefore: Date | null) => void
  /** Starts nothing any more. What is in flight finishes and is reported. */
  readonly hold: () => void
  /** Requests that are open now. */
  readonly open: () => number
  /** What the run says of its retries; null when none waits. */
  readonly standing: () => Standing | null
}

type Sending = {
  readonly destination: Destination
  readonly limits: EngineLimits
  readonly fence: Fence
  readonly crash: Crash
  /** Cuts off what is in flight: the end of a stop that cannot wait. */
  readonly signal: AbortSignal
  /** Told of each attempt that has an outcome. */
  readonly report: (attempt: Attempt) => void
  /** Told when the destination refuses the caller and not the record. */
  readonly refuse: (why: Problem) => void
  /** Told of an error of our own. */
  readonly broke: (thrown: unknown) => void
  /** Told when a request has ended, after its report. */
  readonly ended: () => void
}

export function createSender({ destination, limits, fence, crash, signal, report, refuse, broke, ended }: Sending): Sender {
  const queue: Item[] = []
  const holding = new AbortController()
  setMaxListeners(0, holding.signal)
  const permission: Permission = { signal, withdrawn: holding.signal, mayStart: () => !held && fence.isFresh() }
  const sleeping = new Map<Item, { readonly timer: NodeJS.Timeout; readonly at: number; readonly standing: Standing | null }>()
  let open = 0
  let held = false
  /** Until then the destination has asked not to be called. On the clock that cannot be set. */
  let quietUntil = 0
  let looking = false

  function later(item: Item, wait: number, standing: Standing | null) {
    const timer = setTimeout(() => {
      sleeping.delete(item)
      queue.unshift(item)
      pump()
    }, wait)
    sleeping.set(item, { timer, at: performance.now() + wait, standing })
  }

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
    const rest = quietUntil - performance.now()
    if (rest > 0 && queue.length > 0) {
      for (const item of queue.splice(0)) later(item, rest, null)
      return
    }
    while (open < limits.sendsAtOnce && queue.length > 0) {
      if (!fence.isFresh()) {
        look()
        return
      }
      const item = queue.shift()
      if (item) void send(item)
    }
  }

  async function send(item: Item): Promise<void> {
    open += 1
    crash('before-send')
    const startedAt = new Date()
    try {
      const sending = destination.deliver({ ...item.delivery, count: item.delivery.records.length, texts: () => [] }, permission)
      crash('mid-send')
      crash('after-send')
      const outcome = await sending
      crash('after-answer')
      // What was cut off is as if it had not been tried: it stays in the outbox under its key.
      if (outcome.outcome === 'withheld') queue.unshift(item)
      else if (!signal.aborted) conclude(item, outcome, startedAt)
    } catch (thrown) {
      broke(thrown)
    }
    open -= 1
    pump()
    ended()
  }

  function conclude(item: Item, outcome: Exclude<Outcome, { readonly outcome: 'withheld' }>, startedAt: Date): void {
    const endedAt = new Date()
    item.attempts += 1
    const base = {
      delivery: item.delivery,
      number: item.attempts,
      outcome: outcome.outcome === 'partial' ? 'delivered' : outcome.outcome === 'too-large' ? 'retry' : outcome.outcome,
      startedAt,
      endedAt,
    }
    if (outcome.outcome === 'delivered' || outcome.outcome === 'partial') {
      report({ ...base, answer: outcome.answer, error: null, ends: 'delivered', nextAttemptAt: null })
      return
    }
    const why = outcome.problem
    const failed = { ...base, answer: why.answer ?? null, error: why }
    if (outcome.outcome === 'refused' || item.attempts > limits.retries) {
      report({ ...failed, ends: 'failed', nextAttemptAt: null })
      if (outcome.outcome === 'refused' && outcome.about === 'caller') refuse(why)
      return
    }
    const wait = waitBefore(item.attempts, limits, why.retryAfter, Math.random())
    if (why.retryAfter) quietUntil = Math.max(quietUntil, performance.now() + wait)
    if (!held) later(item, wait, retryStanding('destination', why, item.attempts, limits.retries, wait))
    report({ ...failed, ends: null, nextAttemptAt: new Date(endedAt.getTime() + wait) })
  }

  return {
    add: (item, notBefore) => {
      const wait = (notBefore?.getTime() ?? 0) - Date.now()
      if (wait > 0) later(item, Math.min(wait, 3_600_000), null)
      else queue.push(item)
      pump()
    },
    hold: () => {
      held = true
      holding.abort()
      for (const { timer } of sleeping.values()) clearTimeout(timer)
      sleeping.clear()
    },
    open: () => open,
    standing: () => {
      const told = [...sleeping.values()].filter(({ standing }) => standing !== null)
      const next = told.reduce<(typeof told)[number] | null>((a, b) => (a && a.at <= b.at ? a : b), null)
      return next?.standing ?? null
    },
  }
}
