/** The list of connectors as a person sees it, a page at a time. */
import type { Kysely } from 'kysely'

import { type Overview, type OverviewItem, overviewHours } from '#contract/connectors/list/connector-overview.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { inOneSnapshot } from '#server/platform/database/snapshot.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { runSummaryOf, sidesOf } from '../details/connector-presenter.ts'
import { connectorsOf, type ListedConnector } from '../details/connectors.repository.ts'
import { type ShownRecord, showTriggers } from '../triggers/connector-trigger.ts'
import { hoursOf, type OverviewAsked, pageOfConnectors } from './connector-overview.repository.ts'
import { lastRuns } from './last-runs.repository.ts'

const still: readonly number[] = new Array<number>(overviewHours).fill(0)

function itemOf(record: ShownRecord<ListedConnector>, run: Run | undefined, hours: readonly number[] = still): OverviewItem {
  const { connector, triggered, health, deployed } = record
  const { _id, name, connectorType, status, statusSince, statusReason, statusNext } = connector
  return {
    ...{ id: _id, name, connectorType, status, statusSince, statusReason, statusNext },
    nextRunAt: triggered.schedule?.nextRunAt ?? null,
    heldEvents: triggered.heldEvents ?? null,
    ...sidesOf(record),
    health,
    undeployedChanges: [...deployed.undeployedChanges],
    failedDeployment: deployed.failedDeployment,
    lastRun: run ? runSummaryOf(run) : null,
    hours: [...hours],
  }
}

export function createConnectorOverviewService({ db }: { readonly db: Kysely<Tables> }) {
  return {
    /** One page of what the caller sees. A page behind the last one is empty and tells how many there are. */
    async page(caller: Caller, asked: OverviewAsked): Promise<Overview> {
      const tenantScope = tenantScopeOf(caller)
      const search = asked.search.trim()
      return inOneSnapshot(db, async (tx) => {
        const { ids, total } = await pageOfConnectors(tx, tenantScope, { ...asked, search })
        const records = await showTriggers(tx, await connectorsOf(tx, tenantScope, ids))
        const runs = await lastRuns(tx, tenantScope.companyId, ids)
        const hours = await hoursOf(tx, tenantScope.companyId, ids)
        const found = new Map(records.map((record) => [record.connector._id, record]))
        const items = ids.flatMap((id) => {
          const record = found.get(id)
          return record ? [itemOf(record, runs.get(id), hours.of.get(id))] : []
        })
        return { total, offset: asked.offset, hoursSince: hours.since.toISOString(), items }
      })
    },
  }
}
