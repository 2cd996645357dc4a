/** What a company asks of passwords and of second factors, and what a session may do that does not meet it. `worklist.md` C-2. */
import type { Kysely } from 'kysely'
import type { MfaMethod } from '#contract/auth/mfa.ts'
import { mfaMethods } from '#contract/auth/mfa-methods.ts'
import { type CompanyPasswordPolicy, expiryOf } from '#contract/auth/password-policy.ts'
import type { SessionStage } from '#contract/auth/session-status.ts'
import { securityDefaults } from '#contract/settings/security-limits.ts'
import type { SecuritySettings } from '#contract/settings/security-settings.ts'
import type { Tables } from '../database/tables/tables.ts'

export const securitySection = 'securitySettings'

/** The section as it is stored. Sessions are columns of the company. */
export type StoredSecurity = {
  readonly mfa: SecuritySettings['mfa'] & {
    /** ISO 8601; when it was required last, null while it is not. */
    readonly enforcedSince: string | null
    /** When a method was taken off the list last. */
    readonly methodsSince: string | null
  }
  readonly passwordPolicy: CompanyPasswordPolicy
}

export const storedSecurityDefaults: StoredSecurity = {
  mfa: {
    ...securityDefaults.mfa,
    allowedMethods: [...securityDefaults.mfa.allowedMethods],
    enforcedSince: null,
    methodsSince: null,
  },
  passwordPolicy: securityDefaults.passwordPolicy,
}

/** @param section as it is stored; null where there is none. */
export const securityOf = (section: unknown): StoredSecurity => ({
  ...storedSecurityDefaults,
  ...(section as Partial<StoredSecurity> | null),
})

export async function findSecurity(db: Kysely<Tables>, companyId: string): Promise<StoredSecurity> {
  const row = await db
    .selectFrom('company_settings')
    .select('value')
    .where('company_id', '=', companyId)
    .where('section', '=', securitySection)
    .executeTakeFirst()
  return securityOf(row?.value ?? null)
}

export const findPasswordPolicy = async (db: Kysely<Tables>, companyId: string): Promise<CompanyPasswordPolicy> =>
  (await findSecurity(db, companyId)).passwordPolicy

export const isAllowed = ({ allowedMethods }: SecuritySettings['mfa'], method: MfaMethod): boolean =>
  allowedMethods.some((name) => mfaMethods[name] === method)

/** What of a session and its person decides what it may be used for. */
export type SessionFacts = {
  readonly now: Date
  readonly beganAt: Date
  /** The provider that proved the person; null: it was the password. */
  readonly provider: string | null
  readonly joinedAt: Date
  /** Null: with the account. */
  readonly passwordSetAt: Date | null
  /** Methods of the factors that are on. */
  readonly methods: readonly MfaMethod[]
}

/** By when a person has to set up a factor; null: they have one that is allowed, or need none. */
export function mfaDueAt({ mfa }: StoredSecurity, { joinedAt, methods, beganAt }: SessionFacts): Date | null {
  if (!mfa.enforceForAll || methods.some((method) => isAllowed(mfa, method))) return null
  const enforcedAt = timeOf(mfa.enforcedSince)
  if (methods.length === 0) return new Date(Math.max(joinedAt.getTime(), enforcedAt) + mfa.gracePeriodDays * 86_400_000)
  // Whoever has one that is no longer allowed sets up another at the next sign-in.
  return beganAt.getTime() > Math.max(timeOf(mfa.methodsSince), enforcedAt) ? beganAt : null
}

const timeOf = (instant: string | null) => (instant === null ? 0 : Date.parse(instant))

/** What a session may be used for now. A password that expires while somebody works is asked for at the next sign-in. */
export function stageOf(security: StoredSecurity, facts: SessionFacts): SessionStage {
  const expiry = expiryOf(facts.passwordSetAt ?? facts.joinedAt, security.passwordPolicy)
  if (facts.provider === null && expiry !== null && expiry <= facts.beganAt) return 'change-password'
  const due = mfaDueAt(security, facts)
  return due !== null && due <= facts.now ? 'set-up-mfa' : 'full'
}
