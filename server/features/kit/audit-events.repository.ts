/** What people changed. Insert only, and each row carries the hash of the one before it in its company. */
import { createHash } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { AuditAction } from '#contract/kit/audit-actions.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

export type AuditEvent = {
  readonly companyId: string
  readonly action: AuditAction
  readonly actor: { readonly kind: 'person' | 'key' | 'system'; readonly id: string | null }
  /** Network address that the call came from; null of what the system did by itself. */
  readonly address: string | null
  readonly target: { readonly type: string; readonly id: string | null } | null
  /** What was changed, without secrets; null where it is not recorded. */
  readonly before: unknown
  readonly after: unknown
}

type Row = Selectable<Tables['audit_events']>

/** The hash that the first row of a chain follows. */
const beginning = '0'.repeat(64)
/** Characters of a value that is kept. */
const valueMax = 4_000

const instant = (at: ReturnType<typeof sql>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const chained = (previous: ReturnType<typeof sql>, at: ReturnType<typeof sql>, seq: ReturnType<typeof sql>, rest: string) =>
  sql`encode(sha256(convert_to(${previous} || ${instant(at)} || ' ' || ${seq} || ${rest}::text, 'UTF8')), 'hex')`

/** PostgreSQL stores no U+0000 and no half characters. */
const storable = (text: string) => text.toWellFormed().replaceAll('\u0000', '\ufffd')
const valueText = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  const text = storable(JSON.stringify(value))
  return text.length <= valueMax ? text : JSON.stringify({ tooLong: text.length })
}

const canonicalOf = (row: Omit<Row, 'seq' | 'at' | 'previous_hash' | 'hash'>): string =>
  JSON.stringify([
    ...[row.company_id, row.action, row.actor_kind, row.actor_id, row.address],
    ...[row.target_type, row.target_id, row.before, row.after],
  ])

/** Appends to the chain of the company. Those of one company wait for each other until the commit, so this comes last in it. */
export async function addAuditEvent(db: Kysely<Tables>, it: AuditEvent): Promise<void> {
  const row = {
    ...{ company_id: it.companyId, action: it.action, actor_kind: it.actor.kind, actor_id: it.actor.id, address: it.address },
    target_type: it.target?.type ?? null,
    target_id: it.target?.id == null ? null : storable(it.target.id).slice(0, 200),
    ...{ before: valueText(it.before), after: valueText(it.after) },
  }
  const rest = canonicalOf(row)
  const later = sql`greatest(h.at, excluded.at)`
  await sql`
    with head as (
      insert into audit_heads as h (company_id, previous, hash, length, at)
      select ${row.company_id}::uuid, ${beginning}, ${chained(sql`${beginning}`, sql`n.at`, sql`'1'`, rest)}, 1, n.at
      from (select date_trunc('milliseconds', clock_timestamp()) as at offset 0) n
      on conflict (company_id) do update set
        previous = h.hash, length = h.length + 1, at = ${later},
        hash = ${chained(sql`h.hash`, later, sql`(h.length + 1)::text`, rest)}
      returning previous, hash, length, at)
    , event as (
      insert into audit_events
        (company_id, seq, at, action, actor_kind, actor_id, address, target_type, target_id, before, after, previous_hash, hash)
      select ${row.company_id}::uuid, length, at, ${row.action}, ${row.actor_kind}, ${row.actor_id}::uuid, ${row.address},
        ${row.target_type}, ${row.target_id}, ${row.before}, ${row.after}, previous, hash
      from head)
    insert into audit_names (company_id, seq, actor_name, actor_email, target_name)
    select ${row.company_id}::uuid, length, ${nameOfActor(it)}, ${emailOfActor(it)}, ${nameOfTarget(it)} from head`.execute(db)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
type Named = Pick<AuditEvent, 'companyId' | 'actor' | 'target'>

const personName = (companyId: string, id: string | null) =>
  sql`(select trim(first_name || ' ' || last_name) from users where id = ${id}::uuid and company_id = ${companyId}::uuid)`
const keyName = (companyId: string, id: string | null) =>
  sql`(select name from api_keys where id = ${id}::uuid and company_id = ${companyId}::uuid)`

/** What is recorded is what they are called now: a later name is another one. */
const nameOfActor = ({ companyId, actor: { kind, id } }: Named) =>
  kind === 'system' ? sql`null::text` : kind === 'key' ? keyName(companyId, id) : personName(companyId, id)
const emailOfActor = ({ companyId, actor: { kind, id } }: Named) =>
  kind === 'person' ? sql`(select email from users where id = ${id}::uuid and company_id = ${companyId}::uuid)` : sql`null::text`

/** Ids are unique over all kinds of things. What has no name, or is gone by now, is named by what was before. */
function nameOfTarget({ companyId, target }: Named) {
  const id = target?.id ?? ''
  if (target?.type === 'priceBook') return sql`${`Version ${id}`}::text`
  if (!uuid.test(id)) return sql`null::text`
  if (target?.type === 'company') return sql`(select name from companies where id = ${id}::uuid)`
  return sql`coalesce(
    (select name from connectors where id = ${id}::uuid and company_id = ${companyId}::uuid),
    ${personName(companyId, id)}, ${keyName(companyId, id)},
    (select email from invitations where id = ${id}::uuid and company_id = ${companyId}::uuid),
    (select name from templates where id = ${id}::uuid and company_id = ${companyId}::uuid),
    (select name from connectors where config_id = ${id}::uuid and company_id = ${companyId}::uuid))`
}

/** Takes the names of a deleted person out of what was recorded of them. */
export async function forgetAuditNames(
  tx: Kysely<Tables>,
  { companyId, userId, name }: { readonly companyId: string; readonly userId: string; readonly name: string },
): Promise<void> {
  await sql`update audit_names n set
      actor_name = case when e.actor_id = ${userId}::uuid then ${name} else n.actor_name end,
      actor_email = case when e.actor_id = ${userId}::uuid then null else n.actor_email end,
      target_name = case when e.target_id = ${userId}::text then ${name} else n.target_name end
    from audit_events e where e.company_id = ${companyId} and n.company_id = e.company_id and n.seq = e.seq
      and (e.actor_id = ${userId}::uuid or e.target_id = ${userId}::text)`.execute(tx)
}

export type AuditFilter = {
  readonly companyId: string
  readonly from: string | undefined
  readonly to: string | undefined
  readonly actor: string | undefined
  readonly action: AuditAction | undefined
  /** Part of a name, an email or an id. */
  readonly search: string | undefined
}

/** Whether a text is part of what somebody or something was called. Rows that are older than the names go by the person's name of today. */
const isNamed = (search: string) => sql<boolean>`(
  e.target_id = ${search}
  or exists (select from audit_names s where s.company_id = e.company_id and s.seq = e.seq
    and position(lower(${search}) in lower(concat_ws(' ', s.actor_name, s.actor_email, s.target_name))) > 0)
  or exists (select from users p where p.company_id = e.company_id and p.id = e.actor_id
    and not exists (select from audit_names s where s.company_id = e.company_id and s.seq = e.seq)
    and position(lower(${search}) in lower(concat_ws(' ', p.first_name, p.last_name, p.email))) > 0))`

/** People of the company who changed something, by name. */
export async function listAuditPeople(db: Kysely<Tables>, companyId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name from users u
    where u.company_id = ${companyId} and exists (select from audit_events e where e.company_id = u.company_id and e.actor_id = u.id)
    order by lower(trim(u.first_name || ' ' || u.last_name)), u.id limit 500`.execute(db)
  return rows
}

const wanted = (db: Kysely<Tables>, { companyId, from, to, actor, action, search }: AuditFilter) =>
  db
    .selectFrom('audit_events as e')
    .where('e.company_id', '=', companyId)
    .$if(from !== undefined, (all) => all.where(sql<boolean>`e.at >= ${from}`))
    .$if(to !== undefined, (all) => all.where(sql<boolean>`e.at < ${to}`))
    .$if(actor !== undefined, (all) => all.where(sql<boolean>`e.actor_id = ${actor}`))
    .$if(action !== undefined, (all) => all.where(sql<boolean>`e.action = ${action}`))
    .$if(search !== undefined, (all) => all.where(isNamed(search ?? '')))

export async function countAuditEvents(db: Kysely<Tables>, filter: AuditFilter): Promise<number> {
  const { total } = await wanted(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export type AuditRow = Omit<Row, 'company_id' | 'previous_hash' | 'hash'> & {
  /** As they were called then: a person, or an API key. Null of what nobody did. */
  readonly actor_name: string | null
  readonly actor_email: string | null
  readonly target_name: string | null
}

/** Newest first. */
export async function listAuditEvents(
  db: Kysely<Tables>,
  { limit, offset, ...filter }: AuditFilter & { readonly limit: number; readonly offset: number },
): Promise<AuditRow[]> {
  return (
    wanted(db, filter)
      .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'e.actor_id').onRef('u.company_id', '=', 'e.company_id'))
      .select(['e.seq', 'e.at', 'e.action', 'e.actor_kind', 'e.actor_id', 'e.address', 'e.target_type', 'e.target_id'])
      .leftJoin('audit_names as n', (join) => join.onRef('n.company_id', '=', 'e.company_id').onRef('n.seq', '=', 'e.seq'))
      .select(['e.before', 'e.after', 'n.target_name'])
      // Records that are older than the names show what their person is called now.
      .select(sql<string | null>`case when n.seq is null then u.email else n.actor_email end`.as('actor_email'))
      .select(
        sql<string | null>`case when n.seq is null then trim(u.first_name || ' ' || u.last_name) else n.actor_name end`.as(
          'actor_name',
        ),
      )
      .orderBy('e.seq', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
  )
}

/** What a walk along a chain found. */
export type AuditChain = {
  readonly length: number
  /** When its first row was written; null where there is none. */
  readonly since: Date | null
  /** The row that was changed or follows a gap; null where every row is there and is what was written. */
  readonly brokenAt: number | null
}

/** Rows that are read at once. */
const batch = 1_000

/** Walks the chain of a company. */
export async function checkAuditChain(db: Kysely<Tables>, companyId: string): Promise<AuditChain> {
  // First the end: rows that are appended meanwhile come after it.
  const end = await db.selectFrom('audit_heads').selectAll().where('company_id', '=', companyId).executeTakeFirst()
  const length = end?.length ?? 0
  // What retention has removed is not there; the chain goes on from its hash.
  const anchor = await findAnchor(db, 'changes', companyId)
  let link = { seq: anchor?.last ?? 0, hash: anchor?.hash ?? beginning, since: null as Date | null }
  while (link.seq < length) {
    const rows = await db
      .selectFrom('audit_events')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('seq', '>', link.seq)
      .where('seq', '<=', length)
      .orderBy('seq')
      .limit(batch)
      .execute()
    for (const { seq, at, hash, previous_hash: previous, ...row } of rows) {
      const own = createHash('sha256')
        .update(`${link.hash}${at.toISOString()} ${seq}${canonicalOf(row)}`)
        .digest('hex')
      const isNext = seq === link.seq + 1 && previous === link.hash && own === hash
      if (!isNext) return { length, since: link.since, brokenAt: link.seq + 1 }
      link = { seq, hash, since: link.since ?? at }
    }
    if (rows.length === 0) return { length, since: link.since, brokenAt: link.seq + 1 }
  }
  return { length, since: link.since, brokenAt: link.hash === (end?.hash ?? beginning) ? null : length }
}

/** The companies that have a chain. */
export async function listAuditChains(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('audit_heads').select('company_id').execute()
  return rows.map((row) => row.company_id)
}

/** Where a chain of records begins, after retention has removed its oldest rows. */
type Anchor = { readonly last: number; readonly hash: string; readonly removed: number }

/** Null where every row is there. */
export async function findAnchor(db: Kysely<Tables>, kind: 'sign-ins' | 'changes', chain: string): Promise<Anchor | null> {
  const row = await db
    .selectFrom('chain_anchors')
    .select(['last', 'hash', 'removed'])
    .where('kind', '=', kind)
    .where('chain', '=', chain)
    .executeTakeFirst()
  return row ?? null
}
