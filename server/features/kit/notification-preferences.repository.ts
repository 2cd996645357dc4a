/** What people want to be told, and by which channels that is possible. */
import { type Kysely, sql } from 'kysely'
import type { NotificationCategory, NotificationPreference } from '#contract/kit/notification.ts'
import { defaultPreferences } from '#contract/kit/notification-limits.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type Channel = Tables['messages']['channel']
type UserKey = { readonly companyId: string; readonly userId: string }

const channelOf = { EMAIL: 'email', SMS: 'sms', PUSH: 'push', WHATSAPP: 'whatsapp' } as const satisfies Record<
  NotificationPreference['type'],
  Channel
>

/** In the order of the channels; the defaults, and revision 0, of who has chosen nothing. */
export async function findPreferences(
  db: Db,
  { companyId, userId }: UserKey,
): Promise<{ readonly value: readonly NotificationPreference[]; readonly revision: number }> {
  const row = await db
    .selectFrom('notification_preferences')
    .select(['value', 'revision'])
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row ?? { value: defaultPreferences, revision: 0 }
}

/** @param revision that they were read at; undefined: whatever it is now. @returns false where they were saved since. */
export async function savePreferences(
  tx: Db,
  { companyId, userId }: UserKey,
  value: readonly NotificationPreference[],
  revision?: number,
): Promise<boolean> {
  const row = { value: jsonText(value), updated_at: sql<Date>`now()` }
  const saved = await tx
    .insertInto('notification_preferences')
    .values({ user_id: userId, company_id: companyId, ...row })
    .onConflict((on) =>
      on
        .column('user_id')
        .doUpdateSet({ ...row, revision: sql`notification_preferences.revision + 1` })
        .where(sql<boolean>`${revision ?? null}::int is null or notification_preferences.revision = ${revision ?? null}::int`),
    )
    .returning('revision')
    .executeTakeFirst()
  // The first save starts from nothing.
  return saved !== undefined && (revision === undefined || saved.revision === revision + 1)
}

/** Where messages to a person go by channel; a phone only once it is verified, by push once a browser is subscribed. */
export async function findTargetsOf(db: Db, { companyId, userId }: UserKey): Promise<Partial<Record<Channel, string>>> {
  const row = await db
    .selectFrom('users')
    .select(['email', 'phone', 'phone_verified'])
    .select(
      sql<number>`(select count(*)::int from push_subscriptions p join sessions s on s.id = p.session_id and s.ended_at is null
        where p.user_id = users.id and p.company_id = users.company_id)`.as('browsers'),
    )
    .where('id', '=', userId)
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return {}
  const { email, phone, phone_verified: isVerified, browsers } = row
  return {
    email,
    ...(phone !== null && isVerified ? { sms: phone, whatsapp: phone } : {}),
    ...(browsers > 0 ? { push: browsers === 1 ? '1 browser' : `${browsers} browsers` } : {}),
  }
}

/** The channels by which a person wants to hear of a category, as far as they lead somewhere. */
export async function findChannels(
  db: Db,
  whose: UserKey,
  category: NotificationCategory,
): Promise<readonly { readonly channel: Channel; readonly to: string }[]> {
  const wanted = (await findPreferences(db, whose)).value.filter(({ enabled, categories }) => enabled && categories[category])
  if (wanted.length === 0) return []
  const targets = await findTargetsOf(db, whose)
  return wanted.flatMap(({ type }) => {
    const channel = channelOf[type]
    const to = targets[channel]
    return to === undefined ? [] : [{ channel, to }]
  })
}
