/** Deliveries to webhook endpoints as a sender takes them. Times are the database's. */
import { type Kysely, sql } from 'kysely'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import { type WebhookDeliveryMove, webhookDeliveryLifecycle } from '#contract/settings/webhook-delivery.lifecycle.ts'
import { webhookTest } from '#contract/settings/webhook-limits.ts'
import { sendJob } from '../../platform/database/job-queues.ts'
import type { SealedValue } from '../../platform/database/tables/stored-values.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Sealed } from '../../platform/security/vault.ts'

type Db = Kysely<Tables>

/** One try that one sender may make, for so long as its lease. */
export type LeasedDelivery = {
  readonly id: string
  readonly companyId: string
  readonly endpointId: string
  readonly eventId: string
  readonly payload: string
  /** Counted from 1, a try that a crash cut off included. */
  readonly attempt: number
  readonly url: string
  readonly headers: Readonly<Record<string, SealedValue>>
  readonly secret: Sealed
  /** Null where there is none, or its time is over. */
  readonly previousSecret: Sealed | null
}

/** Whether the company lets webhooks out. */
export const isOn = sql<boolean>`exists (select from company_settings s where s.company_id = e.company_id and s.section = 'notificationSettings'
  and s.value->'webhookNotifications'->>'enabled' = 'true')`
/** A test goes out whatever is switched off. */
const isDue = sql`d.status = 'queued' and d.next_attempt_at <= now() and (d.lease_until is null or d.lease_until <= now())
  and not is_suspended(e.company_id) and (d.type = ${webhookTest} or (e.enabled and ${isOn}))`

/** Endpoints of a company that something is due for. */
export async function endpointsWithDeliveries(db: Db, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from webhook_endpoints e where e.company_id = ${companyId}
      and exists (select from webhook_deliveries d where d.endpoint_id = e.id and ${isDue})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Not the jobs of retries, which are queued hours ahead. */
const hasNoJobNow = sql`not exists (select from pgboss.job j where j.name = 'webhook' and j.singleton_key = e.company_id::text
  and (j.state = 'active' or (j.state < 'active' and j.start_after <= now())))`

/**
 * Queues a job for each company that something is due for and no job waits or runs for, for example after a restore.
 * @param companyId queues one for this company, whatever runs: its deliveries were switched on just now
 */
export async function sweepDeliveries(db: Db, companyId: string | null = null): Promise<void> {
  const isMeant = companyId === null ? hasNoJobNow : sql`e.company_id = ${companyId}`
  const { rows } = await sql<{ id: string }>`
    select distinct e.company_id as id from webhook_endpoints e where ${isMeant}
      and exists (select from webhook_deliveries d where d.endpoint_id = e.id and ${isDue})`.execute(db)
  for (const { id } of rows) await sendJob(db, 'webhook', { id })
}

/** The processes that sent them are gone: to be called where no other process uses the database. */
export async function endDeliveryLeases(db: Db): Promise<void> {
  await sql`update webhook_deliveries set lease_until = null where status = 'queued' and lease_until is not null`.execute(db)
}

/** The delivery to an endpoint that has been due longest, and that no other sender holds. @param lease in milliseconds. */
export async function leaseDueDelivery(db: Db, endpointId: string, lease: number): Promise<LeasedDelivery | null> {
  const { rows } = await sql<LeasedDelivery>`
    with taken as (
      select d.id from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where d.endpoint_id = ${endpointId} and ${isDue} order by d.next_attempt_at limit 1 for update of d skip locked),
    leased as (
      update webhook_deliveries d set lease_until = now() + ${lease} * interval '1 millisecond', attempts = d.attempts + 1, tried_at = now()
      from taken where d.id = taken.id returning d.*)
    select l.id, l.company_id as "companyId", l.endpoint_id as "endpointId", l.event_id as "eventId", l.payload, l.attempts as attempt,
      e.url, e.headers, e.secret, case when e.previous_until > now() then e.previous_secret end as "previousSecret"
    from leased l join webhook_endpoints e on e.id = l.endpoint_id`.execute(db)
  return rows[0] ?? null
}

type Held = Pick<LeasedDelivery, 'id' | 'companyId' | 'attempt'>

/** Takes back a try that was cut off: it is due again at once, under the same id, and does not count. */
export async function releaseDelivery(db: Db, { id, attempt }: Held): Promise<void> {
  await sql`update webhook_deliveries set lease_until = null, attempts = attempts - 1
    where id = ${id} and attempts = ${attempt} and status = 'queued'`.execute(db)
}

type Answer = { readonly status: number | null; readonly text: string }

const after = (type: WebhookDeliveryMove['type']) => moved(webhookDeliveryLifecycle, 'queued', { type }, undefined)
const before = (type: WebhookDeliveryMove['type']) => sql`any(${statesAllowing(webhookDeliveryLifecycle, type)})`

/** Nobody else has taken it over meanwhile. Call it in a commit. @param pause milliseconds until the next try; null: there is none. */
export async function settleDelivery(
  tx: Db,
  { id, companyId, attempt }: Held,
  type: WebhookDeliveryMove['type'],
  it: Answer,
  pause: number | null,
) {
  await sql`update webhook_deliveries set status = ${after(type)}, lease_until = null, response_status = ${it.status}, response = ${it.text},
      next_attempt_at = now() + ${pause ?? 0} * interval '1 millisecond'
    where id = ${id} and attempts = ${attempt} and status = ${before(type)}`.execute(tx)
  if (pause !== null) await sendJob(tx, 'webhook', { id: companyId }, { after: pause })
}

export async function noteDelivered(db: Db, endpointId: string): Promise<void> {
  await sql`update webhook_endpoints set failing_since = null, failing_days = 0, failed_on = null, delivered_at = now() where id = ${endpointId}`.execute(
    db,
  )
}

/** @returns the endpoint where it has failed for so many days, was tried on so many of them, and was switched off now. */
export async function noteFailure(
  tx: Db,
  endpointId: string,
  days: number,
): Promise<{ readonly companyId: string; readonly name: string } | null> {
  await sql`update webhook_endpoints set failing_since = coalesce(failing_since, now()),
      failing_days = failing_days + case when failed_on is distinct from current_date then 1 else 0 end, failed_on = current_date
    where id = ${endpointId}`.execute(tx)
  const { rows } = await sql<{ companyId: string; name: string }>`
    update webhook_endpoints set enabled = false, failed_off_at = now(), revision = revision + 1
    where id = ${endpointId} and enabled and failing_since <= now() - ${days} * interval '1 day' and failing_days >= ${days}
    returning company_id as "companyId", name`.execute(tx)
  return rows[0] ?? null
}

/** What waits for an endpoint that was switched off is given up. */
export async function giveUpDeliveries(tx: Db, endpointId: string, text: string): Promise<void> {
  await sql`update webhook_deliveries set status = ${after('server.gaveUp')}, lease_until = null, response = ${text}
    where endpoint_id = ${endpointId} and status = ${before('server.gaveUp')}`.execute(tx)
}

/** Keeps the newest of each endpoint, and what is on its way. */
export async function forgetOldDeliveries(db: Db, kept: number): Promise<void> {
  await sql`delete from webhook_deliveries where id in (
    select id from (
      select id, status, row_number() over (partition by endpoint_id order by created_at desc, id desc) as nr from webhook_deliveries) n
    where nr > ${kept} and status <> 'queued')`.execute(db)
}
