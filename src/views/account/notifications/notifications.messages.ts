/** What the tabs of notifications say besides the texts of the specification. */
import type { NotificationChannelState } from '#contract/account/notifications.ts'
import type { NotificationCategory, NotificationChannel } from '#contract/kit/notification.ts'

export const notificationMessages = {
  name: 'notification preferences',
  mandatory:
    'Notices about your account (password, second factor, sign-in codes) always go to your email, whatever is chosen here.',
  channels: { EMAIL: 'Email', SMS: 'SMS', PUSH: 'Push', WHATSAPP: 'WhatsApp' } satisfies Record<NotificationChannel, string>,
  categories: {
    billing: 'Billing',
    security: 'Security',
    updates: 'Updates',
    marketing: 'Marketing',
  } satisfies Record<NotificationCategory, string>,
  about: {
    billing: 'Invoices and payments',
    security: 'Blocked addresses and other warnings for administrators',
    updates: 'Alerts of your connectors',
    marketing: 'News about the product',
  } satisfies Record<NotificationCategory, string>,
  push: {
    name: 'This browser',
    looking: 'Looking at this browser…',
    working: 'Working…',
    retry: 'Retry',
    subscribe: 'Subscribe this browser',
    unsubscribe: 'Unsubscribe this browser',
    goesTo: (browsers: number) =>
      browsers === 0 ? 'Goes nowhere yet.' : `Goes to ${browsers === 1 ? '1 browser' : `${browsers} browsers`}.`,
    states: {
      unsupported: 'Push notifications need https and a browser that supports them.',
      blocked: 'Notifications of this page are blocked in the browser. Allow them in its settings, then load the page again.',
      off: 'This browser is not subscribed.',
      on: 'This browser is subscribed until you sign out in it.',
    },
  },
  goesTo: (target: string) => `Goes to ${target}.`,
  noPhone: 'Nothing is sent yet: verify a phone number first.',
  toPhone: 'Verify a phone number',
  delivery: {
    sent: 'This installation can send it.',
    outbox: 'No provider is set here: messages stay in the outbox.',
    unavailable: 'Push is not available in this installation.',
  } satisfies Record<NotificationChannelState['delivery'], string>,
  history: {
    name: 'notifications',
    none: 'No notifications yet',
    noneMore: 'What is sent to you is listed here for a year.',
    hidden: 'This message held a link or a code. It is not shown again.',
    markAll: 'Mark all as read',
    unread: 'New',
    marked: 'Marked as read',
    confirmTitle: 'Mark all as read?',
    confirmText: 'Every notification is marked as read.',
    statuses: {
      delivered: 'Accepted by the mail server',
      failed: 'Failed',
      queued: 'Queued',
      kept: 'Kept in the outbox',
    },
    accepted: 'Accepted by the provider',
    meanings: {
      delivered: 'Whether it arrived is not known.',
      failed: 'It is not tried again.',
      queued: 'It is sent within a minute, or tried again.',
      kept: 'No service to send it is set up here.',
    },
  },
}
