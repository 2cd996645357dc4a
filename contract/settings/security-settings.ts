/** The section Security Settings: multi-factor authentication for all, sessions, password policy. `worklist.md` C-2. */
import Type, { type Static } from 'typebox'
import { mfaMethodNames } from '../auth/mfa-methods.ts'
import { PasswordRules } from '../auth/password-rules.ts'
import { ssoProviders } from '../auth/sso/sso-limits.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, oneOf } from '../kit/schemas.ts'
import { securityLimits } from './security-limits.ts'

const within = ({ min, max }: { readonly min: number; readonly max: number }) => Type.Integer({ minimum: min, maximum: max })

export const SecuritySettings = closed({
  mfa: closed({
    enforceForAll: Type.Boolean(),
    allowedMethods: Type.Array(oneOf(...mfaMethodNames), { minItems: 1, maxItems: mfaMethodNames.length, uniqueItems: true }),
    /** Days from when it was switched on, or from when a person joined. */
    gracePeriodDays: within(securityLimits.gracePeriodDays),
  }),
  sessionManagement: closed({
    /** Minutes. */
    maxSessionDuration: within(securityLimits.maxSessionDuration),
    /** Minutes without a call of the person. */
    sessionTimeout: within(securityLimits.sessionTimeout),
    allowMultipleSessions: Type.Boolean(),
  }),
  passwordPolicy: PasswordRules,
})
export type SecuritySettings = Static<typeof SecuritySettings>

/** Single sign-on in the words of the specification. It is changed by a call of its own, which asks for the password. */
const Sso = Type.Object({
  enabled: Type.Boolean(),
  provider: oneOf(...ssoProviders),
  /** Of the provider: `idpUrl`, `entityId` and `certificate`, or `clientId`, `clientSecret` and the addresses. Secrets are not shown. */
  configuration: Type.Record(Type.String(), Type.Unknown()),
})
export type SsoShown = Static<typeof Sso>
/** As it is read. */
export const SecuritySettingsShown = Type.Object({ ...SecuritySettings.properties, sso: Sso })
/** As it is sent: single sign-on may be sent back as it was read. */
export const SentSecuritySettings = closed({ ...SecuritySettings.properties, sso: Type.Optional(Type.Unknown()) })
export type SentSecuritySettings = Static<typeof SentSecuritySettings>

export const MfaCoverage = Type.Object({
  /** Members who can sign in. */
  people: Count,
  /** Those of them who have a factor. */
  withFactor: Count,
  /** By the method that they use. */
  byMethod: Type.Object(Object.fromEntries(mfaMethodNames.map((name) => [name, Count]))),
})
export type MfaCoverage = Omit<Static<typeof MfaCoverage>, 'byMethod'> & {
  readonly byMethod: Readonly<Record<(typeof mfaMethodNames)[number], number>>
}

export const securitySettingsEndpoints = {
  coverage: endpoint({
    method: 'GET',
    path: '/api/system-settings/factor-coverage',
    summary: 'Count members with MFA by method',
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'settings:read',
    forbidden: 'settings/forbidden',
    status: 200,
    reply: MfaCoverage,
  }),
} as const
