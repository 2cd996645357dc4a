/** What a person wants to be told, by which channel, and what they were told. `worklist.md` B-5 and B-6. */
import Type, { type Static } from 'typebox'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import {
  chosenNotifications,
  NotificationCategory,
  NotificationChannel,
  NotificationPreferenceChange,
} from '../kit/notification.ts'
import { Count, closed, Id, Instant, oneOf, orNull, PageNumber, pageOf } from '../kit/schemas.ts'

export const NotificationChannelState = Type.Object({
  ...chosenNotifications,
  /** Where it goes; null while it goes nowhere. */
  target: orNull(Type.String()),
  /** `outbox`: nothing can send it here, and messages are kept; `unavailable`: there is no such channel in this installation. */
  delivery: oneOf('sent', 'outbox', 'unavailable'),
  /** Of the preferences as a whole; 0 while nothing was chosen. */
  revision: Count,
})
export type NotificationChannelState = Static<typeof NotificationChannelState>

export const Notification = Type.Object({
  id: Id,
  type: NotificationChannel,
  subject: Type.String(),
  /** Without links and codes; null of a message that held one and nothing else. */
  content: orNull(Type.String()),
  category: NotificationCategory,
  sentAt: Instant,
  /** `delivered`: the mail server or provider took it; `kept`: nothing can send it here. */
  status: oneOf('delivered', 'failed', 'queued', 'kept'),
  /** What the mail server or provider said when it refused. */
  error: orNull(Type.String()),
  readAt: orNull(Instant),
})
export type Notification = Static<typeof Notification>

const userParams = closed({ userId: Id })

export const notificationEndpoints = {
  preferences: endpoint({
    method: 'GET',
    path: '/api/notifications/preferences/:userId',
    summary: 'List your notification preferences by channel, with their destinations',
    access: everyRole,
    scope: 'session',
    params: userParams,
    status: 200,
    reply: Type.Array(NotificationChannelState),
  }),
  setPreferences: endpoint({
    method: 'PUT',
    path: '/api/notifications/preferences/:userId',
    summary: 'Save all four channels, each once. With the revision you read, returns 409 if they have changed since',
    access: everyRole,
    scope: 'session',
    audit: 'notifications.changed',
    params: userParams,
    query: closed({ revision: Type.Optional(Type.Integer({ minimum: 0 })) }),
    body: Type.Array(NotificationPreferenceChange, { minItems: 4, maxItems: 4 }),
    status: 200,
    reply: Type.Array(NotificationChannelState),
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/notifications/preferences/:userId/history',
    summary: 'List your notifications of the past year',
    access: everyRole,
    scope: 'session',
    params: userParams,
    query: closed({
      page: Type.Optional(PageNumber),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      sortBy: Type.Optional(oneOf('sentAt')),
      sortOrder: Type.Optional(oneOf('asc', 'desc')),
      /** Those alone that were not read yet. */
      only: Type.Optional(oneOf('unread')),
    }),
    status: 200,
    reply: pageOf(Notification),
  }),
  unread: endpoint({
    method: 'GET',
    path: '/api/notifications/preferences/:userId/unread',
    summary: 'Count your unread notifications',
    access: everyRole,
    scope: 'session',
    params: userParams,
    status: 200,
    reply: Type.Object({ unread: Count }),
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/api/notifications/preferences/:userId/history/read',
    summary: 'Mark selected notifications, or all of them, as read',
    access: everyRole,
    scope: 'session',
    audit: 'notifications.read',
    params: userParams,
    body: closed({ ids: Type.Optional(Type.Array(Id, { maxItems: 100 })) }),
    status: 200,
    reply: Type.Object({ unread: Count }),
  }),
} as const
