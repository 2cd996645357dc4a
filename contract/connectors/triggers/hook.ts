/** Webhooks: where senders put their events, and the secret that they prove themselves with. */
import Type, { type Static } from 'typebox'
import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { Count, closed, Id, Instant, orNull } from '../../kit/schemas.ts'
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

export const hookEndpoints = {
  receive: endpoint({
    method: 'POST',
    path: '/hooks/:connectorId',
    summary:
      'Receive an event. It is proved as the connector says of its sender. Without a sender: sign it with Standard Webhooks headers or X-Hub-Signature-256, or send the secret as Authorization: Bearer.',
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
