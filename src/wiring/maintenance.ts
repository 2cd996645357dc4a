import { fromCallback } from 'xstate'

import { maintenanceMachine } from '../machines/maintenance/maintenance.machine.ts'
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
