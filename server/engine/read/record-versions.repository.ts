/** Which version of each record a connector has taken up last, so that one that did not change goes under the same key in every run. */
import { type Kysely, sql } from 'kysely'

import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type Whose = { readonly companyId: string; readonly connectorId: string }

/** Hashes in hexadecimal. */
export type RecordVersion = { readonly identity: string; readonly content: string; readonly mark: string }
type Known = RecordVersion & {
  /** Whether nobody has said for a week that the record is still there. */
  readonly isStale: boolean
}

const renewedDays = 7
/** Longer than destinations remember keys; a record that comes back later goes under a new one. */
const keptDays = 90

/** The versions of some records, those that are known. */
export async function knownVersions(db: Db, { companyId, connectorId }: Whose, identities: readonly string[]): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select encode(identity, 'hex') as identity, encode(content, 'hex') as content, mark,
      seen_on <= current_date - ${renewedDays}::int as "isStale"
    from record_versions
    where company_id = ${companyId} and connector_id = ${connectorId}
      and identity in (select decode(it, 'hex') from json_array_elements_text(${jsonText(identities)}::json) as given (it))`.execute(
    db,
  )
  return rows
}

/** Writes down the newest versions of records; each record once. */
export async function keepVersions(tx: Db, { companyId, connectorId }: Whose, versions: readonly RecordVersion[]): Promise<void> {
  if (versions.length === 0) return
  await sql`
    insert into record_versions (company_id, connector_id, identity, content, mark)
    select ${companyId}, ${connectorId}, decode(identity, 'hex'), decode(content, 'hex'), mark
    from json_to_recordset(${jsonText(versions)}::json) as given (identity text, content text, mark text)
    on conflict (connector_id, identity) do update
    set content = excluded.content, mark = excluded.mark, seen_on = current_date`.execute(tx)
}

/** Forgets records whose newest version is another than the given one: whatever is read next is a new version of them. */
export async function forgetOtherVersions(
  tx: Db,
  { companyId, connectorId }: Whose,
  versions: readonly Omit<RecordVersion, 'mark'>[],
): Promise<void> {
  await sql`
    delete from record_versions using json_to_recordset(${jsonText(versions)}::json) as given (identity text, content text)
    where company_id = ${companyId} and connector_id = ${connectorId} and record_versions.identity = decode(given.identity, 'hex')
      and record_versions.content <> decode(given.content, 'hex')`.execute(tx)
}

/** Forgets records that their sources have not given for long, and those of connectors that are gone. */
export async function forgetOldVersions(db: Db): Promise<void> {
  await sql`
    delete from record_versions where seen_on < current_date - ${keptDays}::int
      or connector_id in (select id from connectors where deleted_at is not null)`.execute(db)
}
