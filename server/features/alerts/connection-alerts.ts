/** One alert for a connection that fails, to its owner; where that person has left, to administrators. Its connectors raise none of their own for it. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { linkless, type Mail, mail } from '../../platform/mail/mails.ts'
import { counted } from '../kit/counted.ts'
import { notify } from '../kit/notify.ts'

type Db = Kysely<Tables>
type Failing = {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly state: 'failing' | 'ended'
  readonly message: string | null
  /** Whether someone signs in to the system, so that there is no secret to replace. */
  readonly isSignIn: boolean
  readonly uses: number
  readonly people: readonly string[]
}

/** Told in one pass. */
const atOnce = 100
/** Characters of a name that is shown. */
const nameMax = 100

/** Connections that have failed for a minute and of which nobody was told within the last hour; they count as told from now on. */
async function untold(tx: Db): Promise<Failing[]> {
  const { rows } = await sql<Failing>`
    with due as (
      select id, company_id from connections
      where state in ('failing', 'ended') and state_at < now() - interval '1 minute'
        and (told_at is null or (told_at < state_at and told_at < now() - interval '1 hour'))
      order by state_at limit ${atOnce} for update skip locked)
    update connections c set told_at = now() from due where c.id = due.id and c.company_id = due.company_id
    returning c.id, c.company_id as "companyId", c.name, c.state, c.last_check ->> 'message' as message,
      c.auth ->> 'type' = 'oauth2AuthorizationCode' as "isSignIn",
      (select count(distinct connector_id)::int from connection_uses u
        where u.company_id = c.company_id and u.connection_id = c.id::text and u.version > 0) as uses,
      coalesce(
        (select array[o.id::text] from users o where o.id = c.owner_id and o.company_id = c.company_id and o.removed_at is null and o.active),
        (select array_agg(a.id::text) from users a
          where a.company_id = c.company_id and a.role = 'ADMIN' and a.removed_at is null and a.active),
        '{}') as people`.execute(tx)
  return rows
}

function remedyOf({ state, isSignIn }: Pick<Failing, 'state' | 'isSignIn'>): string {
  if (state === 'ended') return 'Open the connection and select “Reconnect”. Runs wait until then.'
  if (isSignIn) return 'Open the connection and test it. If the test fails, select “Reconnect” in the list of connections.'
  return "Open the connection and test it. If its secret is no longer valid, replace it. You don't need to deploy."
}

function mailOf(it: Failing, publicUrl: string): Mail {
  const { id, name, state, message, uses } = it
  const shown = linkless(name).slice(0, nameMax)
  return mail(
    `Alert: connection "${shown}" ${state === 'ended' ? 'is disconnected' : 'is failing'}`,
    message ?? 'The last request with this connection failed.',
    `Used by ${counted(uses, 'live connector')}. ${remedyOf(it)}`,
    `${publicUrl}/connections/${id}`,
    'You receive this because you own the connection, or because its owner has left your company.',
  )
}

/** To be called in one commit: who is told and that they were told go together. */
export async function tellFailingConnections(tx: Db, publicUrl: string): Promise<void> {
  for (const it of await untold(tx))
    for (const userId of it.people) await notify(tx, { companyId: it.companyId, userId }, 'updates', mailOf(it, publicUrl))
}

/** Those of these connectors whose live version uses a connection that fails: what fails there is told once, of the connection. */
export async function withFailingConnection(tx: Db, connectorIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (connectorIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select distinct u.connector_id as id from connection_uses u
    join connections c on c.company_id = u.company_id and c.id::text = u.connection_id and c.state in ('failing', 'ended')
    where u.connector_id = any(${[...connectorIds]}::uuid[]) and u.version > 0`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
