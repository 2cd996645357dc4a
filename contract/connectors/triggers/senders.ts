/** What is known of senders of webhooks: data, each with the documentation that it is taken from. */
import type { BodyKind, EventIdPlace, HookProof, HookResponse, HookSettings } from './sender.ts'

export type Sender = {
  readonly name: string
  readonly proof: HookProof
  /** Who makes the secret: the sender alone (`given`), this product alone (`ours`), or either. */
  readonly secret: 'given' | 'ours' | 'either'
  /** What the sender calls its secret. */
  readonly secretName: string
  readonly body: BodyKind
  readonly eventId: EventIdPlace | null
  /** What it has to be answered with; absent: 202. */
  readonly response?: HookResponse
  /** The documentation. */
  readonly source: string
}

type SenderName = Exclude<HookSettings['sender'], 'other'>

const overBody = { type: 'signature', algorithm: 'sha256', signed: '{body}' } as const

export const senders: Readonly<Record<SenderName, Sender>> = {
  stripe: {
    name: 'Stripe',
    proof: {
      ...{
        type: 'signature',
        algorithm: 'sha256',
        encoding: 'hex',
        header: 'Stripe-Signature',
        prefix: 'v1=',
        separator: 'comma',
      },
      ...{ signed: '{timestamp}.{body}', timestamp: { header: 'Stripe-Signature', prefix: 't=', unit: 'seconds' } },
    },
    secret: 'given',
    secretName: 'signing secret',
    body: 'json',
    eventId: { in: 'body', name: 'id' },
    source: 'https://docs.stripe.com/webhooks#verify-manually',
  },
  shopify: {
    name: 'Shopify',
    proof: { ...overBody, encoding: 'base64', header: 'X-Shopify-Hmac-Sha256' },
    secret: 'given',
    secretName: 'client secret',
    body: 'json',
    eventId: { in: 'header', name: 'X-Shopify-Webhook-Id' },
    source: 'https://shopify.dev/docs/apps/build/webhooks/subscribe/https',
  },
  github: {
    name: 'GitHub',
    proof: { ...overBody, encoding: 'hex', header: 'X-Hub-Signature-256', prefix: 'sha256=' },
    secret: 'either',
    secretName: 'secret',
    body: 'json',
    eventId: { in: 'header', name: 'X-GitHub-Delivery' },
    source: 'https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries',
  },
  slack: {
    name: 'Slack',
    proof: {
      ...{ type: 'signature', algorithm: 'sha256', encoding: 'hex', header: 'X-Slack-Signature', prefix: 'v0=' },
      ...{ signed: 'v0:{timestamp}:{body}', timestamp: { header: 'X-Slack-Request-Timestamp', unit: 'seconds' } },
    },
    secret: 'given',
    secretName: 'signing secret',
    body: 'json',
    eventId: { in: 'body', name: 'event_id' },
    source: 'https://docs.slack.dev/authentication/verifying-requests-from-slack',
  },
  hubspot: {
    name: 'HubSpot',
    proof: {
      ...{ type: 'signature', algorithm: 'sha256', encoding: 'base64', header: 'X-HubSpot-Signature-v3' },
      ...{ signed: '{method}{url}{body}{timestamp}', timestamp: { header: 'X-HubSpot-Request-Timestamp', unit: 'milliseconds' } },
    },
    secret: 'given',
    secretName: 'client secret',
    body: 'json',
    // HubSpot does not promise that an `eventId` is unique, and its bodies are lists that differ between attempts.
    eventId: null,
    source: 'https://developers.hubspot.com/docs/apps/legacy-apps/authentication/validating-requests',
  },
  typeform: {
    name: 'Typeform',
    proof: { ...overBody, encoding: 'base64', header: 'Typeform-Signature', prefix: 'sha256=' },
    secret: 'either',
    secretName: 'secret',
    body: 'json',
    eventId: { in: 'body', name: 'event_id' },
    source: 'https://www.typeform.com/developers/webhooks/secure-your-webhooks/',
  },
  twilio: {
    name: 'Twilio',
    proof: { type: 'signature', algorithm: 'sha1', encoding: 'base64', header: 'X-Twilio-Signature', signed: '{url}{form}' },
    secret: 'given',
    secretName: 'auth token',
    body: 'form',
    eventId: { in: 'header', name: 'I-Twilio-Idempotency-Token' },
    // Any other text would be sent to the caller as a message.
    response: { contentType: 'xml', text: '<Response/>' },
    source: 'https://www.twilio.com/docs/usage/webhooks/webhooks-security',
  },
  standard: {
    name: 'Standard Webhooks',
    proof: {
      ...{ type: 'signature', algorithm: 'sha256', encoding: 'base64', header: 'webhook-signature', prefix: 'v1,' },
      ...{ separator: 'space', signed: '{id}.{timestamp}.{body}', idHeader: 'webhook-id', key: 'base64' },
      timestamp: { header: 'webhook-timestamp', unit: 'seconds' },
    },
    secret: 'either',
    secretName: 'secret',
    body: 'json',
    eventId: { in: 'header', name: 'webhook-id' },
    source: 'https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md',
  },
  meta: {
    name: 'Meta',
    proof: { ...overBody, encoding: 'hex', header: 'X-Hub-Signature-256', prefix: 'sha256=' },
    secret: 'given',
    secretName: 'app secret',
    body: 'json',
    eventId: null,
    source: 'https://developers.facebook.com/docs/graph-api/webhooks/getting-started',
  },
  microsoft: {
    name: 'Microsoft Graph',
    proof: { type: 'token', in: 'body', name: 'value[*].clientState' },
    secret: 'either',
    secretName: 'clientState',
    body: 'json',
    eventId: null,
    source: 'https://learn.microsoft.com/en-us/graph/change-notifications-delivery-webhooks',
  },
  zoom: {
    name: 'Zoom',
    proof: {
      ...{ type: 'signature', algorithm: 'sha256', encoding: 'hex', header: 'x-zm-signature', prefix: 'v0=' },
      ...{ signed: 'v0:{timestamp}:{body}', timestamp: { header: 'x-zm-request-timestamp', unit: 'seconds' } },
    },
    secret: 'given',
    secretName: 'secret token',
    body: 'json',
    eventId: null,
    source: 'https://developers.zoom.us/docs/api/webhooks/#verify-with-zooms-header',
  },
  dropbox: {
    name: 'Dropbox',
    proof: { ...overBody, encoding: 'hex', header: 'X-Dropbox-Signature' },
    secret: 'given',
    secretName: 'app secret',
    body: 'json',
    eventId: null,
    source: 'https://www.dropbox.com/developers/reference/webhooks',
  },
  trello: {
    name: 'Trello',
    proof: { type: 'signature', algorithm: 'sha1', encoding: 'base64', header: 'X-Trello-Webhook', signed: '{body}{url}' },
    secret: 'given',
    secretName: 'application secret',
    body: 'json',
    eventId: { in: 'body', name: 'action.id' },
    source: 'https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/#webhook-signatures',
  },
}

/** An id that is signed with the body names its event: the same one again is a repeated event. */
const signedIdOf = (proof: HookProof | null): EventIdPlace | null =>
  proof?.type === 'signature' && proof.idHeader !== undefined && proof.signed.includes('{id}')
    ? { in: 'header', name: proof.idHeader }
    : null

/** What holds for a webhook with these settings: the sender's own, and what was set differently. `proof` is null while nobody has described it. */
export function senderOf(
  settings: HookSettings,
): Pick<Sender, 'body' | 'eventId' | 'secret' | 'secretName' | 'name' | 'response'> & { readonly proof: HookProof | null } {
  const { sender, proof = null, body, eventId, response } = settings
  const known =
    sender === 'other'
      ? ({
          name: 'Another system',
          proof,
          secret: proof?.type === 'address' ? 'ours' : 'either',
          secretName: 'secret',
          body: 'json',
          eventId: signedIdOf(proof),
        } as const)
      : senders[sender]
  const answered = response === undefined ? {} : { response }
  return { ...known, body: body ?? known.body, eventId: eventId ?? known.eventId, ...answered }
}
