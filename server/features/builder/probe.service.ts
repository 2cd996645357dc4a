/** Trying a side of a configuration out while it is built. Nothing is kept; a saved secret goes to its own origin only (threat T-CRED). */
import type { Kysely } from 'kysely'
import type { ConnectionTest, FetchedDocument, probeEndpoints, Sample, TriedPaging } from '#contract/builder/probe.ts'
import { type Auth, type SecretValue, secretFieldOf } from '#contract/connectors/config/config.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { createAttemptLimiter } from '../../platform/http/attempt-limiter.ts'
import type { Caller } from '../../platform/security/access.ts'
import { isSecretRef } from '../../records/connectors/secrets.repository.ts'
import type { StoredConfig } from '../../records/connectors/versions.repository.ts'
import { refuseForeignSide } from '../connectors/connections/usable-connections.ts'
import { findConnector } from '../connectors/details/connectors.repository.ts'
import { tenantScopeOf } from '../kit/tenant-scope.ts'

type Deps = { readonly db: Kysely<Tables>; readonly engine: Pick<Engine, 'probe'>; readonly callLimit: number }
type Body = BodyOf<typeof probeEndpoints.testConnection>
type Side = { readonly auth?: Auth | undefined; readonly secrets?: readonly SecretValue[] | undefined }

/** Each of these calls calls somebody else: a person has a fortieth of the calls that an address has. */
export const shareOfCalls = 1 / 40
export const minute = 60_000

/** The same side of what is saved; null when there is none. */
function savedSide(draft: StoredConfig | null, { side, config }: Body): Side | null {
  if (draft === null) return null
  if (side !== 'enrichment') return draft[side] as Side
  return (draft.enrichment.find(({ id }) => id === config.id) as Side | undefined) ?? null
}

/**
 * The side with the reference of the saved secret where a mark stands. It is given only for the same kind of authentication.
 * @param at where the side stands in the request.
 */
export function withReference<S extends Side>(config: S, saved: Side | null, at = '/config'): S {
  const given = withAuthReference(config, saved, at)
  if (given.secrets === undefined) return given
  const secrets = given.secrets.map((it, index) => {
    if (typeof it.value === 'string') return it
    const same = saved?.secrets?.find((other) => isSameSecret(other, it))
    if (!isSecretRef(same?.value)) throw notSaved(`${at}/secrets/${index}/value`)
    return { ...it, value: same.value }
  })
  return { ...given, secrets }
}

const isSameSecret = (one: SecretValue, other: SecretValue) =>
  one.in === other.in && (one.in === 'header' ? one.name.toLowerCase() === other.name.toLowerCase() : one.name === other.name)

function notSaved(path: string) {
  const message = 'Enter the secret. No secret is saved here.'
  return refusal('connector/invalid', { message, errors: [{ path, message }] })
}

function withAuthReference<S extends Side>(config: S, saved: Side | null, at: string): S {
  const { auth } = config
  const field = auth ? secretFieldOf[auth.type] : null
  if (!auth || field === null) return config
  const member = (auth as Record<string, unknown>)[field]
  if (typeof member === 'string') return config
  const reference = saved?.auth?.type === auth.type ? (saved.auth as Record<string, unknown>)[field] : undefined
  if (!isSecretRef(reference)) throw notSaved(`${at}/auth/${field}`)
  return { ...config, auth: { ...auth, [field]: reference } }
}

/** @param callLimit calls a minute and address. */
export function createProbeService({ db, engine, callLimit }: Deps) {
  const limiter = createAttemptLimiter({ max: Math.ceil(callLimit * shareOfCalls), window: minute })

  function count({ userId }: Caller) {
    const wait = limiter.take(userId)
    if (wait > 0) throw refusal('request/rate-limited', { retryAfter: wait })
  }

  /** Counts the call, finds what is saved, and puts the side together with its secret. */
  async function begun<B extends Body>(caller: Caller, body: B) {
    count(caller)
    const { connectorId = null, ...probed } = body
    const record = connectorId === null ? null : await findConnector(db, tenantScopeOf(caller), connectorId)
    if (connectorId !== null && !record) throw refusal('connector/not-found')
    const config = withReference(body.config, savedSide(record?.draft ?? null, body))
    await refuseForeignSide(db, caller, config, '/config')
    const prober = { companyId: caller.companyId, userId: caller.userId, connectorId }
    return { probed: { ...probed, config } as B, prober }
  }

  return {
    async testConnection(caller: Caller, body: Body): Promise<ConnectionTest> {
      const { probed, prober } = await begun(caller, body)
      return engine.probe.testConnection(probed, prober)
    },

    async sample(caller: Caller, body: BodyOf<typeof probeEndpoints.sample>): Promise<Sample> {
      const { probed, prober } = await begun(caller, body)
      return engine.probe.sample(probed, prober)
    },

    async document(caller: Caller, { url }: BodyOf<typeof probeEndpoints.document>): Promise<FetchedDocument> {
      count(caller)
      const { companyId, userId } = caller
      return engine.probe.document(url, { companyId, userId, connectorId: null })
    },

    async tryPaging(caller: Caller, body: BodyOf<typeof probeEndpoints.tryPaging>): Promise<TriedPaging> {
      const { probed, prober } = await begun(caller, body)
      return engine.probe.tryPaging(probed.config, prober)
    },
  }
}
