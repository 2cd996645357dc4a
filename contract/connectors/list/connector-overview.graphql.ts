import { document } from '../../kit/graphql-document.ts'
import type { ConnectorState } from '../details/connector.lifecycle.ts'
import type { Overview, OverviewDirection, OverviewSort } from './connector-overview.ts'

export type OverviewVariables = {
  readonly search: string
  /** Empty: however they stand. */
  readonly status: readonly ConnectorState[]
  readonly sort: OverviewSort
  readonly direction: OverviewDirection
  readonly limit: number
  readonly offset: number
}

export const connectorOverview = document<{ connectorOverview: Overview }, OverviewVariables>(
  `query connectorOverview($search: String, $status: [ConnectorStatus!], $sort: ConnectorOverviewSort, $direction: SortDirection, $limit: Int, $offset: Int) {
    connectorOverview(search: $search, status: $status, sort: $sort, direction: $direction, limit: $limit, offset: $offset) {
      total offset hoursSince
      items {
        id name connectorType status statusSince statusReason statusNext nextRunAt heldEvents
        source { url requestMethod type } destination { url requestMethod type }
        health { level reason runId measuredAt } undeployedChanges failedDeployment { at message fields { path message } }
        lastRun { runId status result startedAt endedAt recordsRead recordsDelivered recordsSkipped recordsFailed recordsUnknown }
        hours
      }
    }
  }`,
)
