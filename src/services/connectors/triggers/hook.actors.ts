/** Joins the chart of a webhook to the calls. */
import { fromCallback } from 'xstate'
import { type RecordShape, shapeEndpoints } from '#contract/connectors/config/shape.ts'
import { type Hook, type HookCall, hookEndpoints } from '#contract/connectors/triggers/hook.ts'
import { listeningEndpoints } from '#contract/connectors/triggers/listening.ts'
import { hookMachine } from '#src/machines/connectors/triggers/hook.machine.ts'
import { hookCallsMachine } from '#src/machines/connectors/triggers/hook-calls.machine.ts'
import { hookListeningMachine } from '#src/machines/connectors/triggers/hook-listening.machine.ts'
import { actorFrom } from '../../kit/actor.ts'
import { addressOf } from '../../kit/address/base.ts'
import { type Access, call, once, refused } from '../../kit/api-client.ts'
import { copyText } from '../../kit/clipboard.service.ts'
import type { WatchMoves } from './watch-moves.ts'

/** @param example what a test event carries, as JSON; asked for at each event. */
export const liveHookMachine = (access: Access, example: () => string, watchMoves: WatchMoves) =>
  hookMachine.provide({
    actors: {
      watchConnector: fromCallback(({ sendBack }) => watchMoves(() => sendBack({ type: 'connector.moved' }))),
      readHook: actorFrom((input, signal) => readHook(access, input, signal), { limit: 15_000 }),
      renewSecret: actorFrom((input, signal) => renewSecret(access, input, signal), { limit: 15_000 }),
      giveSecret: actorFrom(
        ({ connectorId, secret }, signal) =>
          call(hookEndpoints.give, { access, params: { id: connectorId }, body: { secret }, signal }),
        { limit: 15_000 },
      ),
      copy: actorFrom(({ text }) => copyText(text)),
      sendEvent: actorFrom((input, signal) => sendEvent({ ...input, body: example() }, signal), { limit: 15_000 }),
    },
  })

type ById = { readonly connectorId: string }

function readHook(access: Access, { connectorId }: ById, signal: AbortSignal): Promise<Hook> {
  return call(hookEndpoints.show, { access, params: { id: connectorId }, signal })
}

/** Makes a secret; only this answer holds it. One try: another one would make another secret. */
async function renewSecret(access: Access, { connectorId }: ById, signal: AbortSignal) {
  const request = { access, params: { id: connectorId }, body: {}, signal, patience: once }
  const { plainSecret, ...hook } = await call(hookEndpoints.renew, request)
  return { hook: hook as Hook, secret: plainSecret }
}

/** Sends an event as a sender would: with the secret, and without the session. */
async function sendEvent(
  { connectorId, secret, body }: ById & { readonly secret: string; readonly body: string },
  signal: AbortSignal,
): Promise<{ readonly eventId: string; readonly held: boolean }> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const reply = await fetch(addressOf(`/hooks/${connectorId}`), { method: 'POST', credentials: 'omit', headers, body, signal })
  const said: unknown = await reply.json().catch(() => null)
  if (!reply.ok) throw refused(reply.status, said)
  return said as { readonly eventId: string; readonly held: boolean }
}

export const liveHookCallsMachine = (access: Access) =>
  hookCallsMachine.provide({
    actors: {
      send: actorFrom(
        async ({ connectorId, verdict }, signal): Promise<readonly HookCall[]> => {
          const query = verdict === 'all' ? {} : { verdict }
          return (await call(hookEndpoints.calls, { access, params: { id: connectorId }, query, signal })).calls
        },
        { limit: 15_000 },
      ),
    },
  })

/** What a page does with news of listening: `keep` takes the sample into its draft, `refresh` reads the last calls again. */
export type ListeningNews = { readonly keep: (shape: RecordShape) => void; readonly refresh: () => void }

export const liveHookListeningMachine = (access: Access, { keep, refresh }: ListeningNews) => {
  const paramsOf = ({ connectorId }: ById) => ({ access, params: { id: connectorId } })
  const { show, start, stop } = listeningEndpoints
  return hookListeningMachine.provide({
    actors: {
      readListening: actorFrom((input, signal) => call(show, { ...paramsOf(input), signal }), { limit: 15_000 }),
      start: actorFrom((input, signal) => call(start, { ...paramsOf(input), signal }), { limit: 15_000 }),
      stop: actorFrom((input, signal) => call(stop, { ...paramsOf(input), signal }), { limit: 15_000 }),
      readSample: actorFrom(
        async (input, signal) => (await call(shapeEndpoints.read, { ...paramsOf(input), signal })).source ?? null,
        { limit: 15_000 },
      ),
    },
    actions: {
      tellSample: (_, { shape }) => {
        if (shape !== null) keep(shape)
      },
      tellCalls: refresh,
    },
  })
}
