import type { Seen } from '../../machines/alerts/alarm-bell.machine.ts'
import { bellMessages as messages } from './bell.messages.ts'

/** How many alarms are raised, as the button and the popover of the bell say it. */
export const raisedIn = ({ raised }: Seen) => (raised === 0 ? messages.noneRaised : messages.raised(raised))
/** How many notifications are unread. */
export const unreadIn = ({ unread: { total } }: Seen) => (total === 0 ? messages.noneUnread : messages.unread(total))
