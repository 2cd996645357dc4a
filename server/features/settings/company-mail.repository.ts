/** How the mail server of a company has done, and when it was tested. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

/** What the mail server did with the last message. @param refusal null: it took it. */
export async function noteMail(db: Db, companyId: string, refusal: string | null): Promise<void> {
  const now = sql<Date>`now()`
  const row = refusal === null ? { accepted_at: now } : { refused_at: now, refusal }
  await db
    .insertInto('company_mail')
    .values({ company_id: companyId, ...row })
    .onConflict((on) => on.column('company_id').doUpdateSet(row))
    .execute()
}

export type MailStateRow = {
  readonly accepted_at: Date | null
  readonly refused_at: Date | null
  readonly refusal: string | null
  readonly fell_back: number
}

export async function findMailState(db: Db, companyId: string): Promise<MailStateRow> {
  const { rows } = await sql<MailStateRow>`
    select c.accepted_at, c.refused_at, c.refusal, (
      select count(*)::int from messages m where m.company_id = o.id and m.company_refusal is not null
        and m.created_at > now() - interval '1 day') as fell_back
    from companies o left join company_mail c on c.company_id = o.id where o.id = ${companyId}`.execute(db)
  return rows[0] ?? { accepted_at: null, refused_at: null, refusal: null, fell_back: 0 }
}

/** Whether another test may be made now; then it is counted. Two at once wait for each other. */
export async function countTest(db: Db, companyId: string, anHour: number): Promise<boolean> {
  const { rows } = await sql`
    insert into company_mail as c (company_id, tests) values (${companyId}, array[now()])
    on conflict (company_id) do update set tests = array(
      select t from unnest(c.tests) t where t > now() - interval '1 hour') || now()
    where (select count(*) from unnest(c.tests) t where t > now() - interval '1 hour') < ${anHour}
    returning company_id`.execute(db)
  return rows.length > 0
}
