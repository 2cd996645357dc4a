/** API keys of a company: created on the server, shown once, kept as a hash. `worklist.md` C-4. */
import Type, { type Static } from 'typebox'
import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, QueryInstant, readOnlyMembers, visibleText } from '../kit/schemas.ts'
import { scopes } from '../kit/scopes.ts'
import { apiKeyLimits, apiKeyRateMax } from './api-key-limits.ts'

const Rate = Type.Integer({ minimum: 1, maximum: apiKeyRateMax })

/** What a person chooses of a key. */
const chosen = {
  name: visibleText(apiKeyLimits.nameMax),
  description: Type.String({ maxLength: apiKeyLimits.descriptionMax }),
  enabled: Type.Boolean(),
  expiresAt: orNull(QueryInstant),
  permissions: Type.Array(oneOf(...scopes), { minItems: 1, maxItems: scopes.length, uniqueItems: true }),
  rateLimiting: closed({ enabled: Type.Boolean(), requestsPerMinute: Rate, requestsPerHour: Rate, requestsPerDay: Rate }),
  /** Addresses, or networks as `10.0.0.0/8`. */
  ipRestrictions: closed({
    enabled: Type.Boolean(),
    allowedIPs: Type.Array(Type.String({ maxLength: 64 }), { maxItems: apiKeyLimits.addressesMax }),
  }),
}
export const ApiKeyForm = closed(chosen)
export type ApiKeyForm = Static<typeof ApiKeyForm>

/** As it is sent. What is left out of a new key is: no description, no end, the usual rates, every address. Left out of a change, it stays. */
const sent = {
  ...chosen,
  description: Type.Optional(chosen.description),
  expiresAt: Type.Optional(chosen.expiresAt),
  rateLimiting: Type.Optional(chosen.rateLimiting),
  ipRestrictions: Type.Optional(chosen.ipRestrictions),
}
const readOnly = readOnlyMembers(
  ...['id', 'key', 'status', 'createdAt', 'createdBy', 'lastUsedAt', 'lastUsedFrom', 'previousUntil'],
)
const SentApiKey = closed({ ...sent, ...readOnly })
export type SentApiKey = Static<typeof SentApiKey>

export const ApiKey = Type.Object({
  id: Id,
  ...chosen,
  /** The first 12 characters; the rest is kept nowhere. */
  key: Type.String(),
  /** Inactive when it is off, Expired when its time is over, Owner gone when its owner can no longer sign in. */
  status: oneOf('Active', 'Inactive', 'Expired', 'Owner gone'),
  createdAt: Instant,
  /** The owner: the key can do what they may do. */
  createdBy: Type.Object({ id: Id, name: Type.String(), email: Type.String(), role: oneOf('SUPER_ADMIN', 'ADMIN', 'USER') }),
  revision: Count,
  lastUsedAt: orNull(Instant),
  lastUsedFrom: orNull(Type.String()),
  /** Until when the value before the last replacement still works; null when there is none. */
  previousUntil: orNull(Instant),
})
export type ApiKey = Static<typeof ApiKey>

/** The only reply that holds the whole key. */
export const NewApiKey = Type.Object({ apiKey: ApiKey, secret: Type.String() })
export type NewApiKey = Static<typeof NewApiKey>

const administrators = { access: ['SUPER_ADMIN', 'ADMIN'], scope: 'session', forbidden: 'settings/forbidden' } as const
const params = closed({ id: Id })

export const apiKeyEndpoints = {
  list: endpoint({
    ...administrators,
    method: 'GET',
    path: '/api-keys',
    summary: "List your company's API keys, newest first",
    status: 200,
    reply: Type.Object({ data: Type.Array(ApiKey), total: Count }),
  }),
  create: endpoint({
    ...administrators,
    method: 'POST',
    path: '/api-keys',
    summary: 'Create an API key. Only this response contains the whole key',
    audit: 'apiKey.created',
    // A kept reply would hold the key.
    idempotent: false,
    body: SentApiKey,
    status: 201,
    reply: NewApiKey,
  }),
  update: endpoint({
    ...administrators,
    method: 'PUT',
    path: '/api-keys/:id',
    summary: 'Change one of your own API keys. With the revision you read, returns 409 if it has changed since',
    audit: 'apiKey.changed',
    params,
    body: closed({ ...sent, ...readOnly, revision: Type.Optional(Count) }),
    status: 200,
    reply: ApiKey,
  }),
  rotate: endpoint({
    ...administrators,
    method: 'POST',
    path: '/api-keys/:id/rotate',
    summary: 'Replace the value of one of your own API keys. The earlier value works for another 24 hours',
    audit: 'apiKey.replaced',
    idempotent: false,
    params,
    status: 200,
    reply: NewApiKey,
  }),
  switchOff: endpoint({
    ...administrators,
    method: 'POST',
    path: '/api-keys/:id/switch-off',
    summary: 'Switch off any API key. Only its owner can switch it on again',
    audit: 'apiKey.changed',
    params,
    status: 200,
    reply: ApiKey,
  }),
  remove: endpoint({
    ...administrators,
    method: 'DELETE',
    path: '/api-keys/:id',
    summary: 'Delete an API key. Calls with it fail immediately',
    audit: 'apiKey.deleted',
    params,
    status: 200,
    reply: Type.Object({ id: Id }),
  }),
} as const
