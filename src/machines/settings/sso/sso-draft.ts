/** The identity provider as it is changed: one flat field for each control, named by its kind. */
import type { SsoConfiguration, SsoState } from '#contract/auth/sso/sso.ts'

type Secret = SsoConfiguration['oidc']['clientSecret']
type Value = string | boolean | Secret | readonly string[]

/** `saml.idpUrl`, `oidc.clientSecret` and so on beside these two. */
export type SsoDraft = Readonly<Record<string, Value>> & {
  readonly provider: SsoConfiguration['provider']
  readonly breakGlass: readonly string[]
}

/** In the order of the form. */
export const ssoFields = {
  SAML: ['saml.idpUrl', 'saml.entityId', 'saml.certificate'],
  OIDC: ['oidc.discoveryUrl', 'oidc.clientId', 'oidc.clientSecret'],
  OAuth2: [
    ...(['oauth2.authorizationUrl', 'oauth2.tokenUrl', 'oauth2.userInfoUrl', 'oauth2.clientId'] as const),
    ...(['oauth2.clientSecret', 'oauth2.scope', 'oauth2.idField'] as const),
  ],
} as const
export type SsoField = (typeof ssoFields)[keyof typeof ssoFields][number]

/** Whether the email addresses of a provider are believed. Responses of SAML are signed by the provider as a whole. */
export const ssoTrust = { SAML: null, OIDC: 'oidc.managesEmails', OAuth2: 'oauth2.managesEmails' } as const

/** Whether the provider signs people in and its email addresses are not believed: one was refused, or the last test showed that it verifies none. */
export function needsTrust({ value, status, unverifiedAt, lastTest }: SsoState): boolean {
  const { provider, oidc, oauth2 } = value
  if (provider === 'SAML' || (provider === 'OIDC' ? oidc : oauth2).managesEmails) return false
  if (status !== 'optional' && status !== 'enforced') return false
  const sent = lastTest?.attributes ?? []
  return unverifiedAt !== null || (sent.length > 0 && !sent.some(({ name }) => name === 'email_verified'))
}

export const ssoSecrets: readonly string[] = ['oidc.clientSecret', 'oauth2.clientSecret']

export function draftOfSso({ provider, breakGlass, saml, oidc, oauth2 }: SsoConfiguration): SsoDraft {
  const flat = Object.entries({ saml, oidc, oauth2 }).flatMap(([kind, fields]) =>
    Object.entries(fields).map(([field, value]): [string, Value] => [`${kind}.${field}`, value]),
  )
  return { ...Object.fromEntries(flat), provider, breakGlass }
}

export function ssoOfDraft(draft: SsoDraft): SsoConfiguration {
  const of = (kind: string) =>
    Object.fromEntries(
      Object.entries(draft)
        .filter(([name]) => name.startsWith(`${kind}.`))
        .map(([name, value]) => [name.slice(kind.length + 1), value]),
    )
  const { provider, breakGlass } = draft
  return { provider, saml: of('saml'), oidc: of('oidc'), oauth2: of('oauth2'), breakGlass: [...breakGlass] } as SsoConfiguration
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What of the changes differs from what is saved. */
export const changesIn = (changes: Partial<SsoDraft>, saved: SsoDraft): Partial<SsoDraft> =>
  Object.fromEntries(Object.entries(changes).filter(([name, value]) => !same(value, saved[name])))

export const textOf = (draft: SsoDraft, field: SsoField): string => {
  const value = draft[field]
  return typeof value === 'string' ? value : ''
}
/** What is shown of a stored secret; null where nothing is stored or another one is written. */
export const unchangedSecretOf = (draft: SsoDraft, field: SsoField): string | null => {
  const value = draft[field]
  return typeof value === 'object' && 'last4' in value && value.set ? value.last4 : null
}
