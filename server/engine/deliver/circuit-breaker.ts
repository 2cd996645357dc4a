/**
 * What a run does while its destination only fails (`faults.md` F21). As many deliveries as are sent at once are tried to the last; the others wait
 * untouched. When one was tried to the last and nothing went well meanwhile, the host's circuit opens for every run: from then on one request every
 * half minute tries it, and costs its delivery no try.
 */
import { performance } from 'node:perf_hooks'
import type { Host } from '../fairness/hosts.ts'
import type { EngineLimits } from '../limits.ts'
import type { Delivery } from '../outbox/delivery.repository.ts'
import type { StatusReason } from '../runs/run-leases.repository.ts'
import type { Item } from './outcome-classifier.ts'

export type Outage = {
  /** Whether a delivery may be sent now; when not, `changed` is called later. */
  readonly mayStart: (item: Item) => boolean
  readonly started: (item: Item) => void
  readonly isProbe: (item: Item) => boolean
  readonly answered: (item: Item) => void
  /** `isLast`: it is not tried again. */
  readonly failed: (item: Item, isLast: boolean) => void
  readonly withheld: (item: Item) => void
  /** It goes on as something else. */
  readonly over: (delivery: Delivery) => void
  /** Whether the host has been away for longer than a run waits. */
  readonly isTooLong: () => boolean
  readonly standing: () => StatusReason | null
  readonly stop: () => void
}

type Deps = { readonly host: Host; readonly limits: EngineLimits; readonly changed: () => void }

export function createOutage({ host, limits, changed }: Deps): Outage {
  /** Deliveries that were sent and have not ended. */
  const trying = new Set<Delivery>()
  /** When a delivery failed, as long as none that was sent later has gone well; of `performance.now()`. */
  let troubledAt: number | null = null
  let probe: Delivery | null = null
  let timer: NodeJS.Timeout | null = null
  const unwatch = host.watch(changed)

  function later(wait: number) {
    timer ??= setTimeout(() => {
      timer = null
      changed()
    }, wait)
  }

  function over(delivery: Delivery) {
    trying.delete(delivery)
    if (probe === delivery) probe = null
  }

  return {
    mayStart: ({ delivery, attempts, inherited }) => {
      if (attempts > inherited) return true
      if (host.state() === 'closed') return troubledAt === null || trying.size < limits.sendsAtOnce
      if (host.takeProbe()) {
        probe = delivery
        return true
      }
      const wait = host.untilProbe()
      if (Number.isFinite(wait)) later(wait)
      return false
    },
    started: ({ delivery }) => trying.add(delivery),
    isProbe: ({ delivery }) => probe === delivery,
    answered: ({ delivery, sentAt }) => {
      over(delivery)
      if (troubledAt !== null && sentAt >= troubledAt) troubledAt = null
      host.answered()
    },
    failed: ({ delivery, againAt, sentAt }, isLast) => {
      troubledAt = performance.now()
      host.failed(isLast || probe === delivery, againAt ?? sentAt)
      if (isLast) over(delivery)
    },
    withheld: ({ delivery }) => {
      if (probe === delivery) host.giveProbeBack()
      over(delivery)
    },
    over,
    isTooLong: () => {
      const since = host.openSince()
      return since !== null && Date.now() - since.getTime() > limits.outageMax
    },
    standing: () => {
      const since = host.openSince()
      if (since === null) return null
      const reason = `${host.origin} has not taken anything since ${since.toISOString()}.`
      return {
        reason,
        next: `One request every ${limits.probePause / 1_000} s checks it. Waiting records are kept and sent when it answers again.`,
      }
    },
    stop: () => {
      unwatch()
      if (timer) clearTimeout(timer)
    },
  }
}
