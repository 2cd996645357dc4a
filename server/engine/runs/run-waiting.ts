/** What a run waits for, and what it says of that: the pace of its systems, their limits, and requests that are made again. */
import { systemNameOf } from '#contract/connectors/config/system-name.ts'
import type { RunWait } from '../../records/runs/next-run.repository.ts'
import type { ClaimedRun, StatusReason } from '../../records/runs/run-leases.repository.ts'
import type { Pace } from '../fairness/pace.ts'
import { hostOf, type Paces, tokensOf } from '../fairness/paces.ts'
import { listening, patient, type WaitWatch } from '../kinds/paced-outbound.ts'
import type { EngineDeps } from '../kit/engine-deps.ts'
import type { AccessTokens, Tools } from '../kit/kind.ts'
import type { writtenBy } from '../outbox/private-payloads.ts'
import { createLimitWatch, type LimitWatch } from './limit-watch.ts'
import { createRunStatus, type RunStatus } from './run-status.ts'

type RunPace = {
  readonly paced: NonNullable<Tools['paced']>
  /** Milliseconds in which the source waited for its pace. */
  readonly waited: () => number
}

function createRunPace(paces: Paces, companyId: string, watch: LimitWatch): RunPace {
  let waited = 0
  const source = watch.of('source')
  const ofSource: WaitWatch = {
    ...source,
    over: (time) => {
      waited += time
      source.over(time)
    },
  }
  return {
    paced: (outbound, { side, gateway, perSecond, connection, atOnce }) => {
      const paceOf = ({ origin }: URL) => paces.of(companyId, hostOf(origin, gateway, connection))
      if (side === 'destination') return listening(outbound, paceOf)
      return patient(outbound, {
        paceOf: ({ url }) => paceOf(url),
        ...{ perSecond, atOnce },
        watch: side === 'source' ? ofSource : watch.of(side),
      })
    },
    waited: () => waited,
  }
}

/** Access tokens of a run, which says why it waits where their endpoint limits requests. */
function watchedTokens(tokens: AccessTokens, paceAt: (url: URL, gateway?: string) => Pace, watch: () => WaitWatch): AccessTokens {
  const of = (inner: AccessTokens, gateway?: string): AccessTokens => ({
    ...inner,
    tokenFor: async (grant, waits) => {
      let waited: WaitWatch | null = null
      const begun = performance.now()
      const coming = inner.tokenFor(grant, () => {
        waits?.()
        waited = watch()
        waited.waits(paceAt(grant.tokenUrl, gateway), null)
      })
      return coming.finally(() => {
        waited?.over(performance.now() - begun)
      })
    },
    through: (it) => of(inner.through(it), it),
  })
  return of(tokens)
}

export type RunWaiting = {
  readonly watch: LimitWatch
  readonly status: RunStatus
  /** The outbound client of a system of the run, with its pace. */
  readonly paced: RunPace['paced']
  /** Access tokens, the wait for which the run reports. */
  readonly tokens: (tokens: AccessTokens) => AccessTokens
  /** What reading and enriching need of it. */
  readonly filling: Pick<RunStatus, 'tell'> & Pick<RunPace, 'waited'>
}

type Run = {
  readonly written: ReturnType<typeof writtenBy>
  /** What the sender says now. */
  readonly sender: () => StatusReason | null
  readonly left: (host: string) => number | null
  /** What people call the system of a side; null while that is not known. */
  readonly systemOf: (side: RunWait['side']) => string | null
  /** For which of them an access token is fetched now. */
  readonly sideOfTokens: () => RunWait['side']
  readonly giveBack: (wait: number, standing: StatusReason) => void
}

export function createRunWaiting(run: ClaimedRun, around: EngineDeps, it: Run): RunWaiting {
  const { db, log, limits, paces } = around
  const { left, systemOf } = it
  const rested = run.waiting?.kind === 'limited' ? run.waiting : null
  /** As it is written: with the name that people know, and without what is not kept. */
  const shown = (standing: StatusReason | null): StatusReason | null => {
    if (!standing?.waiting) return it.written.status(standing)
    const { side, system } = standing.waiting
    const isAddress = system === '' || URL.canParse(system)
    const named = isAddress ? (systemOf(side) ?? systemNameOf({ url: system, type: 'http' }) ?? system) : system
    return it.written.status({ ...standing, waiting: { ...standing.waiting, system: named } })
  }
  const giveBack = (wait: number, standing: StatusReason) => it.giveBack(wait, shown(standing) ?? standing)
  const watch = createLimitWatch({ limits, rested, left, giveBack, tell: (limit) => status.tellLimit(limit) })
  const status = createRunStatus({ db, log, run, shown, sender: it.sender, limit: watch.standing })
  const { paced, waited } = createRunPace(paces, run.companyId, watch)
  const tokenPace = ({ origin }: URL, gateway?: string) => paces.of(run.companyId, tokensOf(hostOf(origin, gateway)))
  const tokens: RunWaiting['tokens'] = (given) => watchedTokens(given, tokenPace, () => watch.of(it.sideOfTokens()))
  return { watch, status, paced, tokens, filling: { tell: status.tell, waited } }
}
