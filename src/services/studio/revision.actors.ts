/** Joins the chart that watches for newer saves of a connector to its calls and to the tab. */
import { fromCallback } from 'xstate'

import { revisionMachine } from '../../machines/studio/config-editor/revision.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { readNewestRevision, watchComing } from './revision.service.ts'

export const liveRevisionMachine = (access: Access) =>
  revisionMachine.provide({
    actors: {
      readNewest: actorFrom((it, signal) => readNewestRevision(access, it, signal), { limit: 15_000 }),
      watchFront: fromCallback(({ sendBack }) => watchComing(() => sendBack({ type: 'browser.asked' }))),
    },
  })
