/** Webhooks: events come in and are kept before they are answered; people see the address and make the secret. */
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Hook, type HookCall, type hookEndpoints, hookSecretGrace } from '#contract/connectors/triggers/hook.ts'
import type { BodyKind, HookSettings } from '#contract/connectors/triggers/sender.ts'
import { senderOf } from '#contract/connectors/triggers/senders.ts'
import type { BodyOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { ProblemError, refusal } from '#contract/kit/problem.ts'
import type { Engine } from '#server/engine/engine.ts'
import { createPayloads } from '#server/engine/kit/payloads.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import { isConflictToRetry, isDatabaseDown } from '#server/platform/database/database.ts'
import { workFor } from '#server/platform/database/fair-connections.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { newWebhookSecret } from '#server/platform/security/standard-webhooks.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { hookCalls } from '#server/records/connectors/hook-calls.repository.ts'
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
import type { EventWaiting } from './event-waiting.ts'
import { decodedBody, eventIn, type HookEvent, keptBeside, keyAt, senderKey, textDigest } from './hook-body.ts'
import { createCallLog, networkOf } from './hook-calls.ts'
import { type HookReply, openChallenge, provedChallenge } from './hook-challenge.ts'
import { bestOf, type HookRequest, verify, withoutToken } from './hook-proof.ts'
import { responseOf, resultResponse } from './hook-response.ts'
import { createListeningService, type ProvedEvent } from './listening.service.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly engine: Pick<Engine, 'wake' | 'probe'>
  readonly publicUrl: string
  /** Events of one connector that may wait. */
  readonly backlogMax: number
  /** For senders that want the outcome. Absent where no sender calls. */
  readonly waiting?: EventWaiting
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
  readonly secret: string
}

/** Also `application/cloudevents+json` and the like. */
const anyJson = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i

/** @throws `request/wrong-media-type` where nobody has said what the bodies are, and this one does not say that it is JSON. */
function bodyKindOf(settings: HookSettings | null, { header }: HookRequest): BodyKind {
  if (settings !== null) return senderOf(settings).body
  if (anyJson.test(header('content-type') ?? '')) return 'json'
  throw refusal('request/wrong-media-type')
}

/** Why a call whose proof held was refused, by the code of its problem. */
const reasons: Readonly<Record<string, HookCall['why']>> = {
  'access/address': 'address',
  'request/too-large': 'body',
  'request/malformed': 'body',
  'request/not-json': 'body',
  'request/wrong-media-type': 'body',
  'request/key-reused': 'reused',
  'hook/full': 'full',
}

type GroupedEvent = NewEvent & { readonly companyId: string; readonly bytes: number }

/** Codes of PostgreSQL for what is wrong with a value, and for what is too large. */
const isOfValue = (thrown: unknown) =>
  !isDatabaseDown(thrown) &&
  /^(22|23|54)/.test(typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '')

export function createHookService({ db, vault, engine, publicUrl, backlogMax, waiting }: Deps) {
  /** What everybody's proof is held against where there is no secret, so that the time tells nothing. */
  const nobodysSecret = newWebhookSecret()
  const payloads = createPayloads(vault)
  const admitAddress = createAdmitAddress(db)
  const groups = createEventGroups(addGroup, isOfValue)
  const calls = createCallLog(db, isOfValue)
  const listening = createListeningService({ db, engine, flushCalls: calls.flush })
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

  /** What may prove a sender to a connector, whoever it is. */
  async function readFor({ connectorId, log }: Arrival) {
    const id = uuidPattern.test(connectorId) ? connectorId.toLowerCase() : unknownConnectorId
    const { faults, ...read } = await readSecrets(id)
    for (const thrown of faults) log.error({ err: thrown, connectorId: id }, 'the secret of a webhook could not be opened')
    return { ...read, connectorId: id }
  }
  type Read = Awaited<ReturnType<typeof readFor>>

  /** Whose questions are answered: nobody's before something takes events. */
  const answersOf = ({ isLive, listening: of, settings }: Read) => (isLive || of === 'draft' ? settings : null)

  /** Notes what became of a call; of one to a connector that has no secret nothing is noted. */
  function noteCall({ connectorId, secrets, now }: Read, { address, body, log }: Arrival, call: Partial<HookCall>): void {
    const [first] = secrets
    if (first === undefined || address === null) return
    const { verdict = 'refused', why = null, seconds = null, eventId = null } = call
    const whose = { companyId: first.companyId, connectorId, at: new Date(now) }
    calls.note({ ...whose, verdict, why, seconds, eventId, bytes: body.length, network: networkOf(address) }, log)
  }

  /**
   * The connector of the secret that the sender has; signatures may be over the body as it came or without its encoding. @throws `hook/not-proved`, whatever there
   * is or is not; `access/address`
   */
  async function prove(read: Read, arrival: Arrival, request: HookRequest, bodies: readonly Buffer[]): Promise<Proved> {
    const { connectorId, now, settings, secrets } = read
    const reckoned = secrets.length > 0 ? secrets : [{ ...unknownSecret, plain: nobodysSecret }]
    const verdicts = reckoned.map(({ plain }) => bestOf(bodies.map((body) => verify(settings, request, body, plain, now))))
    const known = reckoned.find((_, at) => verdicts[at]?.is === 'proved')
    if (!known || known.id === unknownConnectorId) {
      const best = bestOf(verdicts)
      noteCall(read, arrival, { why: best.is === 'proved' ? 'none' : best.is, seconds: 'seconds' in best ? best.seconds : null })
      throw refusal('hook/not-proved')
    }
    const { companyId, keepsPayloads, addressRule, plain: secret } = known
    // Checked after the secret, so that a refusal does not reveal that the connector exists.
    if (arrival.address !== null) await admitAddress({ companyId, userId: null, addressRule }, arrival.address)
    if (!known.isUsed) await markHookSecretUsed(db, known.id)
    return { connectorId, companyId, keepsPayloads, settings, secret }
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
    // Whether a place that a person chose tells events apart is not known: there the body counts, too.
    if (placed !== null && settings?.eventId !== undefined)
      return { key: `${placed} ${textDigest(event.text)}`, isKeyWhole: false }
    if (placed !== null) return { key: placed, isKeyWhole: true }
    const given = keyOf(header('webhook-id') ?? header('idempotency-key'))
    const own = given === undefined ? senderKey(header, event) : null
    return { key: given ?? own?.key ?? null, isKeyWhole: own?.isWhole ?? false }
  }

  /** What becomes of the event of a live webhook does not depend on whether somebody looks. */
  async function showTest(event: ProvedEvent, log: FastifyBaseLogger): Promise<void> {
    try {
      await listening.receive(event)
    } catch (err) {
      log.warn({ err, connectorId: event.connectorId }, 'a test event could not be shown')
    }
  }

  const requestOf = ({ request, connectorId }: Arrival): HookRequest => ({
    ...request,
    url: `${publicUrl}/hooks/${connectorId}${request.query}`,
  })

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
      const graceHours = endOld ? 0 : hookSecretGrace
      await addHookSecret(tx, vault, { companyId, connectorId: id, plain, graceHours, isGiven: how === 'set' })
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
    listening,

    /**
     * Keeps an event, and only then resolves. The same key again gives the event that was kept first. A question of the sender is answered, and
     * nothing is kept.
     */
    async receive(arrival: Arrival): Promise<HookReply> {
      const request = requestOf(arrival)
      const read = await readFor(arrival)
      const open = openChallenge(answersOf(read), { ...request, connectorId: arrival.connectorId })
      if (open !== null) {
        noteCall(read, arrival, { verdict: 'answered' })
        return open
      }
      const id = uuid()
      try {
        const plain = await decodedBody(arrival.body, request.header('content-encoding'))
        const isPlain = Buffer.isBuffer(plain)
        const bodies = isPlain && plain !== arrival.body ? [arrival.body, plain] : [arrival.body]
        const proved = await prove(read, arrival, request, bodies)
        if (!isPlain) throw plain
        const { connectorId, companyId, settings } = proved
        const event = eventIn(withoutToken(settings, request, plain), bodyKindOf(settings, request))
        const asked = provedChallenge(answersOf(read), event.value, proved.secret)
        if (asked !== null) {
          noteCall(read, arrival, { verdict: 'answered' })
          return asked
        }
        const beside = settings === null ? null : keptBeside(settings, request)
        const secrets = read.secrets.map((it) => it.plain)
        const isXml = bodyKindOf(settings, request) === 'xml'
        const test = {
          ...{ id, companyId, connectorId, body: event.text, beside, secrets, isXml },
          isDelivered: read.listening === 'live',
        }
        if (read.listening === 'draft') {
          if (!(await listening.receive(test))) throw refusals.closed()
          noteCall(read, arrival, { verdict: 'accepted' })
          return responseOf(settings, { eventId: id, held: false })
        }
        const kept = await groups.put(connectorId, {
          ...{ id, companyId, bytes: plain.length + (beside?.length ?? 0) },
          ...keyOfEvent(settings, request, event),
          ...keptEvent(proved, event.text, beside),
        })
        if (kept.outcome === 'failed') throw kept.thrown
        if (kept.outcome !== 'kept') throw refusals[kept.outcome]()
        const { eventId, isHeld } = kept
        noteCall(read, arrival, { verdict: eventId === id ? 'accepted' : 'repeated', eventId })
        if (read.listening === 'live') await showTest(test, arrival.log)
        const waits = settings?.wait === true && !isHeld
        const outcome = waits ? await waiting?.outcomeOf({ companyId, connectorId }, eventId) : null
        const told = { eventId, held: isHeld }
        return outcome ? resultResponse(told, outcome) : responseOf(settings, told)
      } catch (thrown) {
        const code = thrown instanceof ProblemError ? thrown.problem.code : null
        if (code === 'hook/closed') noteCall(read, arrival, { verdict: 'closed' })
        else if (code !== 'hook/not-proved') noteCall(read, arrival, { why: reasons[code ?? ''] ?? 'busy' })
        throw thrown
      }
    },

    /** The reply to a question that a sender asks by GET or HEAD. @throws `request/unknown-path` for everything else */
    async challenge(arrival: Arrival): Promise<HookReply> {
      const read = await readFor(arrival)
      const reply = openChallenge(answersOf(read), { ...requestOf(arrival), connectorId: arrival.connectorId })
      if (reply === null) throw refusal('request/unknown-path')
      noteCall(read, arrival, { verdict: 'answered' })
      return reply
    },

    /** The newest calls, the newest first: those of this process up to now, those of others up to half a second ago. */
    async calls(caller: Caller, id: string, verdict: HookCall['verdict'] | null): Promise<HookCall[]> {
      const record = await findConnector(db, tenantScopeOf(caller), id)
      if (!record) throw refusal('connector/not-found')
      await calls.flush()
      return hookCalls(db, { companyId: record.companyId, connectorId: id }, verdict)
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
