import { duplicateEndpoints } from '#contract/connectors/details/duplicate.ts'
import type { Access } from '../../kit/api-client.ts'
import { create } from '../../kit/idempotent-create.ts'

/** Copies a connector into a draft; tells how many secrets have to be entered again. */
export async function duplicateConnector(
  access: Access,
  { connectorId }: { readonly connectorId: string },
  signal: AbortSignal,
): Promise<{ readonly connectorId: string; readonly name: string; readonly needs: number }> {
  const request = { access, params: { id: connectorId }, signal }
  const { needs, ...copy } = await create(duplicateEndpoints.duplicate, request)
  return { ...copy, needs: needs.length }
}
