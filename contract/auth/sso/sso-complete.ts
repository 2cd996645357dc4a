import type { SsoConfiguration } from './sso.ts'

/** Whether everything is there that the chosen provider needs. A client without a secret is a public one (RFC 6749, section 2.1). */
export function isComplete({ provider, saml, oidc, oauth2 }: SsoConfiguration): boolean {
  if (provider === 'SAML') return saml.idpUrl !== '' && saml.entityId !== '' && saml.certificate !== ''
  if (provider === 'OIDC') return oidc.clientId !== '' && oidc.discoveryUrl !== ''
  return [oauth2.authorizationUrl, oauth2.tokenUrl, oauth2.userInfoUrl, oauth2.clientId, oauth2.idField].every((it) => it !== '')
}
