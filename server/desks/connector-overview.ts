/** The list of connectors as a person sees it, a page at a time. */
import type { Kysely } from 'kysely'

import { type Overview, type OverviewItem, overviewHours } from '../../contract/connector-overview.ts'
import type { Run } from '../../contract/run.ts'
import type { Caller } from '../access.ts'
import { hoursOf, type OverviewAsked, pageOfConnectors } from '../store/connector-overview.ts'
import { connectorsOf, type ListedConnector } from '../store/connectors.ts'
import { lastRuns } from '../store/last-runs.ts'
import type { Tables } from '../store/tables.ts'
import { runSummaryOf, summaryOf } from './connector.ts'
import { type ShownRecord, showTriggers } from './connector-trigger.ts'
import { sightOf } from './sight.ts'

const still: readonly number[] = new Array<number>(overviewHours).fill(0)

function itemOf(
  { connector, draft, triggered }: ShownRecord<ListedConnector>,
  run: Run | undefined,
  hours: readonly number[] = still,
): OverviewItem {
  const { _id, name, connectorType, status, statusSince, statusReason, statusNext } = connector
  return {
    ...{ id: _id, name, connectorType, status, statusSince, statusReason, statusNext },
    nextRunAt: triggered.schedule?.nextRunAt ?? null,
    heldEvents: triggered.heldEvents ?? null,
    source: summaryOf(draft.source, draft.trigger.type === 'webhook'),
    destination: summaryOf(draft.destination),
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
      const { ids, total } = await pageOfConnectors(db, sight, { ...asked, search })
      const records = await showTriggers(db, await connectorsOf(db, sight, ids))
      const runs = await lastRuns(db, sight.companyId, ids)
      const hours = await hoursOf(db, sight.companyId, ids)
      const found = new Map(records.map((record) => [record.connector._id, record]))
      // One that was deleted since the page was cut is left out.
      const items = ids.flatMap((id) => {
        const record = found.get(id)
        return record ? [itemOf(record, runs.get(id), hours.of.get(id))] : []
      })
      return { total, offset: asked.offset, hoursSince: hours.since.toISOString(), items }
    },
  }
}
