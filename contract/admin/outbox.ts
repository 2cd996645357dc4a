/** What would be sent to people: kept until a mail server is configured. `decisions.md` section 7. */
import { Integer, Optional, Object as Shape, type Static, String as Text } from 'typebox'

import { endpoint } from '../kit/endpoint.ts'
import { closed, Id, Instant, oneOf, orNull, PageNumber, pageOf } from '../kit/schemas.ts'

export const Channel = oneOf('email', 'sms', 'push', 'whatsapp')
export type Channel = Static<typeof Channel>

export const Message = Shape({
  id: Id,
  channel: Channel,
  to: Text(),
  subject: Text(),
  text: Text(),
  /** `kept`: nothing that could send it is configured. */
  status: oneOf('kept', 'queued', 'sent', 'failed'),
  statusSince: Instant,
  /** What the mail server said, when it refused. */
  error: orNull(Text()),
  createdAt: Instant,
})
export type Message = Static<typeof Message>

export const outboxEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/outbox',
    summary: 'Messages, newest first: for the operator, and in the demo for whoever is on this machine',
    access: 'public',
    query: closed({
      to: Optional(Text({ maxLength: 254 })),
      page: Optional(PageNumber),
      limit: Optional(Integer({ minimum: 1, maximum: 100 })),
    }),
    status: 200,
    reply: pageOf(Message),
  }),
} as const
