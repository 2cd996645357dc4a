import { fromCallback, waitFor } from 'xstate'
import { refusal } from '#contract/kit/problem.ts'
import { type Maintenance, maintenanceEndpoints } from '#contract/settings/maintenance.ts'
import type { SessionActor } from '../../machines/auth/sign-in/session.machine.ts'
import { selectUser } from '../../machines/auth/sign-in/session.machine.ts'
import { type MaintenanceActor, maintenanceMachine, selectIsOver } from '../../machines/shell/maintenance.machine.ts'
import { watchFront } from '../auth/session.storage.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call } from '../kit/api-client.ts'
import { watchRefusals } from '../kit/maintenance.refusals.ts'
import type { StartReading } from './start.service.ts'

export const liveMaintenanceMachine = (access: Access, start: StartReading) =>
  maintenanceMachine.provide({
    actors: {
      readMaintenance: actorFrom(
        async (_, signal) => (await start.take('maintenance'))?.value ?? readMaintenance(access, signal),
        { limit: 10_000 },
      ),
      watchFront: fromCallback(({ sendBack }) => watchReasons(() => sendBack({ type: 'browser.asked' }))),
    },
  })

/** Calls that maintenance refuses wait until it is over, and go on as if nothing had been: what was on the page stays there. */
export function outlasting(access: Access, session: SessionActor, maintenance: MaintenanceActor): Access {
  const person = () => selectUser(session.getSnapshot())?._id
  return {
    ...access,
    outlast: async (signal) => {
      const before = person()
      // What it knew before the refusal is not to be trusted.
      maintenance.send({ type: 'browser.asked' })
      await waitFor(maintenance, selectIsOver, { signal, timeout: Number.POSITIVE_INFINITY })
      if (person() !== before) throw refusal('auth/token-expired')
    },
  }
}

/** One try: the next look comes by itself. */
const patience = { retries: 0, backoffCap: 0 }

/** Whether the own company is in maintenance, and what it says about it. */
function readMaintenance(access: Access, signal: AbortSignal): Promise<Maintenance> {
  return call(maintenanceEndpoints.get, { access, signal, patience })
}

/** Tells when a look makes sense: the tab comes to the front, or a call was refused. Until the returned function is called. */
function watchReasons(tell: () => void): () => void {
  const stops = [watchFront(tell), watchRefusals(tell)]
  addEventListener('focus', tell)
  return () => {
    removeEventListener('focus', tell)
    for (const stop of stops) stop()
  }
}
