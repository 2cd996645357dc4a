/** Webhooks that listen for one test event, by the lifecycle that the console obeys, too. */
import { type Kysely, sql } from 'kysely'
import { type ListeningMove, type ListeningState, listeningLifecycle } from '#contract/connectors/triggers/listening.lifecycle.ts'
import { listeningMinutes } from '#contract/connectors/triggers/listening.ts'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

export type Listening = {
  readonly state: ListeningState
  readonly startedAt: Date
  readonly expiresAt: Date
  readonly receivedAt: Date | null
  readonly fields: number | null
  readonly isDelivered: boolean
}

/** Its time ends by itself: no job has to write it. */
const stateNow = sql<ListeningState>`case when status = 'listening' and expires_at <= now()
  then ${moved(listeningLifecycle, 'listening', { type: 'clock.expired' }, undefined)} else status end`
const before = (move: ListeningMove['type']) => sql`any(${statesAllowing(listeningLifecycle, move)})`

/** Null where nobody has listened yet. */
export async function findListening(db: Db, { companyId, connectorId }: ConnectorKey): Promise<Listening | null> {
  const row = await db
    .selectFrom('hook_listenings')
    .select([
      stateNow.as('state'),
      'started_at as startedAt',
      'expires_at as expiresAt',
      'received_at as receivedAt',
      'fields',
      'is_delivered as isDelivered',
    ])
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .executeTakeFirst()
  return row ?? null
}

/** Begins to listen. One that listens already goes on until its own end. */
export async function startListening(db: Db, { companyId, connectorId }: ConnectorKey): Promise<void> {
  await sql`
    insert into hook_listenings as l (connector_id, company_id, status, started_at, expires_at)
    values (${connectorId}, ${companyId}, 'listening', now(), now() + ${listeningMinutes}::int * interval '1 minute')
    on conflict (connector_id) do update set (status, started_at, expires_at, received_at, fields, is_delivered)
      = (excluded.status, excluded.started_at, excluded.expires_at, null, null, false)
    where l.company_id = ${companyId} and (l.status = ${before('user.started')} or l.expires_at <= now())`.execute(db)
}

/** Stops it where it listens. */
export async function stopListening(db: Db, whose: ConnectorKey): Promise<void> {
  await move(db, whose, 'user.stopped', sql``)
}

type Received = { readonly at: Date; readonly fields: number; readonly isDelivered: boolean }

/** Whether this event is the one that was listened for: the first one, whichever process it came to. */
export async function receiveFor(tx: Db, whose: ConnectorKey, { at, fields, isDelivered }: Received): Promise<boolean> {
  return move(tx, whose, 'event.received', sql`, received_at = ${at}, fields = ${fields}, is_delivered = ${isDelivered}`)
}

async function move(
  db: Db,
  { companyId, connectorId }: ConnectorKey,
  type: 'user.stopped' | 'event.received',
  beside: ReturnType<typeof sql>,
): Promise<boolean> {
  const { rows } = await sql`
    update hook_listenings set status = ${moved(listeningLifecycle, 'listening', { type }, undefined)}${beside}
    where connector_id = ${connectorId} and company_id = ${companyId} and status = ${before(type)} and expires_at > now()
    returning 1`.execute(db)
  return rows.length > 0
}
