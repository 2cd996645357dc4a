/** The app of a connection, as a token endpoint is asked with it. */
import type { OauthSettings } from '#contract/connections/oauth-app.ts'
import { presetOf } from '#contract/connections/oauth-presets.ts'
import type { Vault } from '../../platform/security/vault.ts'
import { type AppRow, openAppSecret } from './connection-tokens.repository.ts'

type App = Pick<AppRow, 'id' | 'company_id' | 'provider' | 'client_id' | 'client_secret'> & { readonly settings: OauthSettings }

/** The addresses of an app for a connection; null where the address of the connection is not one of its provider. */
export function addressesOf({ provider, settings }: Pick<App, 'provider' | 'settings'>, url: string) {
  const { authorizeUrl, tokenUrl } = settings
  const suffix = presetOf(provider)?.hostSuffix
  if (suffix === undefined) return { authorizeUrl, tokenUrl }
  const place = URL.canParse(url) ? new URL(url) : null
  // The secret of the client goes to this host, so only one of the provider's own is taken.
  if (place === null || place.protocol !== 'https:' || place.port !== '' || !place.hostname.endsWith(suffix)) return null
  const filled = (text: string) => text.replace('{host}', place.hostname)
  return { authorizeUrl: filled(authorizeUrl), tokenUrl: filled(tokenUrl) }
}

/** Null where it cannot be used for this connection. */
export function clientOf(vault: Vault, app: App, url: string) {
  const addresses = addressesOf(app, url)
  if (addresses === null) return null
  const preset = presetOf(app.provider)
  return {
    ...{ tokenUrl: addresses.tokenUrl, clientId: app.client_id, clientSecret: openAppSecret(vault, app) },
    ...{ clientProof: app.settings.clientProof, tokenRequest: preset?.tokenRequest, tokenParameters: preset?.tokenParameters },
  }
}
