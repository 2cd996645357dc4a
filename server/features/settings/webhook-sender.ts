/** Sends events to webhook endpoints, at least once: several to each at a time, so that a dead one delays no other. `worklist.md` C-5. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { webhookLimits, webhookPauses } from '#contract/settings/webhook-limits.ts'
import { OutboundFault } from '../../outbound/fault.ts'
import { createOutbound, type Outbound, type OutboundOptions } from '../../outbound/outbound.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import { sendJob } from '../../platform/database/job-queues.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { JobContext } from '../../platform/jobs/boss.ts'
import { mail } from '../../platform/mail/mails.ts'
import { standardSignature } from '../../platform/security/standard-webhooks.ts'
import type { Vault } from '../../platform/security/vault.ts'
import { addAuditEvent } from '../kit/audit-events.repository.ts'
import { listAdministrators } from '../kit/blocked-addresses.repository.ts'
import { notify } from '../kit/notify.ts'
import {
  endpointsWithDeliveries,
  giveUpDeliveries,
  type LeasedDelivery,
  leaseDueDelivery,
  noteDelivered,
  noteFailure,
  releaseDelivery,
  settleDelivery,
} from './webhook-delivery.repository.ts'
import { headerPlace, secretPlace } from './webhook-secrets.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly outbound: Pick<Outbound, 'request'>
  readonly publicUrl: string
  readonly log: Pick<Logger, 'error'>
}
type Answer = {
  readonly status: number | null
  readonly text: string
  /** The cause is on our side, so it says nothing about the endpoint. */
  readonly isOurs?: boolean
}

/** Milliseconds. */
const answerLimit = 15_000
const lease = 2 * answerLimit
/** Companies with a job at once in a process, connections together, and events that are sent to one endpoint at a time. */
export const companiesAtOnce = 200
const connections = 2_000
const eventsPerEndpoint = 4
const triesMax = webhookPauses.length + 1
const neverEnded: Answer = { status: null, text: 'The server process stopped during each attempt.', isOurs: true }
const ownError: Answer = { status: null, text: 'An error in Datacrane prevented this attempt.', isOurs: true }
/** Bytes of an answer that are read. */
const answerMax = 4_096

/**
 * The way out of webhooks alone. What limits them is the number of companies and of events per endpoint, not the host: many endpoints may be on one, and a
 * dead one of them must not take the connections of the others.
 */
export const createWebhookOutbound = (options: OutboundOptions): Outbound =>
  createOutbound({ ...options, limits: { ...options.limits, connections } })

const why: Readonly<Record<OutboundFault['kind'], string>> = {
  forbidden: "Datacrane can't call this URL, because it is private or its port is closed.",
  'gateway-shut': 'The event was not sent.',
  gateway: 'The event was not sent.',
  unreachable: "The URL can't be reached.",
  timeout: 'No response within 15 seconds.',
  'too-large': 'The response is too large.',
  unreadable: "The response isn't valid HTTP.",
  aborted: 'No response within 15 seconds.',
  withheld: 'The event was not sent.',
}

/** Nothing was sent, for a reason that the endpoint has no part in. */
const notOfEndpoint: ReadonlySet<OutboundFault['kind']> = new Set(['gateway-shut', 'gateway', 'withheld'])

const plain = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, webhookLimits.responseMax)

/** One try. @throws what is wrong on our side */
async function callEndpoint({ vault, outbound }: Deps, it: LeasedDelivery, cut: AbortSignal): Promise<Answer> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const secrets = [it.secret, it.previousSecret].filter((sealed) => sealed !== null)
  const place = secretPlace(it.companyId, it.endpointId)
  const signatures = secrets.map((sealed) => standardSignature(vault.open(sealed, place), it.eventId, timestamp, it.payload))
  const own = Object.entries(it.headers).map(([name, { keyId, ciphertext }]) => [
    name.toLowerCase(),
    vault.open({ keyId, ciphertext }, headerPlace(it.companyId, it.endpointId, name)),
  ])
  const headers = {
    'user-agent': 'Datacrane-Webhooks/1',
    ...(Object.fromEntries(own) as Record<string, string>),
    'content-type': 'application/json',
    'webhook-id': it.eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
  try {
    const { status, body } = await outbound.request({
      ...{ method: 'POST', url: new URL(it.url), headers, body: it.payload, keep: answerMax },
      ...{ signal: AbortSignal.any([cut, AbortSignal.timeout(answerLimit)]), party: it.companyId, lane: it.endpointId },
    })
    return { status, text: plain(body.toString('utf8')) }
  } catch (thrown) {
    if (thrown instanceof OutboundFault) return { status: null, text: why[thrown.kind], isOurs: notOfEndpoint.has(thrown.kind) }
    throw thrown
  }
}

/** One try that never throws: an error on our side takes the usual pauses too, and the process goes on with the next event. */
async function send(deps: Deps, it: LeasedDelivery, cut: AbortSignal): Promise<Answer> {
  try {
    return await callEndpoint(deps, it, cut)
  } catch (thrown) {
    const { id, companyId, endpointId } = it
    deps.log.error({ err: thrown, companyId, endpointId, delivery: id }, 'an event could not be sent to a webhook')
    return ownError
  }
}

/** What becomes of one try, and of an endpoint that has failed for days. */
async function settle({ db, publicUrl }: Deps, it: LeasedDelivery, answer: Answer): Promise<void> {
  const { endpointId, attempt } = it
  const isTaken = answer.status !== null && answer.status >= 200 && answer.status < 300
  // The endpoint first, as whoever deletes it does: nobody waits for the other in a circle.
  await inOneCommit(db, async (tx) => {
    if (isTaken) {
      await noteDelivered(tx, endpointId)
      return settleDelivery(tx, it, 'endpoint.took', answer, null)
    }
    const pause = webhookPauses[attempt - 1] ?? null
    const off = answer.isOurs ? null : await noteFailure(tx, endpointId, webhookLimits.daysUntilOff)
    await settleDelivery(tx, it, pause === null ? 'server.gaveUp' : 'endpoint.failed', answer, pause)
    if (off === null) return
    const { companyId, name } = off
    await giveUpDeliveries(tx, endpointId, 'Not sent, because the webhook was switched off.')
    const notice = mail(
      `The webhook “${name}” was switched off`,
      `Every delivery to it has failed for ${webhookLimits.daysUntilOff} days, so it gets no more events. The last answer: ${answer.text || `HTTP ${answer.status}`}`,
      `Look at its deliveries and switch it on again: ${publicUrl}/system-settings?tab=notifications`,
    )
    for (const { userId } of await listAdministrators(tx, companyId)) await notify(tx, { companyId, userId }, 'updates', notice)
    const target = { type: 'webhook', id: endpointId }
    const actor = { kind: 'system', id: null } as const
    await addAuditEvent(tx, {
      companyId,
      action: 'webhook.switchedOff',
      address: null,
      actor,
      target,
      before: null,
      after: { name },
    })
  })
}

/** The job of one company: sends what is due to each of its endpoints. */
export function createWebhookSender(deps: Deps) {
  const { db } = deps
  /** By endpoint, as this process sends to them. `isAsked`: something may have become due since it looked last. */
  const open = new Map<string, { isAsked: boolean }>()

  async function sendTo(endpointId: string, cut: AbortSignal): Promise<void> {
    while (!cut.aborted) {
      const delivery = await leaseDueDelivery(db, endpointId, lease)
      if (delivery === null) return
      const answer = delivery.attempt > triesMax ? neverEnded : await send(deps, delivery, cut)
      if (cut.aborted && answer.status === null) return releaseDelivery(db, delivery)
      await settle(deps, delivery, answer)
    }
  }

  async function drain(endpointId: string, cut: AbortSignal): Promise<void> {
    const own = { isAsked: true }
    open.set(endpointId, own)
    try {
      while (own.isAsked && !cut.aborted) {
        own.isAsked = false
        await Promise.all(Array.from({ length: eventsPerEndpoint }, () => sendTo(endpointId, cut)))
      }
    } finally {
      open.delete(endpointId)
    }
  }

  /** @throws what fails it or cuts it off, after all its endpoints; it is tried again. */
  return async (companyId: string, { signal, attempt }: JobContext): Promise<void> => {
    // A process that died holds what it was sending until its lease is over.
    if (attempt > 1) await sendJob(db, 'webhook', { id: companyId }, { after: lease })
    const begun: Promise<void>[] = []
    for (const id of await endpointsWithDeliveries(db, companyId)) {
      const other = open.get(id)
      if (other) other.isAsked = true
      else begun.push(drain(id, signal))
    }
    for (const result of await Promise.allSettled(begun)) if (result.status === 'rejected') throw result.reason
    if (signal.aborted && (await endpointsWithDeliveries(db, companyId)).length > 0) throw new Error('Sending was interrupted.')
  }
}
