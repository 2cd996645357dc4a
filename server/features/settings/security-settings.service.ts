/** The section Security Settings: what is saved of it. Where it is obeyed: `security-policy.ts`, `sessions.repository.ts`. `worklist.md` C-2. */
import type { Kysely } from 'kysely'
import { type MfaMethodName, mfaMethodNames, mfaMethods } from '#contract/auth/mfa-methods.ts'
import { ssoEndpoints } from '#contract/auth/sso/sso.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { MfaCoverage, SecuritySettings, SentSecuritySettings, SsoShown } from '#contract/settings/security-settings.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import { type StoredSecurity, securitySection, storedSecurityDefaults } from '../../platform/security/security-policy.ts'
import type { Vault } from '../../platform/security/vault.ts'
import { findConnection } from '../auth/sso/connection.repository.ts'
import { createConnectionSecrets, emptyConfiguration } from '../auth/sso/connection.ts'
import { isAsKept, refuseHere } from './own-calls.ts'
import type { createSectionStore, Section, SectionRead } from './section-store.ts'
import { countFactors, findSessionLimits, saveSessionLimits, sessionIsBeyond } from './security-settings.repository.ts'

const section: Section<StoredSecurity> = { name: securitySection, defaults: storedSecurityDefaults, secrets: [] }

type Deps = { readonly db: Kysely<Tables>; readonly vault: Vault; readonly store: ReturnType<typeof createSectionStore> }

const ssoMembers = { SAML: 'saml', OIDC: 'oidc', OAuth2: 'oauth2' } as const

export function createSecuritySettingsService({ db, vault, store }: Deps) {
  const secrets = createConnectionSecrets(vault)

  async function ssoOf(of: Kysely<Tables>, companyId: string): Promise<SsoShown> {
    const row = await findConnection(of, companyId)
    const { provider, ...value } = secrets.masked(row?.value ?? emptyConfiguration, companyId)
    const isOn = row !== null && (row.status === 'optional' || row.status === 'enforced')
    return { enabled: isOn, provider, configuration: { ...value[ssoMembers[provider]] } }
  }

  return {
    async read(of: Kysely<Tables>, companyId: string): Promise<SectionRead<SecuritySettings & { sso: SsoShown }>> {
      const { value, ...saved } = await store.read(of, section, companyId)
      const { enforcedSince: _, methodsSince: __, ...mfa } = value.mfa
      const sessionManagement = await findSessionLimits(of, companyId)
      return {
        ...saved,
        value: { sso: await ssoOf(of, companyId), mfa, sessionManagement, passwordPolicy: value.passwordPolicy },
      }
    },

    /** @throws `settings/stale`, `request/malformed`, `settings/ends-own-session` */
    async save(tx: Kysely<Tables>, caller: Caller, wanted: SentSecuritySettings, revision: number | undefined): Promise<void> {
      const { companyId, userId } = caller
      if (wanted.sso !== undefined && !isAsKept(wanted.sso, await ssoOf(tx, companyId)))
        refuseHere('/securitySettings/sso', ssoEndpoints.set.path)
      const { mfa, sessionManagement, passwordPolicy } = wanted
      refuseIdleBeyondMax(sessionManagement)
      if (caller.kind === 'session' && (await sessionIsBeyond(tx, caller.sessionId, sessionManagement))) {
        throw refusal('settings/ends-own-session')
      }
      const { value: before } = await store.read(tx, section, companyId)
      const value: StoredSecurity = { mfa: dated(mfa, before.mfa), passwordPolicy }
      await store.save(tx, section, { companyId, userId, value, revision })
      await saveSessionLimits(tx, companyId, sessionManagement)
    },

    async coverage({ companyId }: Caller): Promise<MfaCoverage> {
      const { people, byMethod } = await countFactors(db, companyId)
      const counted = mfaMethodNames.map((name) => [name, byMethod[mfaMethods[name]] ?? 0] as const)
      const withFactor = counted.reduce((sum, [, count]) => sum + count, 0)
      return { people, withFactor, byMethod: Object.fromEntries(counted) as Record<MfaMethodName, number> }
    },
  }
}

/** Since when it is required, and since when a method is off the list. */
function dated(mfa: SecuritySettings['mfa'], before: StoredSecurity['mfa']): StoredSecurity['mfa'] {
  const now = new Date().toISOString()
  const enforcedSince = mfa.enforceForAll ? (before.enforcedSince ?? now) : null
  const isNarrower = before.allowedMethods.some((name) => !mfa.allowedMethods.includes(name))
  return { ...mfa, enforcedSince, methodsSince: isNarrower ? now : before.methodsSince }
}

function refuseIdleBeyondMax({ sessionTimeout, maxSessionDuration }: SecuritySettings['sessionManagement']): void {
  if (sessionTimeout <= maxSessionDuration) return
  const message = 'must not be longer than the longest session'
  const errors = [{ path: '/securitySettings/sessionManagement/sessionTimeout', message }]
  throw refusal('request/malformed', { message: `Sign out when idle ${message}.`, errors })
}
