/** Tells owners of connectors of a new version of what they were started from: once for each version, by the channels that they have chosen. */
import { type Kysely, sql } from 'kysely'

import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { notify } from '../kit/notify.ts'
import { newVersionWaits } from './library-mails.ts'

type Db = Kysely<Tables>
type Deps = { readonly db: Db; readonly publicUrl: string }

/** Of a mail; the page shows all. */
const namesMax = 20

type Owner = { readonly templateId: string; readonly companyId: string; readonly ownerId: string }

const behind = sql`template_uses x join templates t on t.id = x.template_id join companies c on c.id = x.company_id
  join connectors k on k.id = x.connector_id and k.company_id = x.company_id and k.deleted_at is null
  where greatest(x.revision, coalesce(x.kept_revision, 0), coalesce(x.told_revision, 0)) < t.revision
    and c.status = 'active' and (t.company_id = x.company_id or t.status = 'approved' and (t.audience = 'everyone' or t.audience = 'chosen'
      and exists (select from template_audience a where a.template_id = t.id and a.company_id = x.company_id)))`

async function nextOwner(db: Db): Promise<Owner | null> {
  const { rows } = await sql<Owner>`
    select t.id as "templateId", x.company_id as "companyId", k.owner_id as "ownerId" from ${behind} limit 1`.execute(db)
  return rows[0] ?? null
}

/** Their rows are held, so no other process tells the same. */
async function tell(tx: Db, { templateId, companyId, ownerId }: Owner, publicUrl: string): Promise<void> {
  const { rows } = await sql<{ id: string; connector: string; name: string; publisher: string }>`
    select x.connector_id as id, k.name as connector, t.name, (select p.name from companies p where p.id = t.company_id) as publisher
    from ${behind} and t.id = ${templateId} and x.company_id = ${companyId} and k.owner_id = ${ownerId}
    order by lower(k.name), k.id for update of x`.execute(tx)
  const [first] = rows
  if (!first) return
  await sql`update template_uses u set told_revision = t.revision from templates t
    where t.id = u.template_id and u.connector_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
  const names = rows.map(({ connector }) => connector)
  const shown = names.length > namesMax ? [...names.slice(0, namesMax), `${names.length - namesMax} more`] : names
  const mail = newVersionWaits(first.name, first.publisher, shown, `${publicUrl}/your-marketplace`)
  await notify(tx, { companyId, userId: ownerId }, 'updates', mail)
}

/** Everybody who is to be told now. */
export async function tellOfVersions({ db, publicUrl }: Deps, isOver: () => boolean = () => false): Promise<void> {
  for (let owner = await nextOwner(db); owner !== null && !isOver(); owner = await nextOwner(db)) {
    const next = owner
    await inOneCommit(db, (tx) => tell(tx, next, publicUrl))
  }
}
