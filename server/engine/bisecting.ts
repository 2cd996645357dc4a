/**
 * Finds the records for which a bulk is refused (`faults.md` F26). Only one half is asked at a time: when it is taken the other one holds the bad
 * record and need not be asked; when it is refused the other one waits, and all that waited goes together in the end. So a bad record among a hundred
 * is found and the other 99 are delivered with eight more requests, where asking both halves each time takes up to fourteen.
 */
import { type Problem, problem } from '../../contract/problem.ts'
import type { Attempt } from '../store/attempts.ts'
import type { Delivery } from '../store/delivery.ts'
import { allAs, halves, type Item, itemOf, type Times } from './concluding.ts'

type Waiting = { readonly delivery: Delivery; readonly inherited: number }
type Search = {
  readonly sibling: Waiting
  /** Halves that wait because their siblings were refused. */
  readonly rest: readonly Waiting[]
  /** What was said to the delivery that both halves are of. */
  readonly why: Problem
}

export type Bisection = {
  /** A delivery of several records was refused for its records. */
  readonly divide: (item: Item, why: Problem, times: Times) => void
  /** A delivery came to an end, or goes on otherwise. */
  readonly ended: (delivery: Delivery, how: 'delivered' | 'otherwise') => void
}

type Means = {
  /** Writes an attempt down; `then` is called when that is committed. */
  readonly report: (attempt: Attempt, then: () => void) => void
  readonly send: (item: Item) => void
}

const unsent = (delivery: Delivery, number: number, error: Problem): Attempt => {
  const at = new Date()
  const base = { delivery, number, outcome: 'not-sent', startedAt: at, endedAt: at, nextAttemptAt: null } as const
  return { ...base, answer: error.answer ?? null, error, ends: 'divided', parts: [], settled: [] }
}

export function createBisection({ report, send }: Means): Bisection {
  const searches = new Map<Delivery, Search>()

  function search(half: Waiting, sibling: Waiting, rest: readonly Waiting[], why: Problem) {
    searches.set(half.delivery, { sibling, rest, why })
    send(itemOf(half.delivery, half.inherited))
  }

  /** The sibling holds the bad record, for the other half was taken. */
  function goInto({ sibling, rest, why }: Search) {
    const { delivery, inherited } = sibling
    const number = inherited + 1
    if (delivery.count === 1) {
      const message = 'A delivery of two records was refused; the other one was then taken alone, so this one is refused.'
      const settled = allAs(delivery, 'failure')
      const error = { ...why, message, detail: message }
      report({ ...unsent(delivery, number, error), ends: 'failed', parts: null, settled }, () => sendTogether(rest))
      return
    }
    const [first, second] = halves(delivery)
    report({ ...unsent(delivery, number, why), parts: [first, second] }, () =>
      search({ delivery: first, inherited: number }, { delivery: second, inherited: number }, rest, why),
    )
  }

  function sendTogether(waiting: readonly Waiting[]) {
    const [head, ...others] = waiting.toSorted((a, b) => a.delivery.position - b.delivery.position)
    if (!head) return
    if (others.length === 0) return send(itemOf(head.delivery, head.inherited))
    const ordinals = waiting.flatMap(({ delivery }) => delivery.ordinals).toSorted((a, b) => a - b)
    const all = head.delivery.part(ordinals)
    const why = problem('destination/divided')
    for (const { delivery, inherited } of others) report(unsent(delivery, inherited + 1, why), () => {})
    // The last of one commit, or of a later one: what is sent is known to be theirs then.
    report({ ...unsent(head.delivery, head.inherited + 1, why), parts: [all] }, () => send(itemOf(all, head.inherited + 1)))
  }

  return {
    divide: (item, why, { startedAt, endedAt }) => {
      const { delivery, attempts: number } = item
      const before = searches.get(delivery)
      searches.delete(delivery)
      const [first, second] = halves(delivery)
      const rest = before ? [...before.rest, before.sibling] : []
      const attempt = {
        ...unsent(delivery, number, why),
        outcome: 'refused',
        startedAt,
        endedAt,
        parts: [first, second],
      } as const
      report(attempt, () => search({ delivery: first, inherited: number }, { delivery: second, inherited: number }, rest, why))
    },
    ended: (delivery, how) => {
      const found = searches.get(delivery)
      if (!found) return
      searches.delete(delivery)
      if (how === 'delivered') goInto(found)
      else sendTogether([...found.rest, found.sibling])
    },
  }
}
