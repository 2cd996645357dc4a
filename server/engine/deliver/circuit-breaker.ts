/**
 * What a run does while its destination only fails (`faults.md` F21). As many deliveries as are sent at once are tried to the last; the others wait
 * untouched. When one was tried to the last and nothing went well meanwhile, the host's circuit opens: for every run where the host did not respond,
 * and for the connector where it responded with an error. From then on one request every half minute tries the host, and costs its delivery no try.
 * Those that the outage interrupted wait with the others and have their tries again. A delivery that only meets errors while the host takes others
 * is no outage: it fails after its own tries (decision 0072).
 */
import { performance } from 'node:perf_hooks'
import type { Problem } from '#contract/kit/problem.ts'
import type { Delivery } from '../../records/ledger/delivery.repository.ts'
import type { RunWait } from '../../records/runs/next-run.repository.ts'
import type { StatusReason } from '../../records/runs/run-leases.repository.ts'
import type { Host } from '../fairness/hosts.ts'
import { originOf } from '../fairness/paces.ts'
import type { EngineLimits } from '../limits.ts'
import { awayWait, lastResponse } from './backoff.ts'
import type { Item } from './outcome-classifier.ts'

export type Outage = {
  /** Whether a delivery may be sent now; when not, `changed` is called later. */
  readonly mayStart: (item: Item) => boolean
  readonly started: (item: Item) => void
  readonly isProbe: (item: Item) => boolean
  readonly answered: (item: Item) => void
  /** `isLast`: it is not tried again. */
  readonly failed: (item: Item, isLast: boolean, why: Problem) => void
  /** Whether a delivery that was tried to the last waits with the others: it failed because the host is away, and not for what it holds. */
  readonly interrupts: (item: Item, why: Problem) => boolean
  /** Whether a delivery has waited for its host for long enough, and is not tried again. */
  readonly isSpent: (item: Item, why: Problem) => boolean
  readonly withheld: (item: Item) => void
  /** It goes on as something else. */
  readonly over: (delivery: Delivery) => void
  /** Whether the host has been away for longer than a run waits. */
  readonly isTooLong: () => boolean
  /** What the run says while the circuit of its host is open. */
  readonly standing: () => StatusReason | null
  /** What it waits for while requests fail, one after the other, and the circuit is closed still. @param wait milliseconds until the next one. */
  readonly waiting: (wait: number) => RunWait | null
  readonly stop: () => void
}

type Deps = {
  readonly host: Host
  readonly limits: EngineLimits
  readonly changed: () => void
  /** Whether no delivery of the run waits that was not tried yet. */
  readonly areAllTried: () => boolean
  /** Called when what `standing` says has changed without the end of a delivery. */
  readonly told: () => void
  /** For what an earlier owner of the run has waited; null: for nothing. */
  readonly earlier: Pick<RunWait, 'kind' | 'since'> | null
}

/** Statuses of a gateway before a system that does not respond; the last ones are not registered, and widely used. */
const isGateway = (status: number) => (status >= 502 && status <= 504) || (status >= 520 && status <= 527)

/** Whether a failed request says that the system is away. A 500 may as well be about the record that was sent. */
const isAbsence = ({ code, answer }: Problem) => (answer ? isGateway(answer.status) : code !== 'destination/failing')

export function createOutage({ host, limits, changed, areAllTried, told, earlier }: Deps): Outage {
  /** Deliveries that were sent and have not ended. */
  const trying = new Set<Delivery>()
  /** When a delivery failed, as long as none that was sent later has gone well; of `performance.now()`. */
  let troubledAt: number | null = null
  /** The first failure since a request went well: when it was, and of `performance.now()`. */
  let trouble: { readonly since: Date; readonly at: number } | null = null
  /** Whether a request that was sent after the first failure failed too. */
  let isConfirmed = false
  let lastWhy: Problem | null = null
  /** When the host last took a delivery of this run, of `performance.now()`; null: it took none. */
  let tookAt: number | null = earlier?.kind === 'delayed' ? performance.now() : null
  /** Whether a delivery failed since that was sent after it: only then is the host what fails, and not single records. */
  let isWhole = tookAt === null
  /** When the newest request was sent that the host took, of `performance.now()`. */
  let tookSentAt = Number.NEGATIVE_INFINITY
  const before = earlier && new Date(earlier.since)
  let probe: Delivery | null = null
  let isHeldUp = false
  let timer: NodeJS.Timeout | null = null
  const unwatch = host.watch(() => {
    isHeldUp = false
    changed()
  })

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

  const isAfterTaken = ({ firstAt, sentAt }: Item) => tookAt === null || (firstAt ?? sentAt) > tookAt

  const isSpent = ({ interruptedAt }: Item, why: Problem) =>
    tookAt !== null &&
    why.answer !== undefined &&
    interruptedAt !== null &&
    performance.now() - interruptedAt > limits.leftOverMax &&
    areAllTried()

  /** Whether the host responds to this delivery with errors and takes others of the run meanwhile. */
  function isAboutItself(item: Item, why: Problem) {
    if (tookAt === null || why.answer === undefined) return false
    const wereOthersTaken = item.failedAt !== null && item.failedAt < tookSentAt
    return wereOthersTaken || !(isWhole || isAfterTaken(item)) || isSpent(item, why)
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
      if (!isHeldUp) told()
      isHeldUp = true
      return false
    },
    started: ({ delivery }) => trying.add(delivery),
    isProbe: ({ delivery }) => probe === delivery,
    answered: ({ delivery, sentAt }) => {
      over(delivery)
      if (troubledAt !== null && sentAt >= troubledAt) troubledAt = null
      trouble = null
      isConfirmed = false
      tookAt = performance.now()
      tookSentAt = Math.max(tookSentAt, sentAt)
      isWhole = false
      host.answered()
    },
    failed: (item, isLast, why) => {
      const { delivery, againAt, sentAt } = item
      const isTried = (isLast || probe === delivery) && !isAboutItself(item, why)
      troubledAt = performance.now()
      item.failedAt ??= troubledAt
      isConfirmed ||= trouble !== null && sentAt >= trouble.at
      trouble ??= { since: before ?? new Date(), at: troubledAt }
      isWhole ||= isAfterTaken(item)
      lastWhy = why
      host.failed({ isLast: isTried, since: againAt ?? sentAt, isAnswered: why.answer !== undefined })
      if (isLast) over(delivery)
    },
    interrupts: (item, why) => isAbsence(why) && !isAboutItself(item, why) && host.isAwaySince(item.againAt ?? item.sentAt),
    isSpent,
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
      const first = trouble?.since ?? before ?? since
      const untilProbe = host.untilProbe()
      const waiting: RunWait = {
        ...{
          kind: isWhole ? 'away' : 'delayed',
          since: first.toISOString(),
          side: 'destination',
          system: originOf(host.origin),
          pace: null,
          endsAt: null,
        },
        nextAt: Number.isFinite(untilProbe) ? new Date(Date.now() + untilProbe).toISOString() : null,
        checkedEvery: limits.probePause / 1_000,
        ...(lastWhy === null ? { reason: null, lastStatus: null } : lastResponse(lastWhy)),
      }
      return {
        reason: isWhole
          ? `${host.origin} hasn't accepted any records since ${first.toISOString()}.`
          : `${host.origin} accepts other records, but has rejected or delayed some since ${first.toISOString()}.`,
        waiting,
        next: `We retry every ${limits.probePause / 1_000} s. Waiting records are sent when the destination accepts them.`,
      }
    },
    waiting: (wait) =>
      trouble === null || lastWhy === null || !isConfirmed
        ? null
        : awayWait('destination', originOf(host.origin), {
            ...{ why: lastWhy, since: trouble.since, retry: 2, wait, isDelayed: !isWhole },
          }),
    stop: () => {
      unwatch()
      if (timer) clearTimeout(timer)
    },
  }
}
