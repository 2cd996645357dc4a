/** Single sign-on in the settings of a company: saved, tested, switched on and off. The chart says which move is legal. */
import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { Proofs } from '#contract/auth/mfa.ts'
import { type SsoMove, type SsoStatus, ssoLifecycle } from '#contract/auth/sso/sso.lifecycle.ts'
import type { SsoState, ssoEndpoints } from '#contract/auth/sso/sso.ts'
import { isComplete } from '#contract/auth/sso/sso-complete.ts'
import { ssoMoves } from '#contract/auth/sso/sso-limits.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { moved } from '#contract/kit/lifecycle.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { CompanyWays } from '#server/outbound/company-way.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Access, Caller, SessionCaller } from '#server/platform/security/access.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { holdCompany } from '../companies.repository.ts'
import type { StepUp } from '../mfa/step-up.ts'
import { openSamlProvider, redirectUrlOf } from './company-provider.ts'
import {
  addKey,
  type ConnectionRow,
  findConnection,
  forgetUnverified,
  listAdministrators,
  moveConnection,
  saveConnection,
} from './connection.repository.ts'
import { type ConnectionSecrets, configurationOf, emptyConfiguration, faultsOf, trimmed } from './connection.ts'
import { countBreakGlass, endOtherSessions, endSsoSessions, isSsoSession, mustUseSso } from './required.repository.ts'
import { newKeyPair, shownCertificates } from './saml/certificates.ts'
import { serviceProviderOf } from './saml/saml-provider.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly stepUp: StepUp
  /** Lets this process notice at once that sessions have ended. */
  readonly access: Pick<Access, 'forgetCompany'>
  readonly ways: CompanyWays
  readonly secrets: ConnectionSecrets
  readonly publicUrl: string
}
export type SsoConnectionService = ReturnType<typeof createSsoConnectionService>

const target = { type: 'settings', id: 'sso' } as const

export const nextOf = (from: SsoStatus, type: SsoMove['type']) =>
  moved(ssoLifecycle, from, { type }, undefined) as SsoStatus | null

export function createSsoConnectionService({ db, stepUp, access, ways, secrets, publicUrl }: Deps) {
  async function shown(of: Kysely<Tables>, companyId: string): Promise<SsoState> {
    const row = await findConnection(of, companyId)
    return {
      value: secrets.masked(row?.value ?? emptyConfiguration, companyId),
      revision: row?.revision ?? 0,
      status: row?.status ?? 'off',
      saved: { at: row?.at.toISOString() ?? null, by: row?.by ?? null },
      serviceProvider: {
        ...{ redirectUrl: redirectUrlOf(publicUrl, companyId), ...serviceProviderOf(publicUrl, companyId) },
        certificate: row?.certificate ?? null,
      },
      certificates: certificatesOf(row),
      lastTest: row?.lastTest ?? null,
      unverifiedAt: row?.unverifiedAt?.toISOString() ?? null,
      administrators: await listAdministrators(of, companyId),
    }
  }

  /** Nobody who has to use single sign-on stays in with anything else. @throws `sso/break-glass-needed`, `sso/ends-own-session` */
  async function hold(tx: Kysely<Tables>, { companyId, userId, sessionId }: SessionCaller): Promise<void> {
    if ((await countBreakGlass(tx, companyId)) === 0) throw refusal('sso/break-glass-needed')
    const isHit = (await mustUseSso(tx, { companyId, userId })) && !(await isSsoSession(tx, sessionId))
    if (isHit) throw refusal('sso/ends-own-session')
    await endOtherSessions(tx, companyId, sessionId)
  }

  return {
    get: ({ companyId }: Caller): Promise<SsoState> => shown(db, companyId),

    /** @throws `request/malformed`, `auth/prove-again`, `settings/stale`, `sso/in-use` */
    async set(
      caller: SessionCaller,
      { value: sent, revision, ...proofs }: BodyOf<typeof ssoEndpoints.set>,
      audit: Audit,
    ): Promise<SsoState> {
      const { companyId, userId } = caller
      const value = trimmed(sent)
      const before = await findConnection(db, companyId)
      const errors = await faultsOf(value, secrets.masked(before?.value ?? emptyConfiguration, companyId), ways)
      if (errors[0]) throw refusal('request/malformed', { message: errors[0].message, errors })
      const proof = await stepUp.prove(caller, proofs)
      const made = before?.key ? null : await newKeyPair('Datacrane')
      return inOneCommit(db, async (tx) => {
        await stepUp.take(tx, caller, proof)
        await holdCompany(tx, companyId)
        const row = await findConnection(tx, companyId)
        if ((row?.revision ?? 0) !== revision) throw refusal('settings/stale')
        const sealed = secrets.sealed(value, row?.value ?? null, companyId)
        const from = row?.status ?? 'off'
        const isOfPeople = isSameProvider(sealed, row?.value)
        const status = isOfPeople ? from : nextOf(from, 'admin.changed')
        if (status === null) throw refusal('sso/in-use')
        if (!(await saveConnection(tx, { companyId, userId, value: sealed, status, revision }))) throw refusal('settings/stale')
        if (!isOfPeople || isTrustChanged(sealed, row?.value)) await forgetUnverified(tx, companyId)
        if (status === 'enforced') await hold(tx, caller)
        if (made !== null && !row?.key) {
          const { certificate, key } = made
          await addKey(tx, companyId, certificate, secrets.sealedKey(key, companyId))
        }
        const after = await shown(tx, companyId)
        if (status === 'enforced') access.forgetCompany(companyId)
        const was = row && { ...secrets.masked(row.value, companyId), status: from }
        await audit(tx, { target, before: was, after: { ...after.value, status } })
        return after
      })
    },

    /** @throws `sso/incomplete` where nothing was saved yet: there is no certificate before. */
    async metadata({ companyId }: Caller): Promise<string> {
      const row = await findConnection(db, companyId)
      if (!row) throw refusal('sso/incomplete')
      return openSamlProvider({ secrets, publicUrl }, row).metadata()
    },

    /** @throws `auth/prove-again`, `sso/incomplete`, `sso/untested` */
    async switch(
      caller: SessionCaller,
      { move, ...proofs }: Proofs & BodyOf<typeof ssoEndpoints.switch>,
      audit: Audit,
    ): Promise<SsoState> {
      const { companyId } = caller
      const proof = await stepUp.prove(caller, proofs)
      return inOneCommit(db, async (tx) => {
        await stepUp.take(tx, caller, proof)
        await holdCompany(tx, companyId)
        const row = await findConnection(tx, companyId)
        if (!row || !isComplete(secrets.masked(row.value, companyId))) throw refusal('sso/incomplete')
        const status = nextOf(row.status, ssoMoves[move])
        if (status === null) {
          if (move === 'on' && row.status === 'off') throw refusal('sso/untested')
          return shown(tx, companyId)
        }
        if (!(await moveConnection(tx, companyId, row.status, status))) throw refusal('settings/stale')
        if (status === 'enforced') await hold(tx, caller)
        if (move === 'off') await endSsoSessions(tx, companyId, caller.sessionId)
        await audit(tx, { target, before: { status: row.status }, after: { status } })
        access.forgetCompany(companyId)
        return shown(tx, companyId)
      })
    },
  }
}

/** Those of the identity provider, with when they end. */
function certificatesOf(row: ConnectionRow | null) {
  const { saml } = configurationOf(row?.value)
  return saml.certificate === '' ? [] : shownCertificates(saml.certificate)
}

/** Whether only the people for an emergency, the certificates of the same provider or the trust in its email addresses differ. */
function isSameProvider(one: unknown, other: unknown): boolean {
  const plain = (it: unknown) => {
    const { saml, oidc, oauth2, ...value } = configurationOf(it)
    const [samlAlike, oidcAlike] = [
      { ...saml, certificate: '' },
      { ...oidc, managesEmails: false },
    ]
    return { ...value, breakGlass: [], saml: samlAlike, oidc: oidcAlike, oauth2: { ...oauth2, managesEmails: false } }
  }
  return other !== undefined && isDeepStrictEqual(plain(one), plain(other))
}

/** Whether the company decided otherwise about the email addresses of its provider. */
function isTrustChanged(one: unknown, other: unknown): boolean {
  const trustOf = (it: unknown) => {
    const { oidc, oauth2 } = configurationOf(it)
    return [oidc.managesEmails, oauth2.managesEmails]
  }
  return !isDeepStrictEqual(trustOf(one), trustOf(other))
}
