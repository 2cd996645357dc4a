import { fromCallback, waitFor } from 'xstate'

import { refusal } from '../../contract/problem.ts'
import { type MaintenanceActor, maintenanceMachine } from '../machines/maintenance/maintenance.machine.ts'
import { selectIsOver } from '../machines/maintenance/maintenance.selectors.ts'
import type { SessionActor } from '../machines/session/session.machine.ts'
import { selectUser } from '../machines/session/session.selectors.ts'
import type { Access } from '../services/http.ts'
import { readMaintenance, watchReasons } from '../services/maintenance.service.ts'
import { port } from './port.ts'

export const liveMaintenanceMachine = (access: Access) =>
  maintenanceMachine.provide({
    actors: {
      readMaintenance: port((_, signal) => readMaintenance(access, signal)),
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
