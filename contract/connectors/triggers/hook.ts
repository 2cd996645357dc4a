/** Webhooks: where senders put their events, and the secret that they prove themselves with. */
import Type, { type Static } from 'typebox'
import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull } from '../../kit/schemas.ts'
import { SecretMark } from '../config/config.ts'
import { GivenSecret } from './sender.ts'

/** Hours that the secret before stays good after a new one was made. */
export const hookSecretGrace = 24
/** Seconds that the time of a signature may differ from the server's. */
export const hookTolerance = 300
/** Headers in which senders name their event; the same on every repetition. */
export const senderIdHeaders = [
  ...['x-github-delivery', 'x-gitea-delivery', 'x-shopify-webhook-id', 'x-shopify-event-id', 'x-atlassian-webhook-identifier'],
  ...['x-request-uuid', 'svix-id', 'ce-id', 'x-event-id', 'i-twilio-idempotency-token'],
] as const

export const Hook = Type.Object({
  /** Where events are sent to, by POST. */
  url: Type.String(),
  /** Null until one was made; then every event is refused. */
  secret: orNull(SecretMark),
  /** The secret before, while it is still good. */
  oldSecret: orNull(Type.Object({ ...SecretMark.properties, validUntil: Instant })),
  /** Whether the live version takes events. */
  isLive: Type.Boolean(),
  /** Events that were taken in and are not on their way yet. */
  held: Count,
  lastReceivedAt: orNull(Instant),
})
export type Hook = Static<typeof Hook>

/** Calls that are kept of one webhook: as many that were refused, and as many others. */
export const hookCallsKept = 100
/** Days. */
export const hookCallsLive = 30

/** `answered`: a challenge of the sender. `closed`: no live version takes events. */
export const hookVerdicts = ['accepted', 'repeated', 'answered', 'refused', 'closed'] as const
/** Why a call was refused; `late`: the signature fits, and its time is out of the tolerance. */
export const refusedReasons = ['none', 'wrong', 'late', 'address', 'body', 'reused', 'full', 'busy'] as const

export const HookCall = Type.Object({
  id: Type.String(),
  at: Instant,
  verdict: oneOf(...hookVerdicts),
  why: orNull(oneOf(...refusedReasons)),
  /** How old the time of its signature was; negative when it was ahead. Null of one without a time. */
  seconds: orNull(Type.Integer()),
  bytes: Count,
  /** The network of its sender: 24 bits of IPv4, 48 of IPv6. */
  network: orNull(Type.String()),
  /** Of an accepted one, and of the first one of a repeated one. */
  eventId: orNull(Id),
})
export type HookCall = Static<typeof HookCall>

/** What a sender that waits for the result gets: 200, or 422 and 502 where a record failed. Without a result within 10 s it gets 202. */
export const EventResult = Type.Object({
  eventId: Id,
  held: Type.Boolean(),
  /** `skipped`: nothing was to be delivered, because of a filter or otherwise. `unknown`: a record may have arrived. */
  result: oneOf('delivered', 'skipped', 'failed', 'unknown'),
  /** Records that were made of the event. */
  delivered: Count,
  skipped: Count,
  failed: Count,
  unknown: Count,
  /** What the destination calls the first record; null where that is not known. */
  remoteId: orNull(Type.String()),
  /** Why the first record was not delivered, in the words of the error catalogue. */
  error: orNull(Type.Object({ code: Type.String(), title: Type.String(), message: Type.String() })),
})
export type EventResult = Static<typeof EventResult>

export const hookEndpoints = {
  receive: endpoint({
    method: 'POST',
    path: '/hooks/:connectorId',
    summary:
      "Receive an event. The connector's sender settings decide how it is verified. Without a sender: sign events with Standard Webhooks headers or X-Hub-Signature-256, or send the secret as Authorization: Bearer. If the connector waits for the result, the response has the outcome: 200, 422 or 502. After 10 seconds it is 202.",
    access: 'public',
    scope: 'public',
    audit: 'none',
    params: Type.Object({ connectorId: Type.String() }),
    body: Type.Unknown(),
    status: 202,
    /** `held`: kept until the connector is resumed. */
    reply: Type.Object({ eventId: Id, held: Type.Boolean() }),
    idempotent: false,
  }),
  challenge: endpoint({
    method: 'GET',
    path: '/hooks/:connectorId',
    summary: "Respond to a sender's verification request. Only for senders that verify the URL with GET or HEAD",
    access: 'public',
    scope: 'public',
    params: Type.Object({ connectorId: Type.String() }),
    status: 200,
    /** The text that was sent along. */
    reply: Type.String(),
  }),
  calls: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/hook/calls',
    summary: "List the newest calls of a connector's webhook, with what became of each",
    access: everyRole,
    scope: 'session',
    params: closed({ id: Id }),
    query: closed({ verdict: Type.Optional(oneOf(...hookVerdicts)) }),
    status: 200,
    reply: Type.Object({ calls: Type.Array(HookCall) }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/hook',
    summary: "Get a connector's webhook",
    access: everyRole,
    scope: 'session',
    params: closed({ id: Id }),
    status: 200,
    reply: Hook,
  }),
  renew: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/hook',
    summary: 'Create a webhook secret. Only this response contains it. The previous secret works for 24 hours',
    access: everyRole,
    scope: 'session',
    audit: 'webhook.secretMade',
    params: closed({ id: Id }),
    /** `endOld`: the one before is good no more, because somebody else has it. */
    body: Type.Optional(closed({ endOld: Type.Optional(Type.Boolean()) })),
    status: 201,
    reply: Type.Object({ ...Hook.properties, plainSecret: Type.String() }),
    // The answer carries a secret, and answers that are kept are kept in plain.
    idempotent: false,
  }),
  give: endpoint({
    method: 'PUT',
    path: '/api-connectors/:id/hook/secret',
    summary: 'Set the secret that the sender of a webhook made. The previous secret works for 24 hours',
    access: everyRole,
    scope: 'session',
    audit: 'webhook.secretMade',
    params: closed({ id: Id }),
    /** `endOld`: the one before is good no more, because somebody else has it. */
    body: closed({ secret: GivenSecret, endOld: Type.Optional(Type.Boolean()) }),
    status: 200,
    reply: Hook,
  }),
} as const
