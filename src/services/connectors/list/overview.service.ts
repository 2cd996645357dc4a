import { connectorOverview, type OverviewVariables } from '#contract/connectors/list/connector-overview.graphql.ts'
import type { Overview } from '#contract/connectors/list/connector-overview.ts'
import { graphEndpoints } from '#contract/kit/graphql.ts'
import { refusal } from '#contract/kit/problem.ts'
import { type Access, call, problemIn } from '../../kit/api-client.ts'
import { withTitle } from '../../kit/with-title.ts'

/**
 * One window of the list. The first page loads this and no client of GraphQL: it is one call with one known document. A failure is titled as the
 * error catalogue has it, and says why below.
 */
export function readOverview(access: Access, variables: OverviewVariables, signal: AbortSignal): Promise<Overview> {
  return withTitle('connector/list-failed', ask(access, variables, signal))
}

async function ask(access: Access, variables: OverviewVariables, signal: AbortSignal): Promise<Overview> {
  const { data, errors } = await call(graphEndpoints.ask, {
    access,
    body: { query: connectorOverview.text, variables: { ...variables } },
    signal,
  })
  if (errors !== undefined) throw problemIn(errors)
  // What it holds, the schema of the server says.
  const reply = data as { readonly connectorOverview: Overview } | null | undefined
  if (reply == null) throw refusal('net/malformed-reply')
  return reply.connectorOverview
}
