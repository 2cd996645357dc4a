/** What sends the deliveries of a run, for those who use it and those who make it. */
import type { Problem } from '#contract/kit/problem.ts'
import type { Delivery } from '../../records/ledger/delivery.repository.ts'
import type { RunWait } from '../../records/runs/next-run.repository.ts'
import type { StatusReason } from '../../records/runs/run-leases.repository.ts'
import type { Host } from '../fairness/hosts.ts'
import type { Pace } from '../fairness/pace.ts'
import type { CompanyTurns } from '../fairness/tenant-scheduling.ts'
import type { Crash } from '../fault-injection.ts'
import type { WaitWatch } from '../kinds/paced-outbound.ts'
import type { Destination } from '../kit/kind.ts'
import type { Fence } from '../kit/ownership-check.ts'
import type { EngineLimits } from '../limits.ts'
import type { Attempt } from './attempts.repository.ts'
import type { Item } from './outcome-classifier.ts'

export type Sender = {
  /** Takes deliveries in, in the order in which they were read, before they are added: versions of one record are sent in that order. */
  readonly enter: (deliveries: readonly Delivery[]) => void
  /** Takes a delivery over; `notBefore` holds one back that waits for a retry. */
  readonly add: (item: Item, notBefore: Date | null) => void
  /** Records of a delivery have ended, and that is written down: later versions of them may be sent. */
  readonly settled: (delivery: Delivery, ordinals: readonly number[]) => void
  /** Starts nothing any more. What is in flight finishes and is reported. */
  readonly hold: () => void
  /** Requests that are open now, and deliveries that could be sent now, or after their pause. */
  readonly open: () => number
  readonly queued: () => number
  /** There may be room again. */
  readonly pump: () => void
  /** What the run says of what it waits for; null when nothing. */
  readonly standing: () => StatusReason | null
  /** The refusal that every request met so far; null when one met something else, or none was refused. */
  readonly refusedAll: () => Problem | null
}

export type Sending = {
  readonly destination: Destination
  readonly host: Host
  /** The pace of its host, and the listener for waits of the run. */
  readonly pace: Pace
  readonly waiting: WaitWatch
  readonly company: string
  readonly turns: CompanyTurns
  readonly limits: EngineLimits
  readonly fence: Fence
  readonly crash: Crash
  /** Null: a delivery that may have arrived is sent again. Else notes it before it is sent, and it is sent once. */
  readonly begin: ((delivery: Delivery, number: number) => Promise<void>) | null
  /** The same for requests that create what a search did not find. */
  readonly beginCreation?: (delivery: Delivery, number: number) => Promise<void>
  /** The records of a delivery that must not be sent any more; null: none ever is. */
  readonly overtaken: ((item: Item) => Promise<readonly number[]>) | null
  /** Cuts off what is in flight: the end of a stop that cannot wait. */
  readonly signal: AbortSignal
  /** Told of attempts that have an outcome; `then` is called when they are committed, all of them in one commit. */
  readonly report: (attempts: readonly Attempt[], then: () => void) => void
  /** Called for a request that took nothing, because there were too many: it is no attempt. Milliseconds. */
  readonly limited: (duration: number) => void
  /** Attempts that were reported and are not committed. */
  readonly unsettled: () => number
  /** Told when the destination refuses the caller and not the record. */
  readonly refuse: (why: Problem) => void
  /** Told of an error of our own. */
  readonly broke: (thrown: unknown) => void
  /** Told when what the run waits for has changed. */
  readonly told: () => void
  /** For what of its destination an earlier owner of the run has waited; null: for nothing. */
  readonly earlierWait: Pick<RunWait, 'kind' | 'since'> | null
  /** Whether the source was read to its end. */
  readonly isRead: () => boolean
  /** Told when a request has ended, after its report. */
  readonly ended: () => void
}
