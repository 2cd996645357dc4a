/** Joins the chart of a webhook to the calls. */
import { hookMachine } from '../machines/hook/hook.machine.ts'
import { readHook, renewSecret, sendEvent } from '../services/hook.service.ts'
import type { Access } from '../services/http.ts'
import { port } from './port.ts'

/** @param example what a test event carries, as JSON; asked for at each event. */
export const liveHookMachine = (access: Access, example: () => string) =>
  hookMachine.provide({
    actors: {
      readHook: port((input, signal) => readHook(access, input, signal)),
      renewSecret: port((input, signal) => renewSecret(access, input, signal)),
      sendEvent: port((input, signal) => sendEvent({ ...input, body: example() }, signal)),
    },
  })
