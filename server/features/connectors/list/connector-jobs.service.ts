/** All connectors that a filter finds paused or resumed: the filter is read once, at the start, and each is moved as if it were alone. */
import type { Kysely } from 'kysely'

import type { ConnectorState } from '#contract/connectors/details/connector.lifecycle.ts'
import type { BulkAction } from '#contract/connectors/list/connector-bulk.ts'
import type { OverviewFilterQuery } from '#contract/connectors/list/connector-filter.ts'
import type { ConnectorJob, connectorJobEndpoints } from '#contract/connectors/list/connector-jobs.ts'
import { noFilter, selectionOf } from '#contract/connectors/list/connector-selection.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { ProblemError, refusal } from '#contract/kit/problem.ts'
import { inOneSnapshot } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { addAuditEvent } from '../../kit/audit-events.repository.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { type BulkJob, type BulkRunners, createBulkJobs } from '../../kit/bulk/bulk-jobs.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { statesBefore } from '../details/connector-status.ts'
import type { ConnectorBulkService } from './connector-bulk.service.ts'
import { judgedOf } from './connector-overview.service.ts'

type Endpoints = typeof connectorJobEndpoints
type Deps = {
  readonly db: Kysely<Tables>
  readonly runners: BulkRunners
  readonly bulk: ConnectorBulkService
}

/** A pause waits for what is on its way. */
const atOnce = 8

const moves = { pause: 'user.paused', resume: 'user.resumed' } as const
const audited = { pause: 'connector.paused', resume: 'connector.resumed' } as const
const jobQueueOf = ({ userId }: Caller) => `connectors:${userId}`
const shown = ({ form, ...job }: BulkJob): ConnectorJob => ({ ...job, action: (form as { action: BulkAction }).action })

export function createConnectorJobsService({ db, runners, bulk }: Deps) {
  async function findAll(caller: Caller, filter: OverviewFilterQuery) {
    return inOneSnapshot(db, async (tx) => {
      const judged = await judgedOf(tx, tenantScopeOf(caller), selectionOf({ ...noFilter, ...filter }))
      return judged.filter((it) => it.isFound)
    })
  }

  async function act(action: BulkAction, id: string, caller: Caller): Promise<void> {
    const { results } = await bulk.move(caller, { action, ids: [id] })
    const [result] = results
    if (result?.problem !== undefined) throw new ProblemError(result.problem)
    if (result?.outcome !== 'done') return
    const actor = { kind: 'person', id: caller.userId } as const
    const what = { action: audited[action], target: { type: 'connector', id }, before: null, after: null }
    await addAuditEvent(db, { companyId: caller.companyId, address: null, actor, ...what })
  }

  const jobs = createBulkJobs({
    ...{ db, runners, kind: 'connectors', target: 'connectorJob', atOnce },
    act: ({ form }, id, caller) => act((form as { action: BulkAction }).action, id, caller),
    isAllowed: () => true,
    // What is paused already is left as it is without a refusal.
    isDone: () => false,
  })

  return {
    async found(caller: Caller, filter: OverviewFilterQuery) {
      const found = await findAll(caller, filter)
      const counts = new Map<ConnectorState, number>()
      for (const { status } of found) counts.set(status, (counts.get(status) ?? 0) + 1)
      return { counts: [...counts].map(([status, count]) => ({ status, count })), total: found.length }
    },

    /** The same id again gives what was begun with it. @throws `bulk/nothing`, `bulk/running` */
    async start(caller: Caller, { action, ...filter }: BodyOf<Endpoints['start']>, id: string, audit: Audit) {
      // A repetition whose first answer was lost: by now there may be nothing left to change.
      const known = await jobs.known(jobQueueOf(caller), id)
      if (known !== null) return shown(known)
      const from = statesBefore(moves[action])
      const targets = (await findAll(caller, filter)).filter(({ status }) => from.includes(status)).map((it) => it.id)
      if (targets.length === 0) throw refusal('bulk/nothing')
      const order = { id, lane: jobQueueOf(caller), form: { action, ...filter }, targets }
      return shown(await jobs.start(order, caller, audit, { action, ...filter, connectors: targets.length }))
    },

    async newest(caller: Caller): Promise<{ job: ConnectorJob | null }> {
      const job = await jobs.newest(jobQueueOf(caller))
      return { job: job === null ? null : shown(job) }
    },

    /** @throws `bulk/not-found`, `bulk/status` */
    stop: async (caller: Caller, id: string, audit: Audit) => shown(await jobs.stop(jobQueueOf(caller), id, audit)),

    /** @throws `bulk/not-found`, `bulk/status`, `bulk/running` */
    retry: async (caller: Caller, id: string, audit: Audit) => shown(await jobs.retry(jobQueueOf(caller), id, caller, audit)),
  }
}
