/** Records of each connector in a time, from the sums of the ledger and what is not added to them yet. */
import { type Kysely, sql } from 'kysely'
import { piecesOf, type Span } from '../../engine/ledger/ledger-sums.repository.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { TenantScope } from '../../platform/security/access.ts'
import { retriedIn, retriedWithin } from '../connectors/problems/retried.repository.ts'

type ConnectorFigures = {
  readonly id: string
  readonly name: string
  readonly delivered: number
  readonly failed: number
  readonly skipped: number
  readonly unknown: number
}

/** Those with the most of what is wanted, each record once, by its last outcome; one that has none is left out. */
export async function figuresByConnector(
  db: Kysely<Tables>,
  { companyId, ownerId, connectorIds }: TenantScope & { readonly connectorIds: readonly string[] | null },
  { from, to }: Span,
  { by, limit }: { readonly by: readonly ('delivered' | 'failed' | 'skipped' | 'unknown')[]; readonly limit: number },
): Promise<readonly ConnectorFigures[]> {
  const pieces = JSON.stringify(piecesOf({ from, to }).map((it) => ({ w: it.width, f: it.from / 1_000, t: it.to / 1_000 })))
  const sums = sql`sum(s.delivered) as delivered, sum(s.failed) as failed, sum(s.skipped) as skipped, sum(s.unknown) as unknown`
  const wanted = sql.join(
    by.map((it) => sql`coalesce(sum(${sql.ref(`l.${it}`)}), 0)`),
    sql` + `,
  )
  const { rows } = await sql<ConnectorFigures>`
    with p as (select * from json_to_recordset(${pieces}::json) as p(w int, f float8, t float8)),
    seen as materialized (
      select id, name from connectors c where c.company_id = ${companyId} and c.deleted_at is null
        ${ownerId === null ? sql`` : sql`and c.owner_id = ${ownerId}`}
        ${connectorIds === null ? sql`` : sql`and c.id = any(${[...connectorIds]}::uuid[])`}),
    lines as (
      select c.id, l.* from seen c cross join lateral (
        select ${sums} from p cross join lateral (
          select * from connector_sums s where s.connector_id = c.id and s.company_id = ${companyId} and s.width = p.w
            and s.at >= to_timestamp(p.f) and s.at < to_timestamp(p.t) offset 0) as s) as l
      union all
      select s.connector_id, ${sums} from ledger_deltas s where s.company_id = ${companyId}
        and s.minute >= to_timestamp(${from / 1_000}) and s.minute < to_timestamp(${to / 1_000}) group by s.connector_id)
    select c.id, c.name, coalesce(sum(l.delivered), 0)::int8 as delivered, coalesce(sum(l.failed), 0)::int8 as failed,
      coalesce(sum(l.skipped), 0)::int8 as skipped, coalesce(sum(l.unknown), 0)::int8 as unknown
    from lines l join seen c on c.id = l.id group by c.id, c.name having (${wanted}) > 0
    order by (${wanted}) desc, lower(c.name), c.id limit ${limit}`.execute(db)
  const losses = rows.map(({ id, ...sums }) => ({ connectorId: id, ...sums }))
  const retried = await retriedIn(db, companyId, { from: new Date(from), to: new Date(to) }, losses)
  const sumOf = (row: ConnectorFigures) => by.reduce((sum, it) => sum + row[it], 0)
  return rows
    .map((row) => {
      const { failed, unknown } = retriedWithin(retried.get(row.id) ?? [])
      return { ...row, failed: row.failed - failed, unknown: row.unknown - unknown }
    })
    .filter((row) => sumOf(row) > 0)
    .toSorted((a, b) => sumOf(b) - sumOf(a))
}
