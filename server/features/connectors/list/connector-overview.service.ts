/** The list of connectors as a person sees it, a page at a time. */
import type { Kysely } from 'kysely'

import { type Overview, type OverviewItem, overviewHours } from '../../contract/connector-overview.ts'
import type { Run } from '../../contract/run.ts'
import type { Caller } from '../access.ts'
import { hoursOf, type OverviewAsked, pageOfConnectors } from '../store/connector-overview.ts'
import { connectorsOf, type ListedConnector } from '../store/connectors.ts'
import { lastRuns } from '../store/last-runs.ts'
import { inOneSnapshot } from '../store/snapshot.ts'
import type { Tables } from '../store/tables.ts'
import { runSummaryOf, sidesOf } from './connector-shown.ts'
import { type ShownRecord, showTriggers } from './connector-trigger.ts'
import { sightOf } from './sight.ts'

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

export function createConnectorOverviewDesk({ db }: { readonly db: Kysely<Tables> }) {
  return {
    /** One page of what the caller sees. A page behind the last one is empty and tells how many there are. */
    async page(caller: Caller, asked: OverviewAsked): Promise<Overview> {
      const sight = sightOf(caller)
      const search = asked.search.trim()
      return inOneSnapshot(db, async (tx) => {
        const { ids, total } = await pageOfConnectors(tx, sight, { ...asked, search })
        const records = await showTriggers(tx, await connectorsOf(tx, sight, ids))
        const runs = await lastRuns(tx, sight.companyId, ids)
        const hours = await hoursOf(tx, sight.companyId, ids)
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
