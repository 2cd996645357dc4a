/** Listening for one test event of a webhook: its fields become the sample of the draft. */
import Type, { type Static } from 'typebox'
import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull } from '../../kit/schemas.ts'
import { refusedReasons } from './hook.ts'
import { listeningStates } from './listening.lifecycle.ts'

/** Minutes that a webhook listens. */
export const listeningMinutes = 10

export const HookListening = Type.Object({
  state: oneOf(...listeningStates),
  /** Null while nobody has listened. */
  endsAt: orNull(Instant),
  receivedAt: orNull(Instant),
  /** Fields of the event that was received; 0 where it has no list although the source reads one, and then the sample stays as it was. */
  fields: orNull(Count),
  /** Whether the event was delivered as well, because a version was live. */
  isDelivered: Type.Boolean(),
  /** The newest call that was refused since listening started. */
  refused: orNull(Type.Object({ at: Instant, why: oneOf(...refusedReasons), seconds: orNull(Type.Integer()) })),
})
export type HookListening = Static<typeof HookListening>

const path = '/api-connectors/:id/hook/listening'
const params = closed({ id: Id })

export const listeningEndpoints = {
  show: endpoint({
    method: 'GET',
    path,
    summary: "Get whether a connector's webhook listens for a test event",
    access: everyRole,
    scope: 'session',
    params,
    status: 200,
    reply: HookListening,
  }),
  start: endpoint({
    method: 'POST',
    path,
    summary:
      'Listen for one test event for 10 minutes. It becomes the sample of the draft. Without a live version nothing is delivered',
    access: everyRole,
    scope: 'session',
    audit: 'connector.changed',
    params,
    status: 200,
    reply: HookListening,
  }),
  stop: endpoint({
    method: 'DELETE',
    path,
    summary: 'Stop listening for a test event',
    access: everyRole,
    scope: 'session',
    audit: 'connector.changed',
    params,
    status: 200,
    reply: HookListening,
  }),
} as const
