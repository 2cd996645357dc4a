import type { ConnectorConfig } from '../../contract/config.ts'
import { type Metrics, metricsEndpoints } from '../../contract/metrics.ts'
import { versionEndpoints } from '../../contract/version.ts'
import { type Access, call } from './http.ts'

const minute = 60_000
const hour = 60 * minute

/** What the steps of a connector measured in the last hour, the running minute included. */
export function readMetrics(access: Access, connectorId: string, now: number, signal: AbortSignal): Promise<Metrics> {
  const to = (Math.floor(now / minute) + 1) * minute
  const query = { from: new Date(to - hour).toISOString(), to: new Date(to).toISOString() }
  return call(metricsEndpoints.read, { access, params: { id: connectorId }, query, signal })
}

/** The configuration of one version. */
export async function readVersionConfig(
  access: Access,
  connectorId: string,
  number: number,
  signal: AbortSignal,
): Promise<ConnectorConfig> {
  return (await call(versionEndpoints.get, { access, params: { id: connectorId, number }, signal })).config
}
