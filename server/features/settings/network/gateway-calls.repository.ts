/** Calls that the API keys of a company have made in the minute and the hour that are. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/tables/tables.ts'

type Span = { readonly calls: number; readonly since: Date; readonly endsAt: Date }

export async function countedCalls(db: Kysely<Tables>, companyId: string): Promise<{ minute: Span; hour: Span }> {
  const of = async (span: 'minute' | 'hour'): Promise<Span> => {
    const [at, calls] = [sql.ref(`c.${span}_at`), sql.ref(`c.${span}_calls`)]
    const { rows } = await sql<Span>`
      select t.since, t.since + ${`1 ${span}`}::interval as "endsAt", case when ${at} = t.since then ${calls} else 0 end as calls
      from (select date_trunc(${sql.lit(span)}, clock_timestamp(), 'UTC') as since) t
      left join company_key_calls c on c.company_id = ${companyId}`.execute(db)
    return rows[0] ?? { calls: 0, since: new Date(), endsAt: new Date() }
  }
  return { minute: await of('minute'), hour: await of('hour') }
}
