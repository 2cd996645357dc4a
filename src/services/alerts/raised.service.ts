/** By itself, as the bell stands on every page and needs none of the other calls of alerts. */
import { alarmListEndpoints } from '#contract/alerts/alarm-list.ts'
import { type Access, call } from '../kit/api-client.ts'

/** One try: the next look comes by itself. */
const patience = { retries: 0, backoffCap: 0 }

/** How many alerts in sight are raised. */
export async function countRaised(access: Access, signal: AbortSignal): Promise<number> {
  const { total } = await call(alarmListEndpoints.list, { access, query: { state: 'raised', limit: 1 }, signal, patience })
  return total
}
