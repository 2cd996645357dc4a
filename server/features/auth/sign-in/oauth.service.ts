/** Sign-in with an identity provider. `core-platform.md` section 2, threat T-SSO: issuer and subject name a person, an email names nobody. */
import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'

import type { MfaChallenge, Session } from '#contract/auth/auth.ts'
import { type Provider, type ProviderReturn, returnLifetime, type Tested, type Unlinked } from '#contract/auth/oauth.ts'
import { ProblemError, refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { createAttemptLimiter } from '#server/platform/http/attempt-limiter.ts'
import { addressKey } from '#server/platform/http/call-limit.ts'
import { identityConnected } from '#server/platform/mail/mails.ts'
import { isYoungSession } from '#server/platform/security/sessions.repository.ts'
import { hashOfToken } from '#server/platform/security/tokens.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { notifyOwner } from '../owner-notices.ts'
import type { SsoEntryService } from '../sso/entry.service.ts'
import { addIdentity, type Connected, findConnected } from './identities.repository.ts'
import { recordSignIn } from './login-audit.repository.ts'
import type { Origin } from './password-attempts.ts'
import { addVisit, findTakenVisit, takeVisit, type Visit } from './provider-visits.repository.ts'

type Proofs = { readonly state: string; readonly nonce: string; readonly verifier: string }
type Identity = { readonly issuer: string; readonly subject: string; readonly email: string }

/** A provider and how it is asked. All of it throws `oauth/failed`. */
export type IdentityProvider = Provider & {
  readonly depart: () => Promise<Proofs & { readonly url: string }>
  readonly identify: (back: Proofs & ProviderReturn) => Promise<Identity>
  /** Where a browser signs out of it as well; null when it offers none. */
  readonly logoutUrl: () => Promise<string | null>
}

/** Somebody who was proved by a provider. */
type Proved = { readonly userId: string; readonly companyId: string; readonly origin: Origin; readonly provider: string }

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly providers: readonly IdentityProvider[]
  /** A session, or the question for the second factor where the person has one. */
  readonly enter: (proved: Proved) => Promise<Session | MfaChallenge>
  /** Where a return of a company's own provider goes on. */
  readonly company: Pick<SsoEntryService, 'finish'>
  /** Returns that fail, a minute and person: each of them asks the provider. */
  readonly attemptLimit: number
}

type Attempt = { readonly origin: Origin; readonly log: FastifyBaseLogger; readonly audit: Audit }
type Bearer = { readonly userId: string; readonly companyId: string; readonly sessionId: string }

export type OauthService = ReturnType<typeof createOauthService>

const minute = 60_000
/** A company may share one address. */
const perAddress = 5
const ticketBytes = 32

export function createOauthService({ db, vault, providers, company, enter, attemptLimit }: Deps) {
  const byAddress = createAttemptLimiter({ max: attemptLimit * perAddress, window: minute })
  const providerOf = (id: string | undefined) => providers.find((each) => each.id === id)
  const nameOf = (id: string) => providerOf(id)?.name ?? id

  function recordFailure(origin: Origin, failureReason: string, who: Partial<Connected>): Promise<void> {
    const { companyId = null, userId = null, email = '' } = who
    return recordSignIn(db, { companyId, userId, email, success: false, failureReason, origin })
  }

  /** Asks a provider. What it refused, or is not believed in, is told to the log by its cause. */
  async function asked<T>(provider: IdentityProvider, log: FastifyBaseLogger, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (thrown) {
      if (thrown instanceof ProblemError)
        log.warn({ provider: provider.id, reason: causeOf(thrown) }, 'sign-in with a provider failed')
      throw thrown
    }
  }

  /** A ticket with which whoever signs in otherwise connects the identity. People read the provider's name. */
  async function offer({ issuer, subject, email }: Identity, { id, name }: Provider): Promise<Unlinked> {
    const content = { issuer, subject, email }
    const ticket = randomBytes(ticketBytes).toString('base64url')
    await addVisit(db, vault, { kind: 'ticket', hash: hashOfToken(ticket), provider: id, content, lifetime: returnLifetime })
    return { unlinked: true, ticket, provider: name, email: content.email }
  }

  return {
    providers: (): { providers: Provider[] } => ({ providers: providers.map(({ id, name }) => ({ id, name })) }),

    /** @throws `oauth/unknown-provider`; `oauth/failed` when the provider cannot be asked. */
    async start(id: string, log: FastifyBaseLogger): Promise<{ authorizationUrl: string; state: string }> {
      const provider = providerOf(id)
      if (!provider) throw refusal('oauth/unknown-provider')
      const { url, state, nonce, verifier } = await asked(provider, log, provider.depart)
      const content = { nonce, verifier }
      await addVisit(db, vault, { kind: 'state', hash: hashOfToken(state), provider: id, content, lifetime: returnLifetime })
      return { authorizationUrl: url, state }
    },

    /** A way to the provider leads back once. @throws `oauth/failed` for whatever does not fit. */
    async finish(back: ProviderReturn, attempt: Attempt): Promise<Session | MfaChallenge | Unlinked | Tested> {
      const { origin, log } = attempt
      const address = addressKey(origin.ip)
      const wait = byAddress.take(address)
      if (wait > 0) throw refusal('auth/too-many-attempts', { retryAfter: wait })
      if (back.company !== undefined) {
        const entered = await company.finish(back, attempt)
        byAddress.refund(address)
        return entered
      }
      const visit = await takeVisit(db, vault, { kind: 'state', hash: hashOfToken(back.state) })
      const provider = providerOf(visit?.provider)
      if (!visit || !provider)
        throw refusal('oauth/failed', { message: 'This sign-in has expired or was already used. Start again.' })
      const { nonce, verifier } = visit.content as Pick<Proofs, 'nonce' | 'verifier'>
      const identity = await asked(provider, log, () => provider.identify({ ...back, nonce, verifier })).catch(async (thrown) => {
        await recordFailure(origin, "The identity provider didn't confirm this sign-in.", {})
        throw thrown
      })
      byAddress.refund(address)
      const found = await findConnected(db, identity)
      if (!found) {
        await recordFailure(origin, 'No account is connected to this identity.', { email: identity.email })
        return offer(identity, provider)
      }
      if (!found.active) {
        await recordFailure(origin, "The account isn't allowed to sign in.", found)
        throw refusal('oauth/failed', { message: "The account with this identity isn't allowed to sign in." })
      }
      return enter({ userId: found.userId, companyId: found.companyId, origin, provider: provider.id })
    },

    /**
     * Connects the identity of a ticket, and may be repeated. Only for whoever has just signed in: a stolen session must not open a way of its own.
     * @throws `oauth/link-dead`, `oauth/linked-elsewhere`, `auth/prove-again`.
     */
    async link(ticket: string, { userId, companyId, sessionId }: Bearer): Promise<{ success: true; provider: string }> {
      if (!(await isYoungSession(db, sessionId, returnLifetime))) throw refusal('auth/prove-again', { message: signInAnew })
      const key = { kind: 'ticket', hash: hashOfToken(ticket) } as const
      const owns = (it: Connected | null) => it?.userId === userId && it.companyId === companyId
      // A refusal is handed out of the commit: the ticket stays used.
      const outcome = await inOneCommit(db, async (tx): Promise<Visit | ProblemError> => {
        const fresh = await takeVisit(tx, vault, key)
        const visit = fresh ?? (await findTakenVisit(tx, vault, key))
        if (!visit) return refusal('oauth/link-dead')
        const identity = visit.content as Identity
        if (fresh && (await addIdentity(tx, { ...identity, userId, companyId, provider: visit.provider }))) {
          await notifyOwner(tx, { userId, companyId }, identityConnected(nameOf(visit.provider)))
          return visit
        }
        if (owns(await findConnected(tx, identity))) return visit
        return refusal(fresh ? 'oauth/linked-elsewhere' : 'oauth/link-dead')
      })
      if (outcome instanceof ProblemError) throw outcome
      return { success: true, provider: nameOf(outcome.provider) }
    },
  }
}

const signInAnew = "To confirm it's you, sign out and in again, then connect this identity."

const causeOf = ({ cause }: ProblemError) => (cause instanceof Error ? cause.message : undefined)

/** Milliseconds that a sign-out waits for the provider to describe itself. */
const logoutLimit = 2_000

/** Where the provider of a session is left as well. Null on any trouble: a sign-out waits for nobody for long. */
export async function logoutUrlAt(providers: readonly IdentityProvider[], id: string): Promise<string | null> {
  const provider = providers.find((each) => each.id === id)
  if (!provider) return null
  const late = AbortSignal.timeout(logoutLimit)
  const patience = new Promise<null>((resolve) => late.addEventListener('abort', () => resolve(null), { once: true }))
  return Promise.race([provider.logoutUrl().catch(() => null), patience])
}
