/** What people did about the causes of lost records. A row is moved only by the chart (`contract/connectors/problems/cause.lifecycle.ts`). */
import { type Kysely, sql } from 'kysely'
import type { CauseState } from '#contract/connectors/problems/cause.lifecycle.ts'
import { type Cause, causesMax } from '#contract/connectors/problems/cause.ts'
import { otherReasonsId } from '#contract/connectors/problems/problem-group.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { lostFor, lostLast } from './problem-groups.repository.ts'

type Db = Kysely<Tables>
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

type Row = {
  readonly id: string
  readonly state: CauseState
  readonly assigneeId: string | null
  readonly assignee: string | null
  readonly by: string
  readonly at: Date
  readonly seenAt: Date
}

const nameOf = (who: string) => sql`trim(${sql.ref(who)}.first_name || ' ' || ${sql.ref(who)}.last_name)`

/** The next instant that is told: times are told in milliseconds, and kept finer. */
export const after = (at: Date): string => new Date(at.getTime() + 1).toISOString()

/** Those that somebody touched, newest first; those that are resolved and were lost for again are told so. @param id of one cause alone. */
export async function touchedCauses(db: Db, whose: ConnectorKey, id?: string): Promise<Cause[]> {
  const one = id === undefined ? sql`` : sql`and c.id = ${id}`
  const { rows } = await sql<Row>`
    select c.id, c.state, c.assignee_id as "assigneeId", ${nameOf('a')} as assignee, ${nameOf('u')} as by, c.changed_at as at, c.seen_at as "seenAt"
    from causes c join users u on u.id = c.changed_by left join users a on a.id = c.assignee_id
    where c.company_id = ${whose.companyId} and c.connector_id = ${whose.connectorId} ${one}
    order by c.changed_at desc, c.id limit ${causesMax}`.execute(db)
  const lastOf = await lostAgain(db, whose, rows)
  return rows.map(({ id, state, assigneeId, assignee, by, at, seenAt }) => ({
    ...{ id, state, by, at: at.toISOString() },
    assignee: assigneeId === null ? null : { userId: assigneeId, name: assignee ?? '' },
    isLostAgain: (lastOf.get(id) ?? 0) > seenAt.getTime(),
  }))
}

/** When records were lost last for those that are resolved, since the first of them was. */
async function lostAgain(db: Db, whose: ConnectorKey, rows: readonly Row[]): Promise<Map<string, number>> {
  const resolved = rows.filter(({ state }) => state === 'resolved')
  if (resolved.length === 0) return new Map()
  const first = new Date(Math.min(...resolved.map(({ seenAt }) => seenAt.getTime())))
  const found = await lostFor(
    db,
    { ...whose, from: after(first) },
    resolved.map(({ id }) => id),
  )
  return new Map(found.map(({ id, lastAt }) => [id, lastAt.getTime()]))
}

/** When a record was lost for it within the millisecond that a person saw; null where none was. */
export async function lostAt(db: Db, whose: ConnectorKey, id: string, seenAt: string): Promise<Date | null> {
  const from = new Date(seenAt)
  const moment = { ...whose, from: from.toISOString(), to: after(from) }
  // Which reasons are among the others depends on a longer time than this moment.
  if (id === otherReasonsId) return lostLast(db, moment)
  const [found] = await lostFor(db, moment, [id])
  return found?.lastAt ?? null
}

/** People whom a problem may be assigned to: those who see its connector. */
export async function assignable(db: Db, companyId: string, ownerId: string): Promise<{ userId: string; name: string }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id as userId', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where('company_id', '=', companyId)
    .where('active', '=', true)
    .where('confirmed', '=', true)
    .where(({ eb }) => eb.or([eb('role', '<>', 'USER'), eb('id', '=', ownerId)]))
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .limit(500)
    .execute()
  return rows
}

type Move = ConnectorKey & {
  readonly id: string
  readonly state: CauseState
  /** Undefined: as it was. */
  readonly assigneeId: string | undefined
  readonly seenAt: Date
  readonly changedBy: string
}

/** The caller holds the connector. What was seen is never less than before. */
export async function moveCause(tx: Db, it: Move): Promise<void> {
  await sql`
    insert into causes (company_id, connector_id, id, state, assignee_id, seen_at, changed_by)
    values (${it.companyId}, ${it.connectorId}, ${it.id}, ${it.state}, ${it.assigneeId ?? null}, ${it.seenAt}, ${it.changedBy})
    on conflict (company_id, connector_id, id) do update set state = excluded.state, changed_by = excluded.changed_by, changed_at = now(),
      assignee_id = coalesce(excluded.assignee_id, causes.assignee_id), seen_at = greatest(causes.seen_at, excluded.seen_at)`.execute(
    tx,
  )
}
