/** Which version of each record a connector has taken up last, so that one that did not change goes under the same key in every run. */
import { type Kysely, sql } from 'kysely'

import { openRunStates } from '#contract/connectors/runs/run.lifecycle.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }
type RunOf = { readonly id: string }

/** Hashes in hexadecimal. */
type Hashes = { readonly identity: string; readonly content: string }

export type RecordVersion = Hashes & {
  readonly mark: string
  /** The record of a run that took the version up last; null of one that was taken up before that was written down. */
  readonly run: string | null
  readonly position: number | null
  /** Whether the ledger has it as delivered. */
  readonly isDelivered: boolean
}

export type Known = RecordVersion & {
  /** The outcome of that record: `open` while it is not known yet; null if there is no line or it does not matter. */
  readonly outcome: 'success' | 'failure' | 'skipped' | 'unknown' | 'open' | null
  /** Whether nobody has said for a week that the record is still there. */
  readonly isStale: boolean
}

const renewedDays = 7
/** Longer than destinations remember keys; a record that comes back later goes under a new one. */
const retentionDays = 90

const open = sql.join(openRunStates.map((state) => sql.lit(state)))

/** One line of the ledger by its primary key. */
const outcomeOf = sql`case when is_delivered then 'success' when run_id is null then null else coalesce(
  (select t.status::text from transactions t
    where t.run_id = record_versions.run_id and t.position = record_versions.position and t.company_id = record_versions.company_id),
  (select 'open' from runs r
    where r.id = record_versions.run_id and r.company_id = record_versions.company_id and r.status in (${open}))) end`

/** The versions of some records, those that are known; with what became of them where that matters. */
export async function knownVersions(
  db: Db,
  { companyId, connectorId }: ConnectorKey,
  identities: readonly string[],
  withOutcome: boolean,
): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select encode(identity, 'hex') as identity, encode(content, 'hex') as content, mark, run_id as run, position, is_delivered as "isDelivered",
      seen_on <= current_date - ${renewedDays}::int as "isStale", ${withOutcome ? outcomeOf : sql`null`} as outcome
    from record_versions
    where company_id = ${companyId} and connector_id = ${connectorId}
      and identity in (select decode(it, 'hex') from json_array_elements_text(${jsonText(identities)}::json) as given (it))`.execute(
    db,
  )
  return rows
}

/** Writes down the newest versions of records; each record once. */
export async function keepVersions(
  tx: Db,
  { companyId, connectorId }: ConnectorKey,
  versions: readonly RecordVersion[],
): Promise<void> {
  if (versions.length === 0) return
  await sql`
    insert into record_versions (company_id, connector_id, identity, content, mark, run_id, position, is_delivered)
    select ${companyId}, ${connectorId}, decode(identity, 'hex'), decode(content, 'hex'), mark, run, position, "isDelivered"
    from json_to_recordset(${jsonText(versions)}::json)
      as given (identity text, content text, mark text, run uuid, position int, "isDelivered" boolean)
    on conflict (connector_id, identity) do update set content = excluded.content, mark = excluded.mark, seen_on = current_date,
      run_id = excluded.run_id, position = excluded.position, is_delivered = excluded.is_delivered`.execute(tx)
}

type Resent = Hashes & { readonly position: number }

/** A replay sends versions that were not delivered: its lines in the ledger say from now on what became of them. */
export async function takeUpByReplay(
  tx: Db,
  { companyId, connectorId, id }: ConnectorKey & RunOf,
  sent: readonly Resent[],
): Promise<void> {
  await sql`
    update record_versions set run_id = ${id}, position = given.position
    from json_to_recordset(${jsonText(sent)}::json) as given (identity text, content text, position int)
    where company_id = ${companyId} and connector_id = ${connectorId} and record_versions.identity = decode(given.identity, 'hex')
      and record_versions.content = decode(given.content, 'hex') and not is_delivered
      and (select t.status from transactions t where t.run_id = record_versions.run_id and t.position = record_versions.position)
        is distinct from 'success'`.execute(tx)
}

type Carried = { readonly identities: readonly string[]; readonly from: number; readonly position: number }

/** A run sends what an earlier one could not send: its own lines say from now on what became of these versions. */
export async function takeUpCarried(
  tx: Db,
  { companyId, connectorId, id }: ConnectorKey & RunOf,
  from: string,
  carried: readonly Carried[],
): Promise<void> {
  await sql`
    update record_versions v set run_id = ${id}, position = given.position
    from json_to_recordset(${jsonText(carried)}::json) as given (identities json, "from" int, position int),
      json_array_elements_text(given.identities) as named (identity)
    where v.company_id = ${companyId} and v.connector_id = ${connectorId} and v.identity = decode(named.identity, 'hex')
      and v.run_id = ${from} and v.position = given."from"`.execute(tx)
}

/** Removes the versions of records whose newest version differs from the given one: the next content is a new version. */
export async function forgetOtherVersions(
  tx: Db,
  { companyId, connectorId }: ConnectorKey,
  versions: readonly Hashes[],
): Promise<void> {
  await sql`
    delete from record_versions using json_to_recordset(${jsonText(versions)}::json) as given (identity text, content text)
    where company_id = ${companyId} and connector_id = ${connectorId} and record_versions.identity = decode(given.identity, 'hex')
      and record_versions.content <> decode(given.content, 'hex')`.execute(tx)
}

/** Forgets records that their sources have not given for long, and those of connectors that are gone. */
export async function forgetOldVersions(db: Db): Promise<void> {
  await sql`
    delete from record_versions where seen_on < current_date - ${retentionDays}::int
      or connector_id in (select id from connectors where deleted_at is not null)`.execute(db)
}
