/** What a person wants to be told, by which channel, and what they were told. `worklist.md` B-5 and B-6. */
import type { Kysely } from 'kysely'
import type { NotificationChannelState, notificationEndpoints } from '#contract/account/notifications.ts'
import type { QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import type { NotificationPreference } from '#contract/kit/notification.ts'
import { notificationChannels, notificationTexts } from '#contract/kit/notification-limits.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Config } from '../../platform/config/config.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import type { Audit } from '../kit/audit-trail.ts'
import { findPreferences, findTargetsOf, savePreferences } from '../kit/notification-preferences.repository.ts'
import { countUnread, listNotifications, markRead } from './notifications.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly config: Pick<Config, 'smtp' | 'messageWebhooks'> }
type Wanted = {
  readonly userId: string
  readonly wanted: readonly NotificationPreference[]
  readonly revision: number | undefined
}
type ListQuery = QueryOf<typeof notificationEndpoints.history>

/** @throws `user/not-found` for somebody else: what a person is told is nobody's business. */
function checkOwn({ userId }: Caller, asked: string): void {
  if (asked !== userId) throw refusal('user/not-found')
}

export function createNotificationService({ db, config: { smtp, messageWebhooks } }: Deps) {
  const deliveries = {
    EMAIL: smtp === null ? 'outbox' : 'sent',
    SMS: messageWebhooks.sms === null ? 'outbox' : 'sent',
    PUSH: 'sent',
    WHATSAPP: messageWebhooks.whatsapp === null ? 'outbox' : 'sent',
  } as const satisfies Record<NotificationPreference['type'], NotificationChannelState['delivery']>

  async function shown(of: Kysely<Tables>, caller: Caller): Promise<NotificationChannelState[]> {
    const { value: preferences, revision } = await findPreferences(of, caller)
    const { email = null, sms = null, push = null, whatsapp = null } = await findTargetsOf(of, caller)
    const targets = { EMAIL: email, SMS: sms, PUSH: push, WHATSAPP: whatsapp }
    return preferences.map((it) => ({ ...it, target: targets[it.type], delivery: deliveries[it.type], revision }))
  }

  return {
    preferences: async (caller: Caller, userId: string) => {
      checkOwn(caller, userId)
      return shown(db, caller)
    },

    /** @throws `request/malformed` unless each channel is there once, `notifications/stale` */
    async setPreferences(caller: Caller, { userId, wanted, revision }: Wanted, audit: Audit) {
      checkOwn(caller, userId)
      const ordered = notificationChannels.flatMap((type) => wanted.filter((it) => it.type === type))
      if (new Set(ordered.map(({ type }) => type)).size !== notificationChannels.length) {
        const message = 'Send all four channels, each exactly once.'
        throw refusal('request/malformed', { message, errors: [{ path: '', message }] })
      }
      return inOneCommit(db, async (tx) => {
        const { value: before } = await findPreferences(tx, caller)
        if (!(await savePreferences(tx, caller, ordered, revision))) throw refusal('notifications/stale')
        await audit(tx, { before, after: ordered })
        return shown(tx, caller)
      })
    },

    async history(caller: Caller, userId: string, asked: ListQuery): Promise<ReplyOf<typeof notificationEndpoints.history>> {
      checkOwn(caller, userId)
      const { page = 1, limit = notificationTexts.pageSize, sortOrder: order = 'desc', only } = asked
      const { companyId } = caller
      const { data, total } = await listNotifications(db, { companyId, userId, page, limit, order, isUnread: only === 'unread' })
      return { data, total, page, limit, totalPages: Math.ceil(total / limit) }
    },

    /** The newest that were not read yet. */
    newest({ companyId, userId }: Caller, limit: number) {
      return listNotifications(db, { companyId, userId, page: 1, limit, order: 'desc', isUnread: true })
    },

    async unread(caller: Caller, userId: string): Promise<{ unread: number }> {
      checkOwn(caller, userId)
      return { unread: await countUnread(db, caller) }
    },

    async markRead(caller: Caller, userId: string, ids: readonly string[] | null): Promise<{ unread: number }> {
      checkOwn(caller, userId)
      await markRead(db, caller, ids)
      return { unread: await countUnread(db, caller) }
    },
  }
}
