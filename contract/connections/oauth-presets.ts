/**
 * What is known of the sign-in of systems that people connect: addresses, scopes and habits, each with the document that it was read in. Data alone: a
 * system that is missing here is set up as an app of one's own.
 */

/** How the client proves itself at the token endpoint (RFC 6749, section 2.3.1). */
export const clientProofs = ['basic', 'body'] as const
export type ClientProof = (typeof clientProofs)[number]

/** Where the answer of the token endpoint says whose account it is, and what to call that account. Paths of members. */
export type AccountPlace = { readonly from: 'idToken' | 'response' | 'callback'; readonly id: string; readonly name: string }

export type OauthPreset = {
  readonly name: string
  /** `{host}` stands for the host of the connection, which must end in `hostSuffix`. */
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly hostSuffix?: string
  /** What the URLs of its connections usually begin with. */
  readonly apiUrl: string
  readonly scopes: string
  /** Whether it checks a code challenge (RFC 7636). One is not sent where that is not documented. */
  readonly pkce: boolean
  readonly clientProof: ClientProof
  /** How the token request is written. Default `form`. */
  readonly tokenRequest?: 'json'
  /** `rotates`: a refresh token is valid once. `keeps`: it stays. `none`: the access token has no end. `depends`: a setting of the app decides. */
  readonly refresh: 'rotates' | 'keeps' | 'none' | 'depends'
  readonly authorizeParameters?: Readonly<Record<string, string>>
  readonly tokenParameters?: Readonly<Record<string, string>>
  /** The header that takes the token alone, where it is not `Authorization: Bearer`. */
  readonly tokenHeader?: string
  readonly account: AccountPlace | null
  /** The document that this was read in. */
  readonly source: string
  /** What that document did not say. A sentence. */
  readonly unchecked?: string
}

export const oauthPresets = {
  hubspot: {
    ...{ name: 'HubSpot', authorizeUrl: 'https://app.hubspot.com/oauth/authorize' },
    ...{ tokenUrl: 'https://api.hubapi.com/oauth/v3/token', apiUrl: 'https://api.hubapi.com' },
    ...{ scopes: 'oauth crm.objects.contacts.read', pkce: false, clientProof: 'body', refresh: 'keeps' },
    account: { from: 'response', id: 'hub_id', name: 'hub_id' },
    source: 'https://developers.hubspot.com/docs/api-reference/auth-oauth-v3/guide',
    unchecked: 'Whether refresh tokens are replaced, and the name of the account member in the response.',
  },
  google: {
    ...{ name: 'Google', authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth' },
    ...{ tokenUrl: 'https://oauth2.googleapis.com/token', apiUrl: 'https://www.googleapis.com' },
    ...{ scopes: 'openid email https://www.googleapis.com/auth/spreadsheets.readonly', pkce: true },
    ...{ clientProof: 'body', refresh: 'keeps' },
    // Without both, the second sign-in of the same person brings no refresh token.
    authorizeParameters: { access_type: 'offline', prompt: 'consent' },
    account: { from: 'idToken', id: 'sub', name: 'email' },
    source: 'https://developers.google.com/identity/protocols/oauth2/web-server',
  },
  microsoft365: {
    ...{ name: 'Microsoft 365', authorizeUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize' },
    ...{ tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token', apiUrl: 'https://graph.microsoft.com/v1.0' },
    ...{ scopes: 'openid email offline_access User.Read', pkce: true, clientProof: 'body', refresh: 'rotates' },
    account: { from: 'idToken', id: 'sub', name: 'preferred_username' },
    source: 'https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-auth-code-flow',
    unchecked: 'Whether an earlier refresh token stays valid for a while.',
  },
  salesforce: {
    ...{ name: 'Salesforce', authorizeUrl: 'https://login.salesforce.com/services/oauth2/authorize' },
    ...{ tokenUrl: 'https://login.salesforce.com/services/oauth2/token', apiUrl: 'https://YOUR-DOMAIN.my.salesforce.com' },
    ...{ scopes: 'api refresh_token', pkce: true, clientProof: 'body', refresh: 'depends' },
    account: { from: 'response', id: 'id', name: 'instance_url' },
    source: 'https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_web_server_flow.htm',
  },
  shopify: {
    ...{ name: 'Shopify', authorizeUrl: 'https://{host}/admin/oauth/authorize' },
    ...{ tokenUrl: 'https://{host}/admin/oauth/access_token', hostSuffix: '.myshopify.com' },
    ...{ apiUrl: 'https://YOUR-SHOP.myshopify.com/admin/api/2026-10' },
    ...{ scopes: 'read_orders,read_products', pkce: false, clientProof: 'body', refresh: 'rotates' },
    tokenParameters: { expiring: '1' },
    ...{ tokenHeader: 'x-shopify-access-token', account: { from: 'callback', id: 'shop', name: 'shop' } },
    source: 'https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/offline-access-tokens',
  },
  quickbooks: {
    ...{ name: 'QuickBooks', authorizeUrl: 'https://appcenter.intuit.com/connect/oauth2' },
    ...{ tokenUrl: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer', apiUrl: 'https://quickbooks.api.intuit.com/v3' },
    ...{ scopes: 'com.intuit.quickbooks.accounting', pkce: false, clientProof: 'basic', refresh: 'rotates' },
    account: { from: 'callback', id: 'realmId', name: 'realmId' },
    source: 'https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/faq',
    unchecked: 'When a refresh token is replaced: it may stay the same for a day.',
  },
  xero: {
    ...{ name: 'Xero', authorizeUrl: 'https://login.xero.com/identity/connect/authorize' },
    ...{ tokenUrl: 'https://identity.xero.com/connect/token', apiUrl: 'https://api.xero.com/api.xro/2.0' },
    ...{ scopes: 'openid email offline_access accounting.transactions.read', pkce: true, clientProof: 'basic' },
    ...{ refresh: 'rotates', account: { from: 'idToken', id: 'xero_userid', name: 'email' } },
    source: 'https://nango.dev/blog/xero-oauth-refresh-token-invalid-grant',
    unchecked: "Xero's own document was not at hand. Requests also need the header xero-tenant-id, which a connector sets.",
  },
  slack: {
    ...{ name: 'Slack', authorizeUrl: 'https://slack.com/oauth/v2/authorize' },
    ...{ tokenUrl: 'https://slack.com/api/oauth.v2.access', apiUrl: 'https://slack.com/api' },
    ...{ scopes: 'channels:read,chat:write', pkce: false, clientProof: 'basic', refresh: 'depends' },
    account: { from: 'response', id: 'team.id', name: 'team.name' },
    source: 'https://docs.slack.dev/authentication/using-token-rotation',
  },
  notion: {
    ...{ name: 'Notion', authorizeUrl: 'https://api.notion.com/v1/oauth/authorize' },
    ...{ tokenUrl: 'https://api.notion.com/v1/oauth/token', apiUrl: 'https://api.notion.com/v1' },
    ...{ scopes: '', pkce: false, clientProof: 'basic', tokenRequest: 'json', refresh: 'depends' },
    authorizeParameters: { owner: 'user' },
    account: { from: 'response', id: 'workspace_id', name: 'workspace_name' },
    source: 'https://developers.notion.com/reference/create-a-token',
    unchecked: 'Whether every integration gets a refresh token: older documents say that the access token has no end.',
  },
  github: {
    ...{ name: 'GitHub', authorizeUrl: 'https://github.com/login/oauth/authorize' },
    ...{ tokenUrl: 'https://github.com/login/oauth/access_token', apiUrl: 'https://api.github.com' },
    ...{ scopes: 'repo read:user', pkce: true, clientProof: 'body', refresh: 'depends', account: null },
    source: 'https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps',
    unchecked: 'The response names no account, so another account is not recognized.',
  },
  stripe: {
    ...{ name: 'Stripe Connect', authorizeUrl: 'https://connect.stripe.com/oauth/authorize' },
    ...{ tokenUrl: 'https://connect.stripe.com/oauth/token', apiUrl: 'https://api.stripe.com/v1' },
    ...{ scopes: 'read_write', pkce: false, clientProof: 'body', refresh: 'keeps' },
    account: { from: 'response', id: 'stripe_user_id', name: 'stripe_user_id' },
    source: 'https://docs.stripe.com/connect/oauth-standard-accounts',
    unchecked: 'How long a refresh token lives. Stripe recommends another way to new platforms.',
  },
} as const satisfies Record<string, OauthPreset>

export type OauthProvider = keyof typeof oauthPresets
export const oauthProviders = Object.keys(oauthPresets) as OauthProvider[]

/** The preset of a provider; null of an app that was set up by hand. */
export const presetOf = (provider: string): OauthPreset | null =>
  Object.hasOwn(oauthPresets, provider) ? oauthPresets[provider as OauthProvider] : null
