/** Sign-in with the identity provider of a company. Its answer signs in a person of that company, makes one, or is only shown (a test). */
import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { MfaChallenge, Session } from '#contract/auth/auth.ts'
import { type ProviderReturn, returnLifetime, type Tested } from '#contract/auth/oauth.ts'
import type { SsoTest } from '#contract/auth/sso/sso.ts'
import { isComplete } from '#contract/auth/sso/sso-complete.ts'
import { domainOf } from '#contract/auth/sso/sso-limits.ts'
import { ProblemError, refusal } from '#contract/kit/problem.ts'
import type { CompanyWays } from '#server/outbound/company-way.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { createAddressLimit } from '#server/platform/http/call-limit.ts'
import type { SessionCaller } from '#server/platform/security/access.ts'
import { hashOfToken } from '#server/platform/security/tokens.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import type { AuthService } from '../sign-in/auth.service.ts'
import { recordSignIn } from '../sign-in/login-audit.repository.ts'
import type { Origin } from '../sign-in/password-attempts.ts'
import { addVisit, takeVisit } from '../sign-in/provider-visits.repository.ts'
import type { MemberQuota } from '../sign-up/invitation.service.ts'
import { findUser } from '../users.repository.ts'
import { takeAssertion } from './assertions.repository.ts'
import { isEmailTrusted, isSaml, openCodeProvider, openSamlProvider, redirectUrlOf } from './company-provider.ts'
import { type ConnectionRow, findConnection, noteTest } from './connection.repository.ts'
import { nextOf } from './connection.service.ts'
import type { ConnectionSecrets } from './connection.ts'
import { type Assertion, type Decision, decide, unverified } from './decision.ts'
import { companyOfDomain } from './domains.repository.ts'
import { assertionOf, shownOf } from './names-of.ts'
import { ssoSession } from './required.repository.ts'
import { SamlFault } from './saml/saml-xml.ts'
import { createSettling } from './settling.ts'
import { noteUnverifiedSignIn } from './sso-notices.ts'

/** Of visits of a company's provider. */
const prefix = 'sso:'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly ways: CompanyWays
  readonly secrets: ConnectionSecrets
  readonly publicUrl: string
  readonly enter: AuthService['enter']
  readonly quotas: MemberQuota
  /** Departures a minute and address. */
  readonly attemptLimit: number
}

type Attempt = { readonly origin: Origin; readonly log: FastifyBaseLogger; readonly audit: Audit }
/** What the way to the provider leaves behind. `test`: who tests. */
type Left = {
  readonly nonce: string
  readonly verifier: string
  /** Of a SAML request; null where the provider sends a code. */
  readonly requestId: string | null
  readonly revision: number
  readonly test: string | null
}
/** What a SAML response proved, until the page that began has come back. */
type Proved = Pick<Left, 'revision' | 'test'> & { readonly assertion: Assertion; readonly stateHash: string }
type Departed = { readonly authorizationUrl: string; readonly state: string }

export type SsoEntryService = ReturnType<typeof createSsoEntryService>

const changedMeanwhile = 'The company changed or switched off single sign-on during your sign-in. Start again.'
const codeBytes = 32

export function createSsoEntryService({ db, vault, ways, secrets, publicUrl, enter, quotas, attemptLimit }: Deps) {
  const admit = createAddressLimit(attemptLimit)
  const providerOf = (row: ConnectionRow) => openCodeProvider({ ways, secrets, publicUrl }, row)
  const samlOf = (row: ConnectionRow) => openSamlProvider({ secrets, publicUrl }, row)

  async function leaveFor(row: ConnectionRow) {
    if (!isSaml(row)) return { ...(await providerOf(row).depart()), requestId: null }
    return { ...(await samlOf(row).depart()), nonce: '', verifier: '' }
  }

  async function depart(row: ConnectionRow, test: string | null, log: FastifyBaseLogger): Promise<Departed> {
    const { url, state, ...left } = await reported(log, row, () => leaveFor(row))
    const content: Left = { ...left, revision: row.revision, test }
    const visit = { kind: 'state', hash: hashOfToken(state), provider: `${prefix}${row.companyId}`, content } as const
    await addVisit(db, vault, { ...visit, lifetime: returnLifetime })
    return { authorizationUrl: url, state }
  }

  async function fail(origin: Origin, companyId: string, who: { userId?: string | null; email?: string }, reason: string) {
    const { userId = null, email = '' } = who
    await recordSignIn(db, { companyId, userId, email, success: false, failureReason: reason, origin })
  }

  const settle = createSettling({ db, quotas })

  async function noteOfTest(row: ConnectionRow, by: string, it: Assertion | null, outcome: Decision | string): Promise<Tested> {
    const { passed, decision } = sentenceOf(outcome)
    const tester = await findUser(db, { companyId: row.companyId, userId: by })
    const name = tester ? `${tester.firstName} ${tester.lastName}`.trim() : ''
    const test: SsoTest = { at: new Date().toISOString(), by: name, passed, decision, attributes: it ? shownOf(it) : [] }
    const status = passed ? (nextOf(row.status, 'server.tested') ?? row.status) : row.status
    if (!(await noteTest(db, row, test, status))) throw refusal('oauth/failed', { message: changedMeanwhile })
    return { tested: true }
  }

  /** As it was when somebody left for it. @throws `oauth/failed` */
  async function rowOf(companyId: string, left: Pick<Left, 'revision' | 'test'>): Promise<ConnectionRow> {
    const row = await findConnection(db, companyId)
    if (row && row.revision === left.revision && (left.test !== null || isOn(row))) return row
    throw refusal('oauth/failed', { message: changedMeanwhile })
  }

  /** @throws `oauth/failed` where it was no test. */
  async function refuse(
    row: ConnectionRow,
    { test }: Pick<Left, 'test'>,
    problem: ProblemError,
    origin: Origin,
  ): Promise<Tested> {
    if (test !== null) return noteOfTest(row, test, null, describeProblem(problem))
    await fail(origin, row.companyId, {}, "The company's identity provider didn't confirm this sign-in.")
    throw problem
  }

  /** What a provider said is right: the person is signed in, or it is noted what would have been done. */
  async function go(row: ConnectionRow, { test }: Pick<Left, 'test'>, assertion: Assertion, { origin, audit }: Attempt) {
    const { companyId } = row
    const whose = { companyId, isTrusted: isEmailTrusted(row, assertion) }
    const decision = await decide(db, whose, assertion)
    if (test !== null) return noteOfTest(row, test, assertion, decision)
    if (decision.type === 'refused') {
      await fail(origin, companyId, { userId: decision.userId, email: assertion.email }, decision.reason)
      if (decision.code === unverified) await noteUnverifiedSignIn(db, companyId, publicUrl)
      throw refusal(decision.code, { message: decision.reason })
    }
    const userId = await settle(whose, assertion, decision, audit)
    return enter({ userId, companyId, origin, provider: ssoSession })
  }

  /** Takes an assertion once. @throws `oauth/failed` with the reason as its cause */
  async function validated(row: ConnectionRow, response: string, requestId: string): Promise<Assertion> {
    try {
      const { assertionId, until, ...subject } = await samlOf(row).validate(response, requestId)
      const which = { companyId: row.companyId, hash: hashOfToken(assertionId), until }
      if (!(await takeAssertion(db, which))) throw new SamlFault('The assertion was already used.')
      return assertionOf(row, subject)
    } catch (thrown) {
      if (!(thrown instanceof SamlFault)) throw thrown
      throw refusal('oauth/failed', {}, { cause: thrown })
    }
  }

  return {
    /** @throws `sso/not-set-up`, `oauth/failed` */
    async start(email: string, ip: string, log: FastifyBaseLogger): Promise<Departed> {
      admit(ip)
      const companyId = await companyOfDomain(db, domainOf(email))
      const row = companyId && (await findConnection(db, companyId))
      if (!row || !isOn(row)) throw refusal('sso/not-set-up')
      return depart(row, null, log)
    },

    /** @throws `sso/incomplete`, `oauth/failed` */
    async startTest({ companyId, userId }: SessionCaller, ip: string, log: FastifyBaseLogger): Promise<Departed> {
      admit(ip)
      const row = await findConnection(db, companyId)
      if (!row || !isComplete(secrets.masked(row.value, companyId))) throw refusal('sso/incomplete')
      return depart(row, userId, log)
    },

    /** Back from a provider: with its code, or with the word for what a SAML response proved. @throws `oauth/failed` */
    async finish({ company = '', ...back }: ProviderReturn, attempt: Attempt): Promise<Session | MfaChallenge | Tested> {
      const proved = await takeVisit(db, vault, { kind: 'assertion', hash: hashOfToken(back.code) })
      const stateHash = hashOfToken(back.state)
      const visit = proved ?? (await takeVisit(db, vault, { kind: 'state', hash: stateHash }))
      if (visit?.provider !== `${prefix}${company}`)
        throw refusal('oauth/failed', { message: 'This sign-in has expired or was already used. Start again.' })
      if (proved) {
        const { assertion, stateHash: begun, ...left } = proved.content as Proved
        if (begun !== stateHash) throw refusal('oauth/failed')
        return go(await rowOf(company, left), left, assertion, attempt)
      }
      const left = visit.content as Left
      const row = await rowOf(company, left)
      const { nonce, verifier, requestId } = left
      if (requestId !== null) throw refusal('oauth/failed')
      const proof = await reported(attempt.log, row, () => providerOf(row).identify({ ...back, nonce, verifier })).catch(
        orProblem,
      )
      if (proof instanceof ProblemError) return refuse(row, left, proof, attempt.origin)
      return go(row, left, proof, attempt)
    },

    /** Where a browser reads why it was not signed in. */
    errorPage(thrown: unknown): string {
      const { problem } = orProblem(thrown)
      return `${publicUrl}/oauth-error?${new URLSearchParams({ message: problem.message })}`
    },

    /** A response of a SAML provider, brought by the browser. @returns where the browser goes on. @throws `oauth/failed` */
    async receive(
      company: string,
      { response, state }: SamlPost,
      { origin, log }: Pick<Attempt, 'origin' | 'log'>,
    ): Promise<string> {
      admit(origin.ip)
      const stateHash = hashOfToken(state)
      const visit = await takeVisit(db, vault, { kind: 'state', hash: stateHash })
      if (visit?.provider !== `${prefix}${company}`) throw refusal('oauth/failed', { message: unrequestedText })
      const left = visit.content as Left
      const row = await rowOf(company, left)
      const { requestId, revision, test } = left
      if (requestId === null || !isSaml(row)) throw refusal('oauth/failed', { message: unrequestedText })
      const proof = await reported(log, row, () => validated(row, response, requestId)).catch(orProblem)
      if (proof instanceof ProblemError) {
        await refuse(row, left, proof, origin)
        return `${publicUrl}/system-settings?tab=security`
      }
      const code = randomBytes(codeBytes).toString('base64url')
      const content: Proved = { revision, test, assertion: proof, stateHash }
      const proved = { kind: 'assertion', hash: hashOfToken(code), provider: visit.provider, content } as const
      await addVisit(db, vault, { ...proved, lifetime: returnLifetime })
      return `${redirectUrlOf(publicUrl, company)}?${new URLSearchParams({ code, state })}`
    },
  }
}

type SamlPost = { readonly response: string; readonly state: string }
/** A sign-in that begins at the provider is never taken: it could be somebody else's (login CSRF). */
const unrequestedText = "This sign-in didn't start here, or it took too long. Start again on the Datacrane sign-in page."

function orProblem(thrown: unknown): ProblemError {
  if (thrown instanceof ProblemError) return thrown
  throw thrown
}

const isOn = ({ status }: ConnectionRow) => status === 'optional' || status === 'enforced'

/** What the provider refused, or is not believed in, is told to the log by its cause. */
async function reported<T>(log: FastifyBaseLogger, { companyId }: ConnectionRow, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (thrown) {
    if (thrown instanceof ProblemError) {
      const { cause } = thrown
      log.warn({ companyId, reason: cause instanceof Error ? cause.message : undefined }, 'single sign-on of a company failed')
    }
    throw thrown
  }
}

/** What an administrator reads about a test of the identity provider. */
const reasonMax = 300
/** The sentence of a refusal, with its cause: administrators set the provider up by it. */
function describeProblem({ problem: { message }, cause }: ProblemError): string {
  const reason = cause instanceof Error ? cause.message : ''
  return reason === '' ? message : `${message} (${reason.slice(0, reasonMax)})`
}

function sentenceOf(outcome: Decision | string): { passed: boolean; decision: string } {
  if (typeof outcome === 'string') return { passed: false, decision: outcome }
  if (outcome.type === 'refused') return { passed: false, decision: `This sign-in would be refused. ${outcome.reason}` }
  if (outcome.type === 'new')
    return { passed: true, decision: `${outcome.email} would be signed in as a new member with the role USER.` }
  return { passed: true, decision: `${outcome.email} would be signed in as an existing member.` }
}
