/** Webhook endpoints of a company and the deliveries to each. */
import { type Kysely, type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import type { WebhookForm } from '#contract/settings/webhook.ts'
import { webhookDeliveryLifecycle } from '#contract/settings/webhook-delivery.lifecycle.ts'
import { webhookTest } from '#contract/settings/webhook-limits.ts'
import { sendJob } from '../../platform/database/job-queues.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { SealedValue } from '../../platform/database/tables/stored-values.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Sealed } from '../../platform/security/vault.ts'
import { isOn } from './webhook-delivery.repository.ts'

type Db = Kysely<Tables>
type Which = { readonly companyId: string; readonly id: string }
export type WebhookRow = Selectable<Tables['webhook_endpoints']>
export type DeliveryRow = Selectable<Tables['webhook_deliveries']>

export const listWebhooks = (db: Db, companyId: string): Promise<WebhookRow[]> =>
  db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const findWebhook = (db: Db, { companyId, id }: Which): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhook_endpoints').selectAll().where('company_id', '=', companyId).where('id', '=', id).executeTakeFirst()

type Chosen = Omit<WebhookForm, 'headers'> & { readonly headers: Readonly<Record<string, SealedValue>> }
const columnsOf = ({ name, url, events, enabled, headers }: Chosen) => ({
  ...{ name: name.trim(), url: url.trim(), events, enabled },
  headers: jsonText(headers),
})

/** False where the company has as many as it may. Two at once wait for each other. */
export async function addWebhook(
  tx: Db,
  { companyId, id, secret, ...chosen }: Which & Chosen & { readonly secret: Sealed },
  max: number,
): Promise<boolean> {
  await tx.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute()
  if ((await listWebhooks(tx, companyId)).length >= max) return false
  const values = { id, company_id: companyId, secret: jsonText(secret), ...columnsOf(chosen) }
  await tx.insertInto('webhook_endpoints').values(values).execute()
  return true
}

/** False where it was changed since this revision, or is gone. Switched on again, its failures are forgotten. */
export async function changeWebhook(tx: Db, { companyId, id }: Which, chosen: Chosen, revision?: number): Promise<boolean> {
  const fresh = chosen.enabled
    ? {
        failed_off_at: null,
        failing_since: sql<Date | null>`case when enabled and url = ${chosen.url} then failing_since end`,
        failing_days: sql<number>`case when enabled and url = ${chosen.url} then failing_days else 0 end`,
      }
    : {}
  const { numUpdatedRows } = await tx
    .updateTable('webhook_endpoints')
    .set({ ...columnsOf(chosen), ...fresh, revision: sql<number>`revision + 1` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .$if(revision !== undefined, (change) => change.where('revision', '=', revision ?? 0))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The secret that signed until now goes on signing for some hours, beside the new one. */
export async function replaceSecret(tx: Db, { companyId, id }: Which, secret: Sealed, hours: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_endpoints')
    .set({
      previous_secret: sql`secret`,
      previous_until: sql<Date>`now() + ${hours} * interval '1 hour'`,
      ...{ secret: jsonText(secret), revision: sql<number>`revision + 1` },
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function removeWebhook(tx: Db, { companyId, id }: Which): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('webhook_endpoints')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function addTestDelivery(tx: Db, { companyId, id }: Which): Promise<DeliveryRow> {
  const delivery = uuid()
  const payload = JSON.stringify({ type: webhookTest, timestamp: new Date().toISOString(), data: { webhookId: id } })
  return tx
    .insertInto('webhook_deliveries')
    .values({ id: delivery, company_id: companyId, endpoint_id: id, event_id: `evt_${delivery}`, type: webhookTest, payload })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Newest first. */
export const listDeliveries = (db: Db, { companyId, id }: Which, limit: number): Promise<DeliveryRow[]> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('endpoint_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Whether deliveries to it go out: it and the webhooks of the company are switched on. */
export async function isSending(db: Db, { companyId, id }: Which): Promise<boolean> {
  const { rows } = await sql`select from webhook_endpoints e
    where e.company_id = ${companyId} and e.id = ${id} and e.enabled and ${isOn}`.execute(db)
  return rows.length > 0
}

/** Undefined where there is none, or it is still queued. */
export async function sendDeliveryAgain(
  tx: Db,
  { companyId, id, deliveryId }: Which & { readonly deliveryId: string },
): Promise<DeliveryRow | undefined> {
  const from = statesAllowing(webhookDeliveryLifecycle, 'user.sentAgain')
  const to = moved(webhookDeliveryLifecycle, 'failed', { type: 'user.sentAgain' }, undefined)
  const { rows } = await sql<DeliveryRow>`
    update webhook_deliveries set status = ${to}, attempts = 0, next_attempt_at = now(), lease_until = null
    where company_id = ${companyId} and endpoint_id = ${id} and id = ${deliveryId} and status = any(${from}) returning *`.execute(
    tx,
  )
  if (rows[0]) await sendJob(tx, 'webhook', { id: companyId })
  return rows[0]
}

export const isDelivery = async (db: Db, { companyId, id, deliveryId }: Which & { readonly deliveryId: string }) =>
  (await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('company_id', '=', companyId)
    .where('endpoint_id', '=', id)
    .where('id', '=', deliveryId)
    .executeTakeFirst()) !== undefined
