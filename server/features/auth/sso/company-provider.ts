/** The identity provider of a company, as its settings describe it. */
import type { CompanyWays } from '#server/outbound/company-way.ts'
import { createOauth2Provider } from '#server/outbound/oauth2-provider.ts'
import { createProvider } from '#server/outbound/provider.ts'
import type { ConnectionRow } from './connection.repository.ts'
import { type ConnectionSecrets, configurationOf, issuerOf } from './connection.ts'
import { type Assertion, isVerified } from './decision.ts'
import { createSamlProvider, serviceProviderOf } from './saml/saml-provider.ts'

type Deps = { readonly ways: CompanyWays; readonly secrets: ConnectionSecrets; readonly publicUrl: string }

/** Each company has one of its own: RFC 9700, section 4.4. */
export const redirectUrlOf = (publicUrl: string, companyId: string) => `${publicUrl}/oauth-success/${companyId}`

/** One that departs by an address and comes back with a code. */
export function openCodeProvider({ ways, secrets, publicUrl }: Deps, { companyId, value: stored }: ConnectionRow) {
  const value = configurationOf(stored)
  const [redirectUri, way] = [redirectUrlOf(publicUrl, companyId), ways.of(companyId)]
  const afterLogout = `${publicUrl}/sign-in`
  if (value.provider === 'OIDC') {
    const { clientId, discoveryUrl } = value.oidc
    const clientSecret = secrets.opened(stored, companyId, 'oidc.clientSecret')
    return createProvider({ issuer: issuerOf(discoveryUrl), clientId, clientSecret, redirectUri, afterLogout, way })
  }
  const clientSecret = secrets.opened(stored, companyId, 'oauth2.clientSecret')
  return createOauth2Provider({ ...value.oauth2, clientSecret, redirectUri, way })
}

/** SAML sends back a response instead of a code. */
export function openSamlProvider(
  { secrets, publicUrl }: Omit<Deps, 'ways'>,
  { companyId, value, certificate, key }: ConnectionRow,
) {
  const { saml } = configurationOf(value)
  const keys = certificate === null || key === null ? null : { certificate, key: secrets.openedKey(key, companyId) }
  return createSamlProvider({ saml, own: serviceProviderOf(publicUrl, companyId), keys })
}

export const isSaml = ({ value }: ConnectionRow): boolean => configurationOf(value).provider === 'SAML'

/** Whether the email address is that of the person: the provider says that it verified it, or the company gives the addresses out. */
export function isEmailTrusted({ value }: Pick<ConnectionRow, 'value'>, { claims }: Pick<Assertion, 'claims'>): boolean {
  const { provider, oidc, oauth2 } = configurationOf(value)
  if (provider === 'SAML' || isVerified(claims) === true) return true
  return (provider === 'OIDC' ? oidc : oauth2).managesEmails
}
