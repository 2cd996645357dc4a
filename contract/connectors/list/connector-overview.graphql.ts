import { document } from '../../kit/graphql-document.ts'
import type { Overview, OverviewDirection, OverviewSort } from './connector-overview.ts'
import type { OverviewSelection } from './connector-selection.ts'

export type OverviewVariables = OverviewSelection & {
  readonly sort: OverviewSort
  readonly direction: OverviewDirection
  readonly limit: number
  readonly offset: number
}

/** GraphQL ignores a variable that the document does not name, so the document is made of all of them. */
const types: Readonly<Record<keyof OverviewVariables, string>> = {
  search: 'String',
  status: '[ConnectorStatus!]',
  condition: '[ConnectorCondition!]',
  sort: 'ConnectorOverviewSort',
  direction: 'SortDirection',
  limit: 'Int',
  offset: 'Int',
}
const variables = Object.entries(types).map(([name, type]) => `$${name}: ${type}`)
const values = Object.keys(types).map((name) => `${name}: $${name}`)

export const connectorOverview = document<{ connectorOverview: Overview }, OverviewVariables>(
  `query connectorOverview(${variables.join(', ')}) {
connectorOverview(${values.join(', ')}) {
total offset hoursSince
summary {
counts { condition count } delivered failed skipped unknown deliveredLater needAttention raisedAlerts bulkJob
firstSteps { created deployed delivered automatic }
attention { id name condition at reason cause { records message answer } } }
items {
id name connectorType status condition statusReason nextRunAt heldEvents hours
source { url type } destination { url type } moreDestinations
health { level reason runId measuredAt } undeployedChanges failedDeployment { message }
lastRun { runId status result startedAt endedAt waits recordsRead recordsDelivered recordsSkipped recordsFailed recordsUnknown recordsUnchanged recordsLeftOut }
} } }`,
)
