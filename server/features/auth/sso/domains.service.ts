/** A company proves that an email domain is its own: a TXT record of the domain holds the token that only the company knows. */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Proofs } from '#contract/auth/mfa.ts'
import type { DomainCheck, SsoDomain, SsoDomains } from '#contract/auth/sso/sso-domains.ts'
import { faultOfDomain, plainDomain, ssoLimits, txtPrefix } from '#contract/auth/sso/sso-limits.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { FindTxt, TxtAnswer } from '#server/outbound/txt-records.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller, SessionCaller } from '#server/platform/security/access.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { holdCompany } from '../companies.repository.ts'
import type { StepUp } from '../mfa/step-up.ts'
import {
  addDomain,
  companyOfDomain,
  type DomainRow,
  findDomain,
  listDomains,
  noteCheck,
  removeDomain,
  verifyDomain,
} from './domains.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly stepUp: StepUp; readonly findTxt: FindTxt }
export type SsoDomainService = ReturnType<typeof createSsoDomainService>

const tokenBytes = 24
/** Milliseconds between two checks of one domain. */
const checkPause = 3_000

const recordOf = ({ token }: Pick<DomainRow, 'token'>) => `${txtPrefix}${token}`

const shown = ({ createdAt, checkedAt, verifiedAt, token, ...row }: DomainRow): SsoDomain => ({
  ...row,
  record: recordOf({ token }),
  addedAt: createdAt.toISOString(),
  checkedAt: checkedAt?.toISOString() ?? null,
  verifiedAt: verifiedAt?.toISOString() ?? null,
})

function outcomeOf(answer: TxtAnswer, record: string): DomainCheck {
  if (answer.type !== 'records') return answer.type === 'none' ? 'no-records' : 'no-answer'
  return answer.records.some((it) => it.trim() === record) ? 'found' : 'other-records'
}

export function createSsoDomainService({ db, stepUp, findTxt }: Deps) {
  const now = async (of: Kysely<Tables>, companyId: string): Promise<SsoDomains> => ({
    domains: (await listDomains(of, companyId)).map(shown),
  })

  return {
    list: ({ companyId }: Caller): Promise<SsoDomains> => now(db, companyId),

    /** @throws `request/malformed`, `auth/prove-again`, `sso/domain-taken`, `sso/domain-known`, `sso/domains-full` */
    async add(
      caller: SessionCaller,
      { domain: typed, ...proofs }: Proofs & { domain: string },
      audit: Audit,
    ): Promise<SsoDomains> {
      const { companyId } = caller
      const [domain, fault] = [plainDomain(typed), faultOfDomain(typed)]
      if (fault !== null) throw refusal('request/malformed', { message: fault, errors: [{ path: '/domain', message: fault }] })
      const proof = await stepUp.prove(caller, proofs)
      return inOneCommit(db, async (tx) => {
        await stepUp.take(tx, caller, proof)
        await holdCompany(tx, companyId)
        const owner = await companyOfDomain(tx, domain)
        if (owner !== null && owner !== companyId) throw refusal('sso/domain-taken')
        if ((await listDomains(tx, companyId)).length >= ssoLimits.domains) throw refusal('sso/domains-full')
        const token = randomBytes(tokenBytes).toString('base64url')
        const id = uuid()
        if (!(await addDomain(tx, { companyId, id, domain, token }))) throw refusal('sso/domain-known')
        await audit(tx, { target: { type: 'settings', id: 'sso' }, after: { domain } })
        return now(tx, companyId)
      })
    },

    /** Of a domain that is proved nothing is taken back: its record may be gone by then. @throws `sso/domain-not-found`, `sso/domain-taken`, `request/rate-limited` */
    async check(caller: SessionCaller, id: string, audit: Audit): Promise<SsoDomains> {
      const which = { companyId: caller.companyId, id }
      const found = await findDomain(db, which)
      if (!found) throw refusal('sso/domain-not-found')
      const since = found.checkedAt === null ? checkPause : Date.now() - found.checkedAt.getTime()
      if (since < checkPause) throw refusal('request/rate-limited', { retryAfter: checkPause - since })
      const outcome = outcomeOf(await findTxt(found.domain), recordOf(found))
      return inOneCommit(db, async (tx) => {
        if (outcome === 'found') {
          if (!(await verifyDomain(tx, which))) throw refusal('sso/domain-taken')
        } else await noteCheck(tx, which, outcome)
        await audit(tx, { target: { type: 'settings', id: 'sso' }, after: { domain: found.domain, outcome } })
        return now(tx, caller.companyId)
      })
    },

    /** @throws `auth/prove-again`, `sso/domain-not-found` */
    async remove(caller: SessionCaller, id: string, proofs: Proofs, audit: Audit): Promise<SsoDomains> {
      const proof = await stepUp.prove(caller, proofs)
      return inOneCommit(db, async (tx) => {
        await stepUp.take(tx, caller, proof)
        const domain = await removeDomain(tx, { companyId: caller.companyId, id })
        if (domain === null) throw refusal('sso/domain-not-found')
        await audit(tx, { target: { type: 'settings', id: 'sso' }, before: { domain } })
        return now(tx, caller.companyId)
      })
    },
  }
}
