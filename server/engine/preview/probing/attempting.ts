/** One try of a side or of a whole configuration: whose it is, how long it may take, and what is kept of it for the person to see. */
import type { Kysely } from 'kysely'

import { type Problem, ProblemError, problem, refusal } from '#contract/kit/problem.ts'
import type { Outbound } from '#server/outbound/outbound.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { shownOrigins } from '#server/platform/security/secret-origins.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { isConnectionSecret } from '#server/records/connections/connection-use.repository.ts'
import { hostOf, type Paces, tokensOf } from '../../fairness/paces.ts'
import { createAccessTokens } from '../../kinds/http/access-token.ts'
import { createMask, type Mask } from '../../kinds/http/masking/masking.ts'
import { patient } from '../../kinds/paced-outbound.ts'
import type { Pace } from '../../kit/enriching.ts'
import { SourceFault, type Tools } from '../../kit/kind.ts'
import { valueHash } from '../../kit/payloads.ts'
import { engineLimits } from '../../limits.ts'
import { type ConnectionTokens, createConnectionTokens } from '../../plan/connection-tokens.ts'
import { createConnections } from '../../plan/connections.ts'
import { secretOfConnection, secretReader } from '../../plan/secrets.ts'
import { createRecorder, type Recorder } from './recording.ts'

/** Who tries; `connectorId` is where saved secrets belong, null when nothing is saved yet. */
export type Prober = { readonly companyId: string; readonly userId: string; readonly connectorId: string | null }

/** A request that fails is not made again: the person sees it at once. */
export const once: Pace = { limits: { ...engineLimits, retries: 0 }, tell: () => {} }
/** Milliseconds for one request, and those of it that a rate limit may take. */
const requestLimit = 15_000
const limitWait = 5_000

export type Met<T> = { readonly result: T; readonly problem: null } | { readonly result: null; readonly problem: Problem }
export type Attempt = {
  readonly tools: Tools
  readonly recorder: Recorder
  readonly mask: Mask
  /** The `hash` of formulas. */
  readonly hash: (text: string) => string
  readonly signal: AbortSignal
  readonly seconds: number
}

export type AttemptDeps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly outbound: Outbound
  /** The paces of the runs, which also apply to tests. */
  readonly paces?: Paces
  /** Those of the runs. Absent: this has its own, which share what is stored. */
  readonly connectionTokens?: ConnectionTokens
  /** Milliseconds for one request. */
  readonly limit?: number
}

export type Attempts = {
  /** @param requests how many requests, one after another, it may take the time of. */
  readonly attempt: (prober: Prober, requests: number) => Attempt
  /** Makes a step; its result, or the problem that it met with the other side. Throws what the guard forbids. */
  readonly met: <T>(who: 'source' | 'destination' | 'lookup', trying: Attempt, step: () => Promise<T>) => Promise<Met<T>>
}

/** Whether the other side was never asked because the guard forbids it; then there is nothing to show. */
export const isRefused = ({ code }: Problem) => code === 'egress/refused' || code === 'connector/invalid'

export function createAttempts({ db, vault, outbound, paces, connectionTokens, limit = requestLimit }: AttemptDeps): Attempts {
  const connections = createConnections(db)
  const tokens = connectionTokens ?? createConnectionTokens({ db, vault, outbound })

  /**
   * Because a person waits, the answer of a rate limit is shown after a short time, and a test does not wait until a connection has fewer requests
   * under way: it would end as if the system had not answered, although nothing was sent.
   */
  const pacedFor =
    (companyId: string, of: Paces): NonNullable<Tools['paced']> =>
    (way, { gateway, connection, perSecond }) =>
      patient(way, {
        paceOf: ({ url }) => of.of(companyId, hostOf(url.origin, gateway, connection)),
        ...{ perSecond, most: limitWait },
      })

  function tokensFor(companyId: string, recorder: Recorder) {
    const way = { ...outbound, ...recorder.tokenOutbound }
    if (!paces) return way
    const paceOf: Parameters<typeof patient>[1]['paceOf'] = ({ url, gateway }) =>
      paces.of(companyId, tokensOf(hostOf(url.origin, gateway)))
    return patient(way, { paceOf, perSecond: null, most: limitWait })
  }

  return {
    attempt: ({ companyId, userId, connectorId }, requests) => {
      const mask = createMask()
      const signal = AbortSignal.timeout(limit * requests)
      const recorder = createRecorder(outbound, mask, { party: companyId, lane: `probe of ${userId}`, signal })
      const saved = connectorId === null ? null : secretReader(db, vault, { companyId, connectorId })
      const readSecret: Tools['readSecret'] = async (reference, origin) => {
        const secret =
          typeof reference === 'string'
            ? reference
            : isConnectionSecret(reference)
              ? await secretOfConnection(db, vault, { companyId, ...reference }, origin)
              : await (saved ?? noneSaved)(reference, origin)
        mask.add(secret)
        return secret
      }
      const accessTokens = createAccessTokens(tokensFor(companyId, recorder)).of('')
      return {
        mask,
        hash: valueHash(vault, companyId),
        signal,
        recorder,
        seconds: (limit * requests) / 1_000,
        tools: {
          ...{ outbound: recorder.outbound, readSecret, heldEvents: async () => [], accessTokens },
          connection: connections.of(companyId),
          signedIn: (id, origin) => {
            const source = tokens.of({ companyId, id }, origin)
            return {
              ...source,
              tokenFor: async () => {
                const it = await source.tokenFor()
                mask.add(it.token)
                return it
              },
            }
          },
          ...(paces ? { paced: pacedFor(companyId, paces) } : {}),
        },
      }
    },

    met: async (who, { signal, seconds }, step) => {
      try {
        return { result: await step(), problem: null }
      } catch (thrown) {
        const it = thrown instanceof SourceFault || thrown instanceof ProblemError ? thrown.problem : null
        if (it && isRefused(it)) throw new ProblemError(it)
        if (signal.aborted) {
          const message = `No response within ${seconds} s.`
          return { result: null, problem: problem(`${who}/timeout`, { message }) }
        }
        if (!it) throw thrown
        return { result: null, problem: it }
      }
    },
  }
}

async function noneSaved(_: unknown, origin: string): Promise<string> {
  throw refusal('connector/invalid', {
    message: `Enter the secret for ${shownOrigins(origin)}. Unsaved connectors have no stored secrets.`,
  })
}
