/** Joins the chart that watches for newer saves of a connector to its calls and to the tab. */
import { fromCallback } from 'xstate'

import { revisionMachine } from '../machines/revision/revision.machine.ts'
import type { Access } from '../services/http.ts'
import { readNewestRevision, watchComing } from '../services/revision.service.ts'
import { port } from './port.ts'

export const liveRevisionMachine = (access: Access) =>
  revisionMachine.provide({
    actors: {
      readNewest: port((it, signal) => readNewestRevision(access, it, signal)),
      watchFront: fromCallback(({ sendBack }) => watchComing(() => sendBack({ type: 'browser.asked' }))),
    },
  })
