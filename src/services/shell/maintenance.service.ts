import { type Maintenance, maintenanceEndpoints } from '#contract/settings/maintenance.ts'
import { watchFront } from '../auth/session.storage.ts'
import { type Access, call } from '../kit/api-client.ts'
import { watchRefusals } from '../kit/maintenance.refusals.ts'

/** One try: the next look comes by itself. */
const patience = { retries: 0, backoffCap: 0 }

/** Whether the own company is in maintenance, and what it says about it. */
export function readMaintenance(access: Access, signal: AbortSignal): Promise<Maintenance> {
  return call(maintenanceEndpoints.get, { access, signal, patience })
}

/** Tells when a look makes sense: the tab comes to the front, or a call was refused. Until the returned function is called. */
export function watchReasons(tell: () => void): () => void {
  const stops = [watchFront(tell), watchRefusals(tell)]
  addEventListener('focus', tell)
  return () => {
    removeEventListener('focus', tell)
    for (const stop of stops) stop()
  }
}
