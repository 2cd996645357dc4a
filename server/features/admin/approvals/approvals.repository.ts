/** What of all companies waits for a decision of the operator. */
import { type Kysely, sql } from 'kysely'

import type { Approval } from '#contract/admin/approvals.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
export type WaitingRow = Omit<Approval, 'since' | 'endpoint'> & { readonly since: Date; readonly total: number }

const name = (person: string) => sql.raw(`nullif(trim(${person}.first_name || ' ' || ${person}.last_name), '')`)

/** Of each kind those that have waited longest, with how many there are of the kind. Whose data is to be deleted is known to the company alone. */
export async function listWaiting(db: Db, most: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    with waiting as (
      select 'privateEndpoint' as kind, e.id, e.company_id, e.name as subject, e.asked_by as by, e.asked_at as since
      from private_endpoints e where e.status = 'asked'
      union all
      select 'publication', t.id, t.company_id, t.name, t.submitted_by, t.status_since from templates t where t.status = 'waiting'
      union all
      select 'personDeletion', q.id, q.company_id, null, q.requested_by, q.created_at from retention_requests q
      where q.status = 'requested' and q.expires_at > now()
      union all
      select 'support', s.id, s.company_id, s.subject, s.user_id, s.created_at from support_requests s where s.status = 'open'
      union all
      select 'plan', p.id, p.id, p.requested_tier, null, coalesce(p.requested_at, p.created_at) from companies p
      where p.requested_tier is not null and p.status in ('active', 'suspended')),
    ranked as (
      select w.*, (count(*) over (partition by kind))::int as total, row_number() over (partition by kind order by since, id) as place
      from waiting w)
    select w.kind, w.id, c.name as company, w.subject, ${name('u')} as "askedBy", w.since, w.total
    from ranked w join companies c on c.id = w.company_id left join users u on u.id = w.by
    where w.place <= ${most} order by w.since, w.id`.execute(db)
  return rows
}
