import { type Run, runEndpoints } from '#contract/connectors/runs/run.ts'
import { type Access, call } from '../../kit/api-client.ts'

type Listed<Item> = { readonly items: readonly Item[]; readonly total: number }

/** Asks for a run now; answers when it is queued. */
export async function startRun(access: Access, connectorId: string, signal: AbortSignal): Promise<void> {
  await call(runEndpoints.start, { access, params: { id: connectorId }, signal })
}

/** One page of a connector's runs, newest first. `page` counts from 1. */
export async function listRuns(
  access: Access,
  { connectorId, page, limit }: { readonly connectorId: string; readonly page: number; readonly limit: number },
  signal: AbortSignal,
): Promise<Listed<Run>> {
  const { data, total } = await call(runEndpoints.list, { access, params: { id: connectorId }, query: { page, limit }, signal })
  return { items: data, total }
}
