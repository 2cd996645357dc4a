/** What the tabs of notifications say besides the texts of the specification. */
import type { NotificationChannelState } from '#contract/account/notifications.ts'
import type { NotificationCategory, NotificationChannel } from '#contract/kit/notification.ts'

export const notificationMessages = {
  name: 'notification preferences',
  mandatory: 'Account notices (password, MFA, sign-in codes) always go to your email.',
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
    updates: 'Alerts for your connectors',
    marketing: 'Product news',
  } satisfies Record<NotificationCategory, string>,
  push: {
    name: 'This browser',
    looking: 'Checking this browser…',
    working: 'Working…',
    retry: 'Retry',
    subscribe: 'Subscribe this browser',
    unsubscribe: 'Unsubscribe this browser',
    goesTo: (browsers: number) =>
      browsers === 0 ? 'No browsers subscribed yet.' : `Sent to ${browsers === 1 ? '1 browser' : `${browsers} browsers`}.`,
    states: {
      unsupported: 'Push notifications need HTTPS and a supported browser.',
      blocked: 'Your browser blocks notifications. Allow them in its settings, then reload the page.',
      off: 'This browser is not subscribed.',
      on: 'This browser is subscribed until you sign out.',
    },
  },
  goesTo: (target: string) => `Sent to ${target}.`,
  noPhone: 'Verify a phone number to receive text messages.',
  toPhone: 'Verify a phone number',
  delivery: {
    sent: 'Set up on this installation.',
    outbox: 'No provider is set up. Messages stay in the outbox.',
    unavailable: "This installation doesn't support push.",
  } satisfies Record<NotificationChannelState['delivery'], string>,
  history: {
    name: 'notifications',
    none: 'No notifications yet',
    noneMore: 'Messages sent to you appear here for a year.',
    hidden: 'This message contained a link or code. The text is no longer shown.',
    markAll: 'Mark all as read',
    unread: 'New',
    marked: 'Marked as read',
    confirmTitle: 'Mark all as read?',
    confirmText: 'This marks all notifications as read.',
    statuses: {
      delivered: 'Accepted by the mail server',
      failed: 'Failed',
      queued: 'Queued',
      kept: 'In the outbox',
    },
    accepted: 'Accepted by the provider',
    meanings: {
      delivered: 'Delivery is not confirmed.',
      failed: 'No more attempts.',
      queued: 'Sent or retried within a minute.',
      kept: 'No sending service is set up.',
    },
  },
}
