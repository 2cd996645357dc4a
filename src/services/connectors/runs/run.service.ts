import { type Run, runEndpoints } from '#contract/connectors/runs/run.ts'
import { type RunReport, runReportEndpoints } from '#contract/connectors/runs/run-report.ts'
import { type Access, call } from '../../kit/api-client.ts'
import { reportStart } from './run-starts.service.ts'

type Listed<Item> = { readonly items: readonly Item[]; readonly total: number }

/** Asks for a run now; answers when it is queued, and what lists runs shows it. @param key makes a repeated call safe. */
export async function startRun(access: Access, connectorId: string, signal: AbortSignal, key?: string): Promise<void> {
  await call(runEndpoints.start, { access, params: { id: connectorId }, signal, ...(key === undefined ? {} : { key }) })
  reportStart()
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

type OfRun = { readonly connectorId: string; readonly runId: string }

/** One run with who started it and what its records were lost for. */
export function readRunReport(access: Access, { connectorId, runId }: OfRun, signal: AbortSignal): Promise<RunReport> {
  return call(runReportEndpoints.read, { access, params: { id: connectorId, runId }, signal })
}

/** Nothing of the run is sent once this has answered. */
export async function stopRun(access: Access, { connectorId, runId }: OfRun, signal: AbortSignal): Promise<void> {
  await call(runReportEndpoints.cancel, { access, params: { id: connectorId, runId }, signal })
}
