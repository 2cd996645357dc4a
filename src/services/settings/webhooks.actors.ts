/** Joins the webhooks of a company to their calls. */
import type { Webhook, WebhookDelivery } from '#contract/settings/webhook.ts'
import { webhookEndpoints } from '#contract/settings/webhooks.ts'
import type { SavedEntry, Subject } from '../../machines/settings/secret-entry.ts'
import { webhookCallMachine } from '../../machines/settings/webhook-call.machine.ts'
import { webhookFormOf, webhookMachine } from '../../machines/settings/webhook-entry.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { copyText } from '../kit/clipboard.service.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { listOf } from '../kit/list.actors.ts'
import { call } from './settings-call.ts'

/** One try: a webhook whose reply was lost would be added twice. */
const patience = { retries: 0, backoffCap: 0 }
/** Milliseconds between two readings of the deliveries. */
const deliveriesPause = 3_000

type Announced = { readonly saved: () => void; readonly copied: () => void }

async function save(
  access: Access,
  subject: Subject,
  form: ReturnType<typeof webhookFormOf>,
  signal: AbortSignal,
): Promise<SavedEntry> {
  if (subject !== null) {
    const { id, revision } = subject
    const { name } = await call(webhookEndpoints.update, { access, params: { id }, body: { ...form, revision }, signal })
    return { name, secret: null }
  }
  const { webhook, secret } = await call(webhookEndpoints.create, { access, body: form, signal, patience })
  return { name: webhook.name, secret }
}

async function replace(access: Access, id: string, signal: AbortSignal): Promise<SavedEntry> {
  const { webhook, secret } = await call(webhookEndpoints.rotate, { access, params: { id }, signal, patience })
  return { name: webhook.name, secret }
}

export const webhookListMachine = (access: Access) =>
  listOf(async (_, signal): Promise<{ items: readonly Webhook[]; total: number }> => {
    const { data, total } = await call(webhookEndpoints.list, { access, signal })
    return { items: data, total }
  })

export const webhookMachineFor = (access: Access, { saved, copied }: Announced) =>
  webhookMachine.provide({
    actors: {
      saveEntry: actorFrom(({ subject, entry }, signal) => save(access, subject, webhookFormOf(entry), signal)),
      replaceSecret: actorFrom(({ id }, signal) => replace(access, id, signal)),
      copySecret: actorFrom(({ secret }) => copyText(secret)),
    },
    actions: { announceSaved: saved, announceCopied: copied },
  })

export const webhookRemovalMachine = (access: Access, announce: () => void) =>
  confirmedActionOf({ act: ({ id }, signal) => call(webhookEndpoints.remove, { access, params: { id }, signal }), announce })

export const webhookCallFor = (access: Access, announce: () => void) =>
  webhookCallMachine.provide({
    actors: {
      send: actorFrom(async ({ id, deliveryId }, signal): Promise<WebhookDelivery> => {
        const delivery =
          deliveryId === null
            ? await call(webhookEndpoints.test, { access, params: { id }, signal })
            : await call(webhookEndpoints.again, { access, params: { id, deliveryId }, signal })
        announce()
        return delivery
      }),
    },
  })

export const deliveryListMachine = (access: Access) =>
  listOf(async ({ id }, signal): Promise<{ items: readonly WebhookDelivery[]; total: number }> => {
    const { data, total } = await call(webhookEndpoints.deliveries, { access, params: { id: String(id) }, signal })
    return { items: data, total }
  }).provide({ delays: { refreshPause: deliveriesPause } })
