import { type BulkAction, type BulkOutcome, connectorBulkEndpoints } from '#contract/connectors/list/connector-bulk.ts'
import { type Access, call } from '../../kit/api-client.ts'

/** Pauses or resumes connectors, each by itself. */
export async function moveConnectors(
  access: Access,
  input: { readonly action: BulkAction; readonly ids: readonly string[] },
  signal: AbortSignal,
): Promise<readonly BulkOutcome[]> {
  const body = { action: input.action, ids: [...input.ids] }
  const { results } = await call(connectorBulkEndpoints.move, {
    access,
    body,
    signal,
  })
  return results
}
