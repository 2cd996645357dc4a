/** Joins the chart of a webhook to the calls. */
import { fromCallback } from 'xstate'

import { hookMachine } from '#src/machines/connectors/triggers/hook.machine.ts'
import { actorFrom } from '../../kit/actor.ts'
import type { Access } from '../../kit/api-client.ts'
import { copyText } from '../../kit/clipboard.service.ts'
import { readHook, renewSecret, sendEvent } from './hook.service.ts'
import type { WatchMoves } from './watch-moves.ts'

/** @param example what a test event carries, as JSON; asked for at each event. */
export const liveHookMachine = (access: Access, example: () => string, watchMoves: WatchMoves) =>
  hookMachine.provide({
    actors: {
      watchConnector: fromCallback(({ sendBack }) => watchMoves(() => sendBack({ type: 'connector.moved' }))),
      readHook: actorFrom((input, signal) => readHook(access, input, signal), { limit: 15_000 }),
      renewSecret: actorFrom((input, signal) => renewSecret(access, input, signal), { limit: 15_000 }),
      copySecret: actorFrom(({ secret }) => copyText(secret)),
      sendEvent: actorFrom((input, signal) => sendEvent({ ...input, body: example() }, signal), { limit: 15_000 }),
    },
  })
