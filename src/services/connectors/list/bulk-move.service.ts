import { type BulkAction, type BulkOutcome, connectorBulkEndpoints } from '#contract/connectors/list/connector-bulk.ts'
import { type Access, call, patient } from '../../kit/api-client.ts'

/** Milliseconds: each pause waits for what is on its way. */
const bulkLimit = 300_000

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
    patience: { ...patient, limit: bulkLimit },
    signal,
  })
  return results
}
