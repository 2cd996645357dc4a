/** The identity provider of a company, as its settings describe it. */
import type { SsoConfiguration } from '#contract/auth/sso/sso.ts'
import type { CompanyWays } from '#server/outbound/company-way.ts'
import { createOauth2Provider } from '#server/outbound/oauth2-provider.ts'
import { createProvider } from '#server/outbound/provider.ts'
import type { ConnectionRow } from './connection.repository.ts'
import { type ConnectionSecrets, emptyConfiguration, issuerOf } from './connection.ts'
import { createSamlProvider, serviceProviderOf } from './saml/saml-provider.ts'

type Deps = { readonly ways: CompanyWays; readonly secrets: ConnectionSecrets; readonly publicUrl: string }

/** Each company has one of its own: RFC 9700, section 4.4. */
export const redirectUrlOf = (publicUrl: string, companyId: string) => `${publicUrl}/oauth-success/${companyId}`

/** One that departs by an address and comes back with a code. */
export function openCodeProvider({ ways, secrets, publicUrl }: Deps, { companyId, value: stored }: ConnectionRow) {
  const value = { ...emptyConfiguration, ...(stored as object) } as SsoConfiguration
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
  const { saml } = { ...emptyConfiguration, ...(value as object) } as SsoConfiguration
  const keys = certificate === null || key === null ? null : { certificate, key: secrets.openedKey(key, companyId) }
  return createSamlProvider({ saml, own: serviceProviderOf(publicUrl, companyId), keys })
}

export const isSaml = ({ value }: ConnectionRow): boolean =>
  (({ ...emptyConfiguration, ...(value as object) }) as SsoConfiguration).provider === 'SAML'
