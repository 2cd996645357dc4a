/** Webhook endpoints of a company: added with a secret that is shown once, changed, tested, deleted; and their deliveries. `worklist.md` C-5. */
import type { Kysely } from 'kysely'
import { refusal } from '#contract/kit/problem.ts'
import { webAddressFault } from '#contract/kit/web-address.ts'
import type { NewWebhook, Webhook, WebhookDelivery, WebhookForm } from '#contract/settings/webhook.ts'
import {
  isHeaderName,
  isHeaderValue,
  isOwnHeader,
  webhookLimits,
  webhookTest,
  webhookTexts,
} from '#contract/settings/webhook-limits.ts'
import { webhookEndpoints } from '#contract/settings/webhooks.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { SealedValue } from '../../platform/database/tables/stored-values.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import { shownOf } from '../../platform/security/settings-secrets.ts'
import { newWebhookSecret } from '../../platform/security/standard-webhooks.ts'
import type { Vault } from '../../platform/security/vault.ts'
import type { Audit } from '../kit/audit-trail.ts'
import { refuseOther } from './own-calls.ts'
import { sweepDeliveries } from './webhook-delivery.repository.ts'
import { headerPlace, secretPlace } from './webhook-secrets.ts'
import {
  addTestDelivery,
  addWebhook,
  changeWebhook,
  type DeliveryRow,
  findWebhook,
  isDelivery,
  isSending,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  replaceSecret,
  sendDeliveryAgain,
  type WebhookRow,
} from './webhooks.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  /** Whether an address itself says that it may not be called, by this company. */
  readonly isClosed: (url: URL, companyId: string) => Promise<boolean>
}

const toWebhook = (row: WebhookRow): Webhook => ({
  ...{ id: row.id, name: row.name, url: row.url, events: row.events, enabled: row.enabled, revision: row.revision },
  headers: Object.fromEntries(Object.entries(row.headers).map(([name, { last4 }]) => [name, { set: true, last4 }])),
  status: row.enabled ? 'On' : row.failed_off_at === null ? 'Off' : 'Off after failures',
  failingSince: row.failing_since?.toISOString() ?? null,
  previousUntil: row.previous_until !== null && row.previous_until > new Date() ? row.previous_until.toISOString() : null,
  createdAt: row.created_at.toISOString(),
  deliveredAt: row.delivered_at?.toISOString() ?? null,
})

/** Newest first. */
export const webhooksOf = async (db: Kysely<Tables>, companyId: string): Promise<Webhook[]> =>
  (await listWebhooks(db, companyId)).map(toWebhook)

/** Refuses a section that holds other webhooks than there are. @throws `request/malformed` */
export async function refuseOtherWebhooks(
  of: Kysely<Tables>,
  companyId: string,
  sent: readonly unknown[] | undefined,
): Promise<void> {
  if (sent === undefined) return
  refuseOther(sent, await webhooksOf(of, companyId), {
    ...{ path: '/notificationSettings/webhookNotifications/endpoints', calls: webhookEndpoints.list.path },
    members: ['id', 'name', 'url', 'events', 'enabled', 'headers'],
  })
}

/** @param isOn whether deliveries go out; a test does whatever is switched off. */
const toDelivery = (row: DeliveryRow, isOn: boolean): WebhookDelivery => ({
  ...{ id: row.id, eventId: row.event_id, type: row.type, attempts: row.attempts, payload: row.payload },
  status: row.status === 'queued' && !isOn && row.type !== webhookTest ? 'paused' : row.status,
  createdAt: row.created_at.toISOString(),
  nextAt: row.status === 'queued' && (isOn || row.type === webhookTest) ? row.next_attempt_at.toISOString() : null,
  triedAt: row.tried_at?.toISOString() ?? null,
  ...{ responseStatus: row.response_status, response: row.response },
})

export function createWebhookService({ db, vault, isClosed }: Deps) {
  /** @throws `request/malformed` */
  async function refuseUnusable({ url, headers }: WebhookForm, companyId: string): Promise<void> {
    const isNone = webAddressFault(url.trim()) !== null
    const isShut = !isNone && (await isClosed(new URL(url.trim()), companyId))
    const names = Object.entries(headers).filter(
      ([name, value]) => !isHeaderName(name) || isOwnHeader(name) || (typeof value === 'string' && !isHeaderValue(value)),
    )
    const errors = [
      ...(isNone ? [{ path: '/url', message: webhookTexts.url }] : []),
      ...(isShut ? [{ path: '/url', message: webhookTexts.closed }] : []),
      ...(names.length > 0 ? [{ path: '/headers', message: webhookTexts.header }] : []),
    ]
    if (errors[0]) throw refusal('request/malformed', { message: `${errors[0].message}.`, errors })
  }

  /** Stored values go only to the origin that they were saved for. @throws `request/malformed` */
  function refuseElsewhere({ url, headers }: WebhookForm, before: WebhookRow): void {
    const isMasked = Object.values(headers).some((value) => typeof value !== 'string')
    if (!isMasked || new URL(url.trim()).origin === new URL(before.url).origin) return
    const message = webhookTexts.headersElsewhere
    throw refusal('request/malformed', { message: `${message}.`, errors: [{ path: '/headers', message }] })
  }

  /** Values that were sent are sealed; a mask keeps what is stored under the same name. */
  function sealedHeaders({ headers }: WebhookForm, companyId: string, id: string, before: WebhookRow['headers'] = {}) {
    const all = Object.entries(headers).flatMap(([name, value]): [string, SealedValue][] => {
      const key = name.toLowerCase()
      if (typeof value === 'string')
        return [[key, { ...vault.seal(value, headerPlace(companyId, id, key)), last4: shownOf(value) }]]
      const kept = before[key]
      return kept === undefined ? [] : [[key, kept]]
    })
    return Object.fromEntries(all)
  }

  async function find(of: Kysely<Tables>, companyId: string, id: string): Promise<WebhookRow> {
    const row = await findWebhook(of, { companyId, id })
    if (!row) throw refusal('webhook/not-found')
    return row
  }
  const targetOf = (id: string) => ({ type: 'webhook', id })
  /** What headers say is nobody's business but the receiver's. */
  const recorded = ({ headers, ...rest }: Webhook) => ({ ...rest, headers: Object.keys(headers) })

  return {
    async list({ companyId }: Caller): Promise<{ data: Webhook[]; total: number }> {
      const data = await webhooksOf(db, companyId)
      return { data, total: data.length }
    },

    /** @throws `request/malformed`, `webhook/too-many` */
    async create({ companyId }: Caller, form: WebhookForm, id: string, audit: Audit): Promise<NewWebhook> {
      await refuseUnusable(form, companyId)
      const plain = newWebhookSecret()
      const secret = vault.seal(plain, secretPlace(companyId, id))
      const headers = sealedHeaders(form, companyId, id)
      return inOneCommit(db, async (tx) => {
        const isAdded = await addWebhook(tx, { companyId, id, secret, ...form, headers }, webhookLimits.perCompany)
        if (!isAdded) throw refusal('webhook/too-many')
        const webhook = toWebhook(await find(tx, companyId, id))
        await audit(tx, { target: targetOf(id), after: recorded(webhook) })
        return { webhook, secret: plain }
      })
    },

    /** @throws `request/malformed`, `webhook/not-found`, `webhook/stale` */
    async update({ companyId }: Caller, id: string, { revision, ...form }: WebhookForm & { revision?: number }, audit: Audit) {
      await refuseUnusable(form, companyId)
      return inOneCommit(db, async (tx) => {
        const before = await find(tx, companyId, id)
        refuseElsewhere(form, before)
        const headers = sealedHeaders(form, companyId, id, before.headers)
        if (!(await changeWebhook(tx, { companyId, id }, { ...form, headers }, revision))) throw refusal('webhook/stale')
        if (form.enabled) await sweepDeliveries(tx, companyId)
        const after = toWebhook(await find(tx, companyId, id))
        await audit(tx, { target: targetOf(id), before: recorded(toWebhook(before)), after: recorded(after) })
        return after
      })
    },

    /** @throws `webhook/not-found` */
    async rotate({ companyId }: Caller, id: string, audit: Audit): Promise<NewWebhook> {
      const plain = newWebhookSecret()
      const secret = vault.seal(plain, secretPlace(companyId, id))
      const webhook = await inOneCommit(db, async (tx) => {
        if (!(await replaceSecret(tx, { companyId, id }, secret, webhookLimits.overlapHours))) throw refusal('webhook/not-found')
        await audit(tx, { target: targetOf(id) })
        return toWebhook(await find(tx, companyId, id))
      })
      return { webhook, secret: plain }
    },

    /** @throws `webhook/not-found` */
    async remove({ companyId }: Caller, id: string, audit: Audit): Promise<{ id: string }> {
      await inOneCommit(db, async (tx) => {
        const before = toWebhook(await find(tx, companyId, id))
        await removeWebhook(tx, { companyId, id })
        await audit(tx, { target: targetOf(id), before: recorded(before) })
      })
      return { id }
    },

    /** @throws `webhook/not-found` */
    async test({ companyId }: Caller, id: string, audit: Audit): Promise<WebhookDelivery> {
      return inOneCommit(db, async (tx) => {
        await find(tx, companyId, id)
        const row = await addTestDelivery(tx, { companyId, id })
        await audit(tx, { target: targetOf(id) })
        return toDelivery(row, true)
      })
    },

    /** @throws `webhook/not-found` */
    async deliveries({ companyId }: Caller, id: string): Promise<{ data: WebhookDelivery[]; total: number }> {
      await find(db, companyId, id)
      const isOn = await isSending(db, { companyId, id })
      const data = (await listDeliveries(db, { companyId, id }, webhookLimits.logged)).map((row) => toDelivery(row, isOn))
      return { data, total: data.length }
    },

    /** @throws `webhook/not-found`, `webhook/not-sent-yet`, `webhook/off` where it would wait until it is on. */
    async again({ companyId }: Caller, id: string, deliveryId: string, audit: Audit): Promise<WebhookDelivery> {
      return inOneCommit(db, async (tx) => {
        const which = { companyId, id, deliveryId }
        if ((await isDelivery(tx, which)) && !(await isSending(tx, which))) throw refusal('webhook/off')
        const row = await sendDeliveryAgain(tx, which)
        if (!row) throw refusal((await isDelivery(tx, which)) ? 'webhook/not-sent-yet' : 'webhook/not-found')
        await audit(tx, { target: targetOf(id) })
        return toDelivery(row, true)
      })
    },
  }
}
