/** How a person wants times and numbers written. */
import { type Kysely, sql } from 'kysely'
import { usualTimeZone } from '#contract/kit/zone.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type UserKey = { readonly companyId: string; readonly userId: string }

/** What a person chose for times and numbers; nulls where they chose nothing. */
export async function findFormats(db: Db, { companyId, userId }: UserKey) {
  const row = await db
    .selectFrom('users')
    .select(['time_zone as timezone', 'language'])
    .where('id', '=', userId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row ?? { timezone: null, language: null }
}

/** The zone in which times are written to a person: as they chose, or else as their company did. */
export async function findZone(db: Db, whose: UserKey): Promise<string> {
  const { timezone } = await findFormats(db, whose)
  if (timezone !== null) return timezone
  const row = await db
    .selectFrom('company_settings')
    .select(sql<string | null>`value ->> 'defaultTimezone'`.as('zone'))
    .where('company_id', '=', whose.companyId)
    .where('section', '=', 'companySettings')
    .executeTakeFirst()
  return row?.zone ?? usualTimeZone
}
