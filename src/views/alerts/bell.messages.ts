import { countedIn } from '../kit/format/counted.ts'

const counted = countedIn('en')

/** The bell of the header: it stands on every page, so its words come without those of the other parts. */
export const bellMessages = {
  name: 'Alerts and notifications',
  loading: 'Loading…',
  /** What the button says: "Alerts and notifications: 3 in all: 1 active alert, 2 unread notifications"; the count is what the bell shows. */
  full: (shown: string | null, alarms: string, unread: string) =>
    `Alerts and notifications: ${shown === null ? '' : `${shown} in all: `}${alarms}, ${unread}`,
  noneRaised: 'no active alerts',
  raised: counted({ one: '# active alert', other: '# active alerts' }),
  noneUnread: 'no unread notifications',
  unread: counted({ one: '# unread notification', other: '# unread notifications' }),
  alarms: 'Alerts',
  notifications: 'Notifications',
  list: 'Unread notifications',
  retry: 'Retry',
  markAll: 'Mark all as read',
  marking: 'Marking…',
  seeAll: 'See all',
  /** What has room on the bell. */
  many: '99+',
}
