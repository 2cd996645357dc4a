/** Joins the first tab of the studio to the calls. */
import { readDetails } from '../services/connector.service.ts'
import type { Access } from '../services/http.ts'
import { readStatistic, readStepFigures } from '../services/universe.service.ts'
import { versionReader } from './details.ts'
import { listOf } from './list.ts'

const day = 86_400_000

/** ISO 8601 of what a query says: a time that ends now, or one with two ends of which either may be open. */
function spanOf(past: unknown, from: unknown, to: unknown): { readonly from: string; readonly to: string } {
  const now = Date.now()
  const end = past === undefined && to !== undefined ? String(to) : new Date(now).toISOString()
  if (past === undefined && from !== undefined) return { from: String(from), to: end }
  const known = Date.parse(end)
  const begin = (Number.isNaN(known) ? now : known) - (past === undefined ? day : Number(past))
  return { from: new Date(begin).toISOString(), to: end }
}

/** A list of one: what a connector is and what was measured of it; `query.connectorId`, and `past` in milliseconds or `from` and `to`. */
export const universeMachine = (access: Access) => {
  const readVersion = versionReader(access)
  return listOf(async (query, signal) => {
    const connectorId = String(query['connectorId'])
    const asked = { connectorId, ...spanOf(query['past'], query['from'], query['to']) }
    const [details, statistic, metrics] = await Promise.all([
      readDetails(access, { connectorId }, signal),
      readStatistic(access, asked, signal),
      readStepFigures(access, asked, signal),
    ])
    const { liveVersion } = details.connector
    const config = liveVersion === null ? details.config : await readVersion(connectorId, liveVersion, signal)
    return { items: [{ details, config, statistic, metrics }], total: 1 }
  }).provide({ delays: { refreshPause: 15_000 } })
}
