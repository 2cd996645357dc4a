import { fromCallback } from 'xstate'

import { paletteMachine } from '../machines/palette/palette.machine.ts'
import type { Command } from '../machines/palette/palette.results.ts'
import { listConnectors } from '../services/connector-list.service.ts'
import type { Access } from '../services/http.ts'
import { watchCalls } from '../services/palette.service.ts'
import { port } from './port.ts'

const called = { search: { type: 'browser.calledSearch' }, keys: { type: 'browser.calledKeys' } } as const

/** It finds the connectors that the caller sees. */
export const livePaletteMachine = (access: Access) =>
  paletteMachine.provide({
    actors: {
      listConnectors: port<readonly Command[], void>(async (_, signal) => {
        const connectors = await listConnectors(access, undefined, signal)
        return connectors.map(({ _id, name, status, health }) => ({
          ...{ id: `/details/${_id}`, kind: 'connector', name },
          about: { status, health: health.level },
        }))
      }),
      watchKeys: fromCallback(({ sendBack }) => watchCalls((call) => sendBack(called[call]))),
    },
  })
