/** What a person wants to be told, and what they were told. */
import { type Notification, type NotificationChannelState, notificationEndpoints } from '#contract/account/notifications.ts'
import type { NotificationPreference } from '#contract/kit/notification.ts'
import { notificationTexts as texts } from '#contract/kit/notification-limits.ts'
import { call } from '../kit/api-client.ts'
import { failedAs } from '../kit/with-title.ts'
import type { Own } from './security.service.ts'

export const readPreferences = ({ access, userId }: Own, signal: AbortSignal): Promise<readonly NotificationChannelState[]> =>
  failedAs(texts.loadFailed, texts.loadFailed, call(notificationEndpoints.preferences, { access, params: { userId }, signal }))

export function savePreferences(
  { access, userId }: Own,
  { body, revision }: { readonly body: NotificationPreference[]; readonly revision: number },
  signal: AbortSignal,
): Promise<readonly NotificationChannelState[]> {
  const saving = call(notificationEndpoints.setPreferences, { access, params: { userId }, query: { revision }, body, signal })
  return failedAs(texts.updateFailed, texts.saveFailed, saving)
}

/** One page, newest first; `page` counts from 1. */
export async function readHistory(
  { access, userId }: Own,
  page: number,
  signal: AbortSignal,
): Promise<{ readonly items: readonly Notification[]; readonly total: number }> {
  const query = { page, limit: texts.pageSize, sortBy: 'sentAt', sortOrder: 'desc' } as const
  const reading = call(notificationEndpoints.history, { access, params: { userId }, query, signal })
  const { data: items, total } = await failedAs(texts.historyFailed, texts.historyFailed, reading)
  return { items, total }
}

/** All of them. */
export const markAllRead = ({ access, userId }: Own, signal: AbortSignal) =>
  call(notificationEndpoints.markRead, { access, params: { userId }, body: {}, signal })
