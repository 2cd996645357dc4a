import { fromCallback } from 'xstate'

import { paletteMachine } from '../../machines/shell/palette.machine.ts'
import type { Command } from '../../machines/shell/palette.results.ts'
import { listConnectors } from '../connectors/list/connector-list.service.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { watchCalls } from './palette.service.ts'

const called = { search: { type: 'browser.calledSearch' }, keys: { type: 'browser.calledKeys' } } as const

/** It finds the connectors that the caller sees. */
export const livePaletteMachine = (access: Access) =>
  paletteMachine.provide({
    actors: {
      listConnectors: actorFrom<readonly Command[], void>(
        async (_, signal) => {
          const connectors = await listConnectors(access, undefined, signal)
          return connectors.map(({ _id, name, status, health }) => ({
            ...{ id: `/details/${_id}`, kind: 'connector', name },
            about: { status, health: health.level },
          }))
        },
        { limit: 10_000 },
      ),
      watchKeys: fromCallback(({ sendBack }) => watchCalls((call) => sendBack(called[call]))),
    },
  })
