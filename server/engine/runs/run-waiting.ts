/** What a run waits for, and what it says of that: the pace of its systems, their limits, and requests that are made again. */
import type { EngineDeps } from '../engine-deps.ts'
import { listening, patient, type WaitWatch } from '../fairness/paced-outbound.ts'
import { hostOf, type Paces } from '../fairness/paces.ts'
import type { Tools } from '../kinds/kind.ts'
import type { writtenBy } from '../outbox/private-payloads.ts'
import { createLimitWatch, type LimitWatch } from './limit-watch.ts'
import type { ClaimedRun, StatusReason } from './run-leases.repository.ts'
import { createRunStatus, type RunStatus } from './run-status.ts'

type RunPace = {
  readonly paced: NonNullable<Tools['paced']>
  /** Milliseconds in which the source waited for its pace. */
  readonly waited: () => number
}

function createRunPace(paces: Paces, companyId: string, watch: WaitWatch): RunPace {
  let waited = 0
  const ofSource: WaitWatch = {
    ...watch,
    over: (time) => {
      waited += time
      watch.over(time)
    },
  }
  return {
    paced: (outbound, { side, gateway, perSecond }) => {
      const paceOf = ({ origin }: URL) => paces.of(companyId, hostOf(origin, gateway))
      if (side === 'destination') return listening(outbound, paceOf)
      return patient(outbound, { paceOf: ({ url }) => paceOf(url), perSecond, watch: side === 'source' ? ofSource : watch })
    },
    waited: () => waited,
  }
}

export type RunWaiting = {
  readonly watch: LimitWatch
  readonly status: RunStatus
  /** The outbound client of a system of the run, with its pace. */
  readonly paced: RunPace['paced']
  /** What reading and enriching need of it. */
  readonly filling: Pick<RunStatus, 'tell'> & Pick<RunPace, 'waited'>
}

type Run = {
  readonly written: ReturnType<typeof writtenBy>
  /** What the sender says now. */
  readonly sender: () => StatusReason | null
  readonly left: (host: string) => number | null
  readonly giveBack: (wait: number, standing: StatusReason) => void
}

export function createRunWaiting(run: ClaimedRun, around: EngineDeps, { written, sender, left, giveBack }: Run): RunWaiting {
  const { db, log, limits, paces } = around
  const hasRested = run.waitsFor === 'limit'
  const watch = createLimitWatch({ limits, hasRested, left, giveBack, tell: (it) => status.tellLimit(it) })
  const status = createRunStatus({ db, log, run, written, sender, limit: watch.standing })
  const { paced, waited } = createRunPace(paces, run.companyId, watch)
  return { watch, status, paced, filling: { tell: status.tell, waited } }
}
