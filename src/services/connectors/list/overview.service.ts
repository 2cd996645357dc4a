import { connectorOverview, type OverviewVariables } from '#contract/connectors/list/connector-overview.graphql.ts'
import type { Overview } from '#contract/connectors/list/connector-overview.ts'
import type { Access } from '../../kit/api-client.ts'
import { askGraph } from '../../kit/graphql/graph-read.ts'
import { withTitle } from '../../kit/with-title.ts'

/** One window of the list. A failure is titled as the error catalogue has it, and says why below. */
export async function readOverview(access: Access, variables: OverviewVariables, signal: AbortSignal): Promise<Overview> {
  const reply = await withTitle('connector/list-failed', askGraph(access, connectorOverview, variables, signal))
  return reply.connectorOverview
}
