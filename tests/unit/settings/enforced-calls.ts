/** Settings that are saved by calls of their own: each with the line that obeys it, and the test that turns it. */
import { chatProviders } from '#contract/settings/ai/ai-limits.ts'
import { of, type Place } from './place.ts'

const sso = 'server/auth/sso/'
const oidcTest = `${sso}oidc.test.ts`
const fieldsTest = `${sso}provider-fields.test.ts`
const samlTest = `${sso}saml.test.ts`
const requiredTest = `${sso}required.test.ts`
const connecting = 'server/features/auth/sso/company-provider.ts'
const oauth2 = 'server/outbound/oauth2-provider.ts'
const saml = 'server/features/auth/sso/saml/saml-provider.ts'
const vouched = 'connects and makes nobody by an email that the provider does not say is verified'
const spoken = 'speaks OAuth 2 without OpenID Connect as well'
const tried = 'is tested before it is switched on, and the test signs nobody in'
const domains = 'server/features/auth/sso/domains.repository.ts'
const everyWay = 'closes every way in to people who have not used it, on every process'

const ofSso: Record<string, Place> = {
  ...of('sso.provider')("value.provider === 'OIDC'", connecting, spoken, oidcTest),
  ...of('sso.saml.idpUrl')('entryPoint: saml.idpUrl', saml, 'asks by a signed request', samlTest),
  ...of('sso.saml.entityId')('idpIssuer: saml.entityId', saml, 'another issuer', `${sso}saml-mutations.ts`),
  ...of('sso.saml.certificate')(
    'certificatesIn(saml.certificate)',
    saml,
    'takes two certificates while the provider changes its key',
    samlTest,
  ),
  ...of('sso.oidc.clientId sso.oidc.discoveryUrl')(
    'issuer: issuerOf(discoveryUrl), clientId, clientSecret',
    connecting,
    tried,
    oidcTest,
  ),
  ...of('sso.oidc.clientSecret')(
    "'oidc.clientSecret')",
    connecting,
    'shows the client secret to an OpenID Connect provider',
    fieldsTest,
  ),
  ...of('sso.oidc.managesEmails sso.oauth2.managesEmails')(
    "(provider === 'OIDC' ? oidc : oauth2).managesEmails",
    connecting,
    vouched,
    oidcTest,
  ),
  ...of('sso.oauth2.authorizationUrl')('authorization_endpoint: authorizationUrl', oauth2, spoken, oidcTest),
  ...of('sso.oauth2.tokenUrl')('token_endpoint: tokenUrl', oauth2, spoken, oidcTest),
  ...of('sso.oauth2.userInfoUrl')('new URL(userInfoUrl)', oauth2, spoken, oidcTest),
  ...of('sso.oauth2.clientId')('oidc.Configuration(described, clientId', oauth2, spoken, oidcTest),
  ...of('sso.oauth2.clientSecret')('oidc.ClientSecretPost(clientSecret)', oauth2, spoken, oidcTest),
  ...of('sso.oauth2.scope')('scope', oauth2, spoken, oidcTest),
  ...of('sso.oauth2.idField')(
    'subjectIn(claims, idField)',
    oauth2,
    'knows a person of an OAuth 2 provider by the ID field',
    fieldsTest,
  ),
  ...of('sso.breakGlass')(
    "jsonb_exists(c.value -> 'breakGlass', u.id::text)",
    'server/features/auth/sso/required.repository.ts',
    'needs an administrator for an emergency',
    requiredTest,
  ),
  ...of('sso/switch.move')(
    "c.status = 'enforced'",
    'server/features/auth/sso/required.repository.ts',
    everyWay,
    `${sso}required-ways.test.ts`,
  ),
  ...of('sso/domains.domain sso/domains/check')(
    'verified_at',
    domains,
    'is proved by the token in a TXT record, and only by it',
    `${sso}domains.test.ts`,
  ),
  ...of('sso/domains/remove')(
    'deleteFrom',
    domains,
    'signs nobody in at a domain that was removed',
    `${sso}required-ways.test.ts`,
  ),
}

const scim = 'server/features/settings/scim/'
const token = 'the token is made by whoever proves themselves, shown once, replaced with an overlap, and revoked at once'
const ofProvisioning: Record<string, Place> = {
  ...of('provisioning/token')(
    "eb('t.hash', '=', hash)",
    `${scim}scim-tokens.repository.ts`,
    token,
    'server/settings/scim-access.test.ts',
  ),
  ...of('provisioning/revoke')(
    "deleteFrom('scim_tokens')",
    `${scim}scim-tokens.repository.ts`,
    token,
    'server/settings/scim-access.test.ts',
  ),
  ...of('provisioning/groups.role')(
    'roleOf(it)',
    `${scim}scim-roles.ts`,
    'give the role that an administrator set, take only what they gave',
    'server/settings/scim.test.ts',
  ),
}

const hosts = 'server/features/settings/ai/ai-hosts.ts'
const ai = 'server/features/settings/ai/ai.service.ts'
const dialects = 'server/assistant/dialects.test.ts'
const providers = 'server/assistant/provider.test.ts'
const asDocumented = 'is asked as its documentation says'
const listed = 'test a provider by its list of models'
const turned = 'turns what a card says into what is sent'
const ofAi: Record<string, Place> = {
  ...of('ai-integrations.assistantProvider')(
    "provider === 'built-in' ||",
    ai,
    'is asked no more once the built-in one is chosen',
    providers,
  ),
  ...of(chatProviders.map((name) => `ai-integrations.${name}.enabled`).join(' '))(
    '!wanted[assistantProvider].enabled',
    'server/features/settings/ai/ai-section.ts',
    'refuse what cannot be used, and are for administrators',
    providers,
  ),
  ...of('ai-integrations.allowPayloads')(
    'createReferences(allowPayloads)',
    'server/features/assistant/provider/speaker.ts',
    'is not told texts of others unless that is allowed',
    providers,
  ),
  ...of('ai-integrations.tokensADay')(
    'tokensADay - tokens',
    ai,
    'is not asked when the tokens of the day are used up',
    providers,
  ),
  ...of('ai-integrations.openai.apiKey ai-integrations.gemini.apiKey')('headers: bearer(key)', hosts, asDocumented, dialects),
  ...of('ai-integrations.azure.apiKey')("'api-key': key", hosts, asDocumented, dialects),
  ...of('ai-integrations.anthropic.apiKey')("'x-api-key': key", hosts, asDocumented, dialects),
  ...of('ai-integrations.chatgpt.apiKey')('headers: bearer(key), model:', hosts, turned, dialects),
  ...of('ai-integrations.openai.baseUrl')("textOf(card, 'baseUrl') || openai", hosts, listed, providers),
  ...of('ai-integrations.openai.organizationId')("'openai-organization': organization", hosts, turned, dialects),
  ...of('ai-integrations.openai.defaultModel ai-integrations.anthropic.defaultModel ai-integrations.gemini.defaultModel')(
    "model: textOf(card, 'defaultModel')",
    hosts,
    asDocumented,
    dialects,
  ),
  ...of('ai-integrations.chatgpt.model')("model: textOf(card, 'model')", hosts, turned, dialects),
  ...of('ai-integrations.chatgpt.temperature')("Number(textOf(card, 'temperature'))", hosts, turned, dialects),
  ...of('ai-integrations.chatgpt.maxTokens')("Number(textOf(card, 'maxTokens'))", hosts, turned, dialects),
  ...of('ai-integrations.azure.endpoint')("trimmed(textOf(card, 'endpoint'))}/openai/deployments", hosts, turned, dialects),
  ...of('ai-integrations.azure.deploymentName')("textOf(card, 'deploymentName')", hosts, asDocumented, dialects),
  ...of('ai-integrations.sisense.apiKey ai-integrations.sisense.serverUrl')(
    "trimmed(textOf(card, 'serverUrl'))}/api/v1",
    hosts,
    listed,
    providers,
  ),
}

const networkTest = 'server/settings/private-network.test.ts'
const rules = 'server/features/settings/network/network-rules.ts'
const party = 'server/outbound/gateway/tenant-network.ts'
const realTest = 'tests a gateway for real, with what each step answered'
const ownKey = 'keeps the key of a gateway and shows it nowhere'
const inForce = 'is in force on every process within five seconds, approved, switched off and withdrawn'
const chart = 'moves a private endpoint along its chart, by the operator alone'
const ofNetwork: Record<string, Place> = {
  ...of('network/vpn.name')('name: row.name', rules, ownKey, networkTest),
  ...of('network/vpn.endpointUrl')('gatewayAddressOf(row.endpoint_url)', rules, realTest, networkTest),
  ...of('network/vpn.username')("row.username === '' ? defaultUsername : row.username", rules, realTest, networkTest),
  ...of('network/vpn.presharedKey')('vault.open({ keyId, ciphertext }, gatewayKeyPlace(', rules, realTest, networkTest),
  ...of('network/vpn.enabled')(
    'if (!gateway.isOn)',
    party,
    'stops what names it, and nothing is sent at all',
    'engine/outbound/gateways.test.ts',
  ),
  ...of('network/private-endpoint.endpointUrl')('it.host === plainHost(host) && it.port === port', party, inForce, networkTest),
  ...of('network/private-endpoint.enabled')("where('enabled', '=', true)", rules, inForce, networkTest),
  ...of('network/private-endpoint.gatewayId')(
    'it.gatewayId === gatewayId',
    party,
    'unless exactly that host and port is approved behind it',
    'engine/outbound/gateways.test.ts',
  ),
  ...of('network/private-endpoint.name')(
    'union all select name from private_endpoints',
    'server/features/settings/network/gateways.repository.ts',
    'deletes no gateway that something goes through, and names what does',
    networkTest,
  ),
  ...of('network/private-endpoint/ask')(
    "'company.askedAgain'",
    'server/features/settings/network/private-endpoints.service.ts',
    chart,
    networkTest,
  ),
}

const hooks = 'server/settings/webhooks.test.ts'
const sender = 'server/features/settings/webhook-sender.ts'
const signed = 'signs by Standard Webhooks, with both secrets for a day after a replacement'
const ofWebhooks: Record<string, Place> = {
  ...of('webhooks.name')('Every delivery to it has failed', sender, 'is switched off after five days of failures', hooks),
  ...of('webhooks.url')('url: new URL(it.url)', sender, signed, hooks),
  ...of('webhooks.headers')('Object.entries(it.headers)', sender, signed, hooks),
  ...of('webhooks.events')(
    'kind = any(e.events)',
    'server/platform/database/migrations/0098-webhooks.sql',
    'writes each of its events in the commit of what happened, for those who want it',
    'server/settings/webhook-events.test.ts',
  ),
  ...of('webhooks.enabled')(
    '(e.enabled and ',
    'server/features/settings/webhook-delivery.repository.ts',
    'holds back what is due while it is switched off',
    hooks,
  ),
  ...of('webhooks/rotate')('it.previousSecret', sender, signed, hooks),
}

export const placesOfCalls: Readonly<Record<string, Place>> = {
  ...ofSso,
  ...ofProvisioning,
  ...ofAi,
  ...ofNetwork,
  ...ofWebhooks,
}

/** Calls that do something once and leave no setting behind. */
export const actions: readonly string[] = [
  ...['sso/test', 'network/vpn/test', 'ai-integrations/test', 'notifications/test-email', 'webhooks/test'],
  ...['webhooks/deliveries/again', 'retention/reports/confirm', 'retention/people/request', 'retention/people/decide'],
  ...['retention/backups', 'retention/backups/restore'],
]

/** Labels that the specification has, and that change nothing but what is shown. */
export const labels: readonly string[] = [
  ...['network/vpn.provider', 'network/private-endpoint.serviceType', 'network/private-endpoint.region'],
  // Sisense takes no part in chat (X16): its switch says only that its fields are needed.
  ...['ai-integrations.sisense.enabled', 'ai-integrations.sisense.version'],
]
