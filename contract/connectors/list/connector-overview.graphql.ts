import { document } from '../../kit/graphql-document.ts'
import type { ConnectorState } from '../details/connector.lifecycle.ts'
import type { Condition } from './connector-condition.ts'
import type { Overview, OverviewDirection, OverviewSort } from './connector-overview.ts'

export type OverviewVariables = {
  readonly search: string
  /** Empty: however they stand. */
  readonly status: readonly ConnectorState[]
  /** Empty: whatever condition they are in. */
  readonly condition: readonly Condition[]
  readonly sort: OverviewSort
  readonly direction: OverviewDirection
  readonly limit: number
  readonly offset: number
}

export const connectorOverview = document<{ connectorOverview: Overview }, OverviewVariables>(
  `query connectorOverview($search: String, $status: [ConnectorStatus!], $condition: [ConnectorCondition!], $sort: ConnectorOverviewSort, $direction: SortDirection, $limit: Int, $offset: Int) {
    connectorOverview(search: $search, status: $status, condition: $condition, sort: $sort, direction: $direction, limit: $limit, offset: $offset) {
      total offset hoursSince
      summary {
        counts { condition count } delivered failed skipped unknown deliveredLater needAttention raisedAlerts bulkJob
        firstSteps { created deployed delivered automatic }
        attention { id name condition at reason cause { records message answer } }
      }
      items {
        id name connectorType status condition statusReason nextRunAt heldEvents
        source { url requestMethod type } destination { url requestMethod type }
        health { level reason runId measuredAt } undeployedChanges failedDeployment { at message fields { path message } }
        lastRun { runId status result startedAt endedAt waits recordsRead recordsDelivered recordsSkipped recordsFailed recordsUnknown recordsUnchanged }
        hours
      }
    }
  }`,
)
