/** What happened to a connection, from the audit log: who changed what, and never a secret. */
import { type Kysely, sql } from 'kysely'
import type { ConnectionDetails } from '#contract/connections/connection.ts'
import type { ConnectionChange, ConnectionChangeField } from '#contract/connections/connection-page.ts'
import { databaseAddress } from '#contract/connectors/config/database.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'

type Which = { readonly companyId: string; readonly id: string }
type Recorded = Partial<ConnectionDetails> & { readonly isNewSecret?: boolean }

const addressOf = ({ url, database }: Recorded) => url ?? (database ? databaseAddress(database) : null)
const peopleOf = ({ visibility, people = [] }: Recorded) =>
  visibility === 'named' ? people.map(({ name }) => name).join(', ') || null : null

/** What each field says of a recorded connection; null where it says nothing. */
const texts: Readonly<Record<Exclude<ConnectionChangeField, 'secret'>, (it: Recorded) => string | null>> = {
  name: ({ name }) => name ?? null,
  address: addressOf,
  gateway: ({ gateway }) => gateway ?? null,
  pace: ({ form }) => form?.requestsPerSecond?.toString() ?? null,
  atOnce: ({ form }) => form?.atOnce?.toString() ?? null,
  testPath: ({ form }) => form?.testPath ?? null,
  authentication: ({ authType }) => authType ?? null,
  visibility: ({ visibility }) => visibility ?? null,
  people: peopleOf,
  owner: ({ owner }) => owner?.name ?? null,
}

function changesOf(before: Recorded | null, after: Recorded | null): ConnectionChange['fields'] {
  if (before === null || after === null) return []
  const fields = Object.entries(texts).flatMap(([field, textOf]) => {
    const [from, to] = [textOf(before), textOf(after)]
    return from === to ? [] : [{ field: field as ConnectionChangeField, from, to }]
  })
  return after.isNewSecret ? [...fields, { field: 'secret', from: null, to: null }] : fields
}

const parsed = (text: string | null) => (text === null ? null : (JSON.parse(text) as Recorded))

/** Newest first, without tests: these have a list of their own. `page` counts from 1. */
export async function historyOfConnection(
  db: Kysely<Tables>,
  { companyId, id }: Which,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ data: ConnectionChange[]; total: number }> {
  const events = db
    .selectFrom('audit_events as e')
    .where('e.company_id', '=', companyId)
    .where('e.target_type', '=', 'connection')
    .where('e.target_id', '=', id)
    .where('e.action', '<>', 'connection.tested')
  const { total } = await events.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await events
    .leftJoin('audit_names as n', (on) => on.onRef('n.company_id', '=', 'e.company_id').onRef('n.seq', '=', 'e.seq'))
    .leftJoin('users as u', (on) => on.onRef('u.id', '=', 'e.actor_id').onRef('u.company_id', '=', 'e.company_id'))
    .select(['e.at', 'e.action', 'e.before', 'e.after'])
    .select(sql<string | null>`coalesce(n.actor_name, nullif(trim(u.first_name || ' ' || u.last_name), ''))`.as('by'))
    .orderBy('e.seq', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const data = rows.map(({ at, action, by, before, after }) => ({
    ...{ at: at.toISOString(), action, by },
    fields: changesOf(parsed(before), parsed(after)),
  }))
  return { data, total: Number(total) }
}
