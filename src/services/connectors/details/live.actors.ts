/** Joins live reading to the stream of the server and to the browser's network. */
import { fromCallback } from 'xstate'

import { liveMachine } from '#src/machines/connectors/details/live.machine.ts'
import type { Access } from '../../kit/api-client.ts'
import { watchNetwork } from '../../kit/graphql/graphql-client.ts'
import { watchConnectors } from './live.service.ts'

export const liveReadingMachine = (access: Access) =>
  liveMachine.provide({
    actors: {
      watchConnectors: fromCallback(({ input, sendBack }) =>
        watchConnectors(access, input.ids, {
          heard: (change) => sendBack({ type: 'stream.told', change }),
          ended: (problem) => sendBack({ type: 'stream.ended', problem }),
        }),
      ),
      watchNetwork: fromCallback(({ sendBack }) =>
        watchNetwork((isThere) => sendBack({ type: isThere ? 'network.back' : 'network.lost' })),
      ),
    },
  })
