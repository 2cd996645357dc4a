/** Who signs in with what a company's provider said, or why nobody does. Threat T-SSO: a provider speaks for its company alone. */
import type { Kysely } from 'kysely'
import { Check } from 'typebox/schema'
import { domainOf } from '#contract/auth/sso/sso-limits.ts'
import type { ProblemCode } from '#contract/kit/problem.ts'
import { Email } from '#contract/kit/schemas.ts'
import { catalogue } from '#contract/problem-catalogue.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { type Account, findAccount, findAccountOf, findVisitor } from '../users.repository.ts'
import { companyOfDomain } from './domains.repository.ts'
import { findIdentityOfCompany, hasIdentityAt } from './identity-links.repository.ts'

/** What a provider said, after it was checked. */
export type Assertion = {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly claims: Readonly<Record<string, unknown>>
}

export type Decision =
  /** `isLinked`: the identity is connected to the account already. */
  | { readonly type: 'member'; readonly userId: string; readonly email: string; readonly isLinked: boolean }
  | { readonly type: 'new'; readonly email: string; readonly unproved: Account | null }
  | { readonly type: 'refused'; readonly code: ProblemCode; readonly reason: string; readonly userId: string | null }

const refused = (reason: string, userId: string | null = null): Decision => ({
  type: 'refused',
  code: 'oauth/failed',
  reason,
  userId,
})
export const unverified = 'sso/email-unverified'

/** What the provider says of the email; null where it says nothing. Some providers write it as a text. */
export function isVerified({ email_verified: said }: Assertion['claims']): boolean | null {
  if (said === true || said === 'true') return true
  return said === false || said === 'false' ? false : null
}

/** Identities of companies' providers are kept apart: no company can name those of another one, nor of the operator's provider. */
export const issuerKey = (companyId: string, issuer: string) => `sso:${companyId}:${issuer}`

/** @param isTrusted whether the email is believed; where it is not, it connects nobody and makes nobody. */
export async function decide(
  db: Kysely<Tables>,
  { companyId, isTrusted }: { readonly companyId: string; readonly isTrusted: boolean },
  it: Assertion,
): Promise<Decision> {
  const email = it.email.trim().toLowerCase()
  if (it.subject.trim() === '') return refused('The identity provider sent no user ID.')
  if (email === '' || !Check(Email, email)) return refused('The identity provider sent no email address.')
  if (isVerified(it.claims) === false) return refused('The identity provider reports that this email is not verified.')
  if ((await companyOfDomain(db, domainOf(email))) !== companyId)
    return refused(`The company hasn't verified the domain ${domainOf(email)}.`)
  const issuer = issuerKey(companyId, it.issuer)
  const linked = await findIdentityOfCompany(db, { companyId, issuer, subject: it.subject })
  if (linked !== null) {
    const account = await findAccountOf(db, { companyId, userId: linked })
    if (!account) return refused('The account for this identity no longer exists.')
    if ((await companyOfDomain(db, domainOf(account.email))) !== companyId)
      return refused("The account's email is outside the company's verified domains.", linked)
    return entering(db, account, true)
  }
  const account = await findAccount(db, email)
  if (!isTrusted) {
    const userId = account?.companyId === companyId ? account.userId : null
    return { type: 'refused', code: unverified, reason: catalogue[unverified].message, userId }
  }
  if (!account) return { type: 'new', email, unproved: null }
  if (account.companyId !== companyId) {
    if (!account.confirmed) return { type: 'new', email, unproved: account }
    return refused('An account with this email belongs to another company.')
  }
  if (await hasIdentityAt(db, { companyId, userId: account.userId, issuer }))
    return refused('The account with this email is connected to another identity at this provider.', account.userId)
  return entering(db, account, false)
}

async function entering(db: Kysely<Tables>, account: Account, isLinked: boolean): Promise<Decision> {
  const { companyId, userId, email } = account
  const visitor = await findVisitor(db, { companyId, userId })
  if (visitor?.role === 'SUPER_ADMIN') return refused("Operator accounts can't use a company's single sign-on.", userId)
  if (!account.active) return refused('The account was deactivated.', userId)
  // The provider may speak for the email, which is in a verified domain of the company: that confirms whom provisioning has added.
  if (!account.confirmed && isLinked) return refused('The account was not confirmed.', userId)
  return { type: 'member', userId, email, isLinked }
}
