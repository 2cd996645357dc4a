/**
 * Finds the records for which a bulk is refused (`faults.md` F26). Only one half is asked at a time: when it is taken the other one is looked into
 * without being asked as a whole; when it is refused the other one waits, and all that waited goes together in the end. A bad record among a hundred
 * is found, and the other 99 are delivered, with nine more requests at most, where asking both halves each time takes up to fourteen. No record is
 * called refused that was not refused alone.
 */
import { type Problem, problem } from '#contract/kit/problem.ts'
import type { Delivery } from '../../records/ledger/delivery.repository.ts'
import type { Attempt } from './attempts.repository.ts'
import { halves, type Item, itemOf, type Times } from './outcome-classifier.ts'

type Waiting = { readonly delivery: Delivery; readonly inherited: number }
type Search = {
  /** Null for the last record, which is asked alone. */
  readonly sibling: Waiting | null
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

type Deps = {
  /** Writes attempts down in one commit; `then` is called when that is made. */
  readonly report: (attempts: readonly Attempt[], then: () => void) => void
  readonly send: (item: Item) => void
}

const waitingOf = ({ sibling, rest }: Search): readonly Waiting[] => (sibling ? [...rest, sibling] : rest)

const unsent = (delivery: Delivery, number: number, error: Problem): Attempt => {
  const at = new Date()
  const base = { delivery, number, outcome: 'not-sent', startedAt: at, endedAt: at, nextAttemptAt: null } as const
  return { ...base, answer: error.answer ?? null, error, ends: 'divided', parts: [], settled: [] }
}

export function createBisection({ report, send }: Deps): Bisection {
  const searches = new Map<Delivery, Search>()

  function search(half: Waiting, sibling: Waiting | null, rest: readonly Waiting[], why: Problem) {
    searches.set(half.delivery, { sibling, rest, why })
    send(itemOf(half.delivery, half.inherited))
  }

  /** The sibling holds the bad record, for the other half was taken. */
  function goInto(sibling: Waiting, { rest, why }: Search) {
    const { delivery, inherited } = sibling
    if (delivery.count === 1) return search(sibling, null, rest, why)
    const number = inherited + 1
    const [first, second] = halves(delivery)
    report([{ ...unsent(delivery, number, why), parts: [first, second] }], () =>
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
    const joined = others.map(({ delivery, inherited }) => unsent(delivery, inherited + 1, why))
    const headed = { ...unsent(head.delivery, head.inherited + 1, why), parts: [all] }
    report([headed, ...joined], () => send(itemOf(all, head.inherited + 1)))
  }

  return {
    divide: (item, why, { startedAt, endedAt }) => {
      const { delivery, attempts: number } = item
      const before = searches.get(delivery)
      searches.delete(delivery)
      const [first, second] = halves(delivery)
      const rest = before ? waitingOf(before) : []
      const attempt = {
        ...unsent(delivery, number, why),
        outcome: 'refused',
        startedAt,
        endedAt,
        parts: [first, second],
      } as const
      report([attempt], () => search({ delivery: first, inherited: number }, { delivery: second, inherited: number }, rest, why))
    },
    ended: (delivery, how) => {
      const found = searches.get(delivery)
      if (!found) return
      searches.delete(delivery)
      if (how === 'delivered' && found.sibling) goInto(found.sibling, found)
      else sendTogether(waitingOf(found))
    },
  }
}
