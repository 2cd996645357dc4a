/** Webhooks: events come in and are kept before they are answered; people see the address and make the secret. */
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Hook, type hookEndpoints, hookSecretGrace } from '#contract/connectors/triggers/hook.ts'
import type { BodyKind, HookSettings } from '#contract/connectors/triggers/sender.ts'
import { senderOf } from '#contract/connectors/triggers/senders.ts'
import type { BodyOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Engine } from '#server/engine/engine.ts'
import { createPayloads } from '#server/engine/kit/payloads.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import { isConflictToRetry, isDatabaseDown } from '#server/platform/database/database.ts'
import { workFor } from '#server/platform/database/fair-connections.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { newWebhookSecret } from '#server/platform/security/standard-webhooks.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { addEvents, type NewEvent, type StoredEvent } from '#server/records/connectors/hook-events.repository.ts'
import {
  addHookSecret,
  hookSecretMarks,
  hooksOf,
  markHookSecretUsed,
  readHookSecrets,
} from '#server/records/connectors/hooks.repository.ts'
import { createAdmitAddress } from '../../kit/company-addresses.ts'
import { keyOf } from '../../kit/idempotency.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { findConnector, lockConnector } from '../details/connectors.repository.ts'
import { addHistory } from '../details/history.repository.ts'
import { createEventGroups, createSharedRead } from './event-groups.ts'
import { decodedBody, eventIn, type HookEvent, keptBeside, keyAt, senderKey } from './hook-body.ts'
import { bestOf, type HookRequest, verify } from './hook-proof.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly engine: Pick<Engine, 'wake'>
  readonly publicUrl: string
  /** Events of one connector that may wait. */
  readonly backlogMax: number
}

/** An event as it came in. */
export type Arrival = {
  /** As it stands in the address: anything. */
  readonly connectorId: string
  /** `query`: as it came, with its question mark. */
  readonly request: Pick<HookRequest, 'header' | 'method'> & { readonly query: string }
  readonly body: Buffer
  /** Where the sender calls from; null of an event that this server made. */
  readonly address: string | null
  readonly log: FastifyBaseLogger
}

export type HookService = ReturnType<typeof createHookService>

/** Milliseconds. A backlog does not go away within seconds. */
const fullPause = 60_000
const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const unknownConnectorId = '00000000-0000-0000-0000-000000000000'
const unknownSecret = {
  isNewest: true,
  id: unknownConnectorId,
  companyId: unknownConnectorId,
  isUsed: true,
  keepsPayloads: true,
  addressRule: null,
}

const refusals = {
  closed: () => refusal('hook/closed'),
  full: () => refusal('hook/full', { retryAfter: fullPause }),
  'key-reused': () =>
    refusal('request/key-reused', { message: 'Another event with this webhook-id or Idempotency-Key has already arrived.' }),
}

type Proved = {
  readonly connectorId: string
  readonly companyId: string
  readonly keepsPayloads: boolean
  /** Null where nobody has said who sends. */
  readonly settings: HookSettings | null
}

/** Also `application/cloudevents+json` and the like. */
const anyJson = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i

/** @throws `request/wrong-media-type` where nobody has said what the bodies are, and this one does not say that it is JSON. */
function bodyKindOf(settings: HookSettings | null, { header }: HookRequest): BodyKind {
  if (settings !== null) return senderOf(settings).body
  if (anyJson.test(header('content-type') ?? '')) return 'json'
  throw refusal('request/wrong-media-type')
}

type GroupedEvent = NewEvent & { readonly companyId: string; readonly bytes: number }

/** Codes of PostgreSQL for what is wrong with a value, and for what is too large. */
const isOfValue = (thrown: unknown) =>
  !isDatabaseDown(thrown) &&
  /^(22|23|54)/.test(typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '')

export function createHookService({ db, vault, engine, publicUrl, backlogMax }: Deps) {
  /** What everybody's proof is held against where there is no secret, so that the time tells nothing. */
  const nobodysSecret = newWebhookSecret()
  const payloads = createPayloads(vault)
  const admitAddress = createAdmitAddress(db)
  const groups = createEventGroups(addGroup, isOfValue)
  const readSecrets = createSharedRead((connectorId) => {
    const faults: unknown[] = []
    return readHookSecrets(db, vault, connectorId, (thrown) => faults.push(thrown)).then((it) => ({ ...it, faults }))
  })

  async function addGroup(connectorId: string, events: readonly GroupedEvent[]): Promise<readonly StoredEvent[]> {
    const results = await workFor(events[0]?.companyId ?? '', async () => {
      try {
        return await addEvents(db, connectorId, events, backlogMax)
      } catch (thrown) {
        if (!isConflictToRetry(thrown)) throw thrown
        return inOneCommit(db, (tx) => addEvents(tx, connectorId, events, backlogMax))
      }
    })
    if (results.some((it) => it.outcome === 'kept' && !it.isHeld)) engine.wake()
    return results
  }

  /**
   * The connector of the secret that the sender has; signatures may be over the body as it came or without its encoding. @throws `hook/not-proved`, whatever there
   * is or is not; `access/address`
   */
  async function prove({ connectorId, address, log }: Arrival, request: HookRequest, bodies: readonly Buffer[]): Promise<Proved> {
    const id = uuidPattern.test(connectorId) ? connectorId.toLowerCase() : unknownConnectorId
    const { now, settings, secrets, faults } = await readSecrets(id)
    for (const thrown of faults) log.error({ err: thrown, connectorId: id }, 'the secret of a webhook could not be opened')
    const reckoned = secrets.length > 0 ? secrets : [{ ...unknownSecret, plain: nobodysSecret }]
    const verdicts = reckoned.map(({ plain }) => bestOf(bodies.map((body) => verify(settings, request, body, plain, now))))
    const known = reckoned.find((_, at) => verdicts[at]?.is === 'proved')
    if (!known || known.id === unknownConnectorId) throw refusal('hook/not-proved')
    const { companyId, keepsPayloads, addressRule } = known
    // Checked after the secret, so that a refusal does not reveal that the connector exists.
    if (address !== null) await admitAddress({ companyId, userId: null, addressRule }, address)
    if (!known.isUsed) await markHookSecretUsed(db, known.id)
    return { connectorId: id, companyId, keepsPayloads, settings }
  }

  /** The body as it waits. */
  function keptEvent(
    { keepsPayloads, ...of }: Pick<Proved, 'keepsPayloads' | 'companyId' | 'connectorId'>,
    body: string,
    beside: string | null,
  ): Pick<NewEvent, 'body' | 'mark' | 'beside'> {
    if (keepsPayloads) return { body, mark: null, beside }
    const sealedBeside = beside === null ? null : payloads.sealText(beside, of)
    return { body: payloads.sealText(body, of), mark: payloads.nameOf(body, of), beside: sealedBeside }
  }

  /** The key under which an event is kept once: by the place that its sender names it in, else by what senders usually send. */
  function keyOfEvent(settings: HookSettings | null, { header }: HookRequest, event: HookEvent) {
    const { eventId = null } = settings === null ? {} : senderOf(settings)
    const placed = eventId === null ? null : keyAt(eventId, header, event.value)
    if (placed !== null) return { key: placed, isKeyWhole: true }
    const given = keyOf(header('webhook-id') ?? header('idempotency-key'))
    const own = given === undefined ? senderKey(header, event) : null
    return { key: given ?? own?.key ?? null, isKeyWhole: own?.isWhole ?? false }
  }

  async function shown(companyId: string, connectorId: string): Promise<Hook> {
    const whose = { companyId, connectorId }
    const [hook, marks] = [(await hooksOf(db, companyId, [connectorId])).get(connectorId), await hookSecretMarks(db, whose)]
    const newest = marks.find(({ validUntil }) => validUntil === null)
    const before = marks.find(({ validUntil }) => validUntil !== null)
    return {
      url: `${publicUrl}/hooks/${connectorId}`,
      secret: newest ? { set: true, last4: newest.last4 } : null,
      oldSecret: before?.validUntil ? { set: true, last4: before.last4, validUntil: before.validUntil.toISOString() } : null,
      isLive: hook?.isLive ?? false,
      held: hook?.held ?? 0,
      lastReceivedAt: hook?.lastReceivedAt?.toISOString() ?? null,
    }
  }

  type NewSecret = { readonly plain: string; readonly endOld: boolean; readonly how: 'created' | 'set' }

  /** Returns the company of the connector. @throws `connector/not-found` */
  function setSecret(caller: Caller, id: string, { plain, endOld, how }: NewSecret): Promise<string> {
    return db.transaction().execute(async (tx) => {
      const record = await lockConnector(tx, tenantScopeOf(caller), id)
      if (record?.connector._id !== id) throw refusal('connector/not-found')
      const { companyId, connector } = record
      const { secrets } = await readHookSecrets(tx, vault, id, () => {})
      if (how === 'set' && !endOld && secrets.some((it) => it.isNewest && it.plain === plain)) return companyId
      await addHookSecret(tx, vault, { companyId, connectorId: id, plain, graceHours: endOld ? 0 : hookSecretGrace })
      await addHistory(tx, {
        companyId,
        connectorId: id,
        actorId: caller.userId,
        what: 'hook secret made',
        from: connector.status,
        to: connector.status,
        detail: `New webhook secret ${how}, ending in ${plain.slice(-4)}.${endOld ? ' Earlier secrets no longer work.' : ''}`,
      })
      return companyId
    })
  }

  return {
    /** Keeps an event, and only then resolves. The same key again gives the event that was kept first. */
    async receive(arrival: Arrival): Promise<ReplyOf<typeof hookEndpoints.receive>> {
      const request: HookRequest = {
        ...arrival.request,
        url: `${publicUrl}/hooks/${arrival.connectorId}${arrival.request.query}`,
      }
      const plain = await decodedBody(arrival.body, request.header('content-encoding'))
      const isPlain = Buffer.isBuffer(plain)
      const proved = await prove(arrival, request, isPlain && plain !== arrival.body ? [arrival.body, plain] : [arrival.body])
      if (!isPlain) throw plain
      const { connectorId, companyId, settings } = proved
      const event = eventIn(plain, bodyKindOf(settings, request))
      const beside = settings === null ? null : keptBeside(settings, request)
      const kept = await groups.put(connectorId, {
        ...{ id: uuid(), companyId, bytes: plain.length + (beside?.length ?? 0) },
        ...keyOfEvent(settings, request, event),
        ...keptEvent(proved, event.text, beside),
      })
      if (kept.outcome === 'failed') throw kept.thrown
      if (kept.outcome !== 'kept') throw refusals[kept.outcome]()
      return { eventId: kept.eventId, held: kept.isHeld }
    },

    async show(caller: Caller, id: string): Promise<Hook> {
      const record = await findConnector(db, tenantScopeOf(caller), id)
      if (!record) throw refusal('connector/not-found')
      return shown(record.companyId, id)
    },

    /** Makes a secret and shows it, this once. */
    async renew(
      caller: Caller,
      id: string,
      { endOld = false }: NonNullable<BodyOf<typeof hookEndpoints.renew>>,
    ): Promise<ReplyOf<typeof hookEndpoints.renew>> {
      const plain = newWebhookSecret()
      const companyId = await setSecret(caller, id, { plain, endOld, how: 'created' })
      return { ...(await shown(companyId, id)), plainSecret: plain }
    },

    /** Takes the secret that a sender made. It is not shown again. The same one again changes nothing. */
    async give(caller: Caller, id: string, { secret, endOld = false }: BodyOf<typeof hookEndpoints.give>): Promise<Hook> {
      const companyId = await setSecret(caller, id, { plain: secret, endOld, how: 'set' })
      return shown(companyId, id)
    },
  }
}
