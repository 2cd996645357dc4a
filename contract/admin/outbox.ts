/** What would be sent to people: kept until a mail server is configured. `decisions.md` section 7. */
import Type, { type Static } from 'typebox'

import { endpoint } from '../kit/endpoint.ts'
import { closed, Id, Instant, oneOf, orNull, PageNumber, pageOf } from '../kit/schemas.ts'

export const Channel = oneOf('email', 'sms', 'push', 'whatsapp')
export type Channel = Static<typeof Channel>

export const Message = Type.Object({
  id: Id,
  channel: Channel,
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  /** `kept`: nothing that could send it is configured. */
  status: oneOf('kept', 'queued', 'sent', 'failed'),
  statusSince: Instant,
  /** What the mail server said, when it refused. */
  error: orNull(Type.String()),
  createdAt: Instant,
})
export type Message = Static<typeof Message>

export const outboxEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/outbox',
    summary: 'List messages, newest first. In the demo, anyone on this machine can read them',
    access: 'public',
    scope: 'public',
    query: closed({
      to: Type.Optional(Type.String({ maxLength: 254 })),
      page: Type.Optional(PageNumber),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    status: 200,
    reply: pageOf(Message),
  }),
} as const
