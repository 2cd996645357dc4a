/** Who sends the events of a webhook: how a sender proves itself, what its bodies are, and what it is answered. */
import Type, { type Static } from 'typebox'
import { closed, oneOf } from '../../kit/schemas.ts'

/** Systems whose proof is known; `other` is described by the person who builds the connector. */
export const senderNames = [
  ...['stripe', 'shopify', 'github', 'slack', 'hubspot', 'typeform', 'twilio', 'standard'],
  ...['meta', 'microsoft', 'zoom', 'dropbox', 'trello', 'other'],
] as const

const HeaderName = Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$" })

/** What may stand in braces in a signed text. `form`: names and values of a form in order of the names; `url`: the whole address that was called. */
export const signedParts = ['body', 'timestamp', 'id', 'method', 'url', 'form'] as const
export type SignedPart = (typeof signedParts)[number]

export const SignatureProof = closed({
  type: Type.Literal('signature'),
  algorithm: oneOf('sha1', 'sha256', 'sha384', 'sha512'),
  encoding: oneOf('hex', 'base64', 'base64url'),
  header: HeaderName,
  /** What stands before each signature, e.g. `sha256=`. */
  prefix: Type.Optional(Type.String({ maxLength: 32 })),
  /** Between several signatures in one header. Default: there is one. */
  separator: Type.Optional(oneOf('comma', 'space')),
  /** E.g. `{timestamp}.{body}`; parts are those of `signedParts`. */
  signed: Type.String({ minLength: 1, maxLength: 256 }),
  /** Where the time of the signature stands. With `prefix` it is one of the values of its header. */
  timestamp: Type.Optional(
    closed({
      header: HeaderName,
      prefix: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
      unit: oneOf('seconds', 'milliseconds'),
    }),
  ),
  /** Seconds that the time may differ from ours. Default 300. */
  tolerance: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
  /** The header whose value is `{id}` in the signed text. */
  idHeader: Type.Optional(HeaderName),
  /** How the secret becomes the key of the signature. `base64`: decoded, without `whsec_` before it. Default `text`. */
  key: Type.Optional(oneOf('text', 'base64')),
})
export type SignatureProof = Static<typeof SignatureProof>

const TokenProof = closed({
  type: Type.Literal('token'),
  in: oneOf('header', 'query', 'body'),
  /** Of a header or a query parameter; of a body the path to it, where every value must be the secret. */
  name: Type.String({ minLength: 1, maxLength: 128 }),
  /** What stands before it, e.g. `Bearer `. */
  prefix: Type.Optional(Type.String({ maxLength: 32 })),
})

export const HookProof = Type.Union([
  SignatureProof,
  TokenProof,
  /** The secret is the password. */
  closed({ type: Type.Literal('basic'), username: Type.String({ maxLength: 128 }) }),
  /** The secret is the parameter `key` of the address: whoever knows the address can send. */
  closed({ type: Type.Literal('address') }),
])
export type HookProof = Static<typeof HookProof>

/** The parameter of a secret address. */
export const addressKey = 'key'

/** Where a sender names its event, the same on every repetition. Of a body a path; several values count together. */
export const EventIdPlace = closed({ in: oneOf('header', 'body'), name: Type.String({ minLength: 1, maxLength: 256 }) })
export type EventIdPlace = Static<typeof EventIdPlace>

export const bodyKinds = ['json', 'form', 'xml', 'text'] as const
export type BodyKind = (typeof bodyKinds)[number]

/** Characters of the values of headers and query that are kept with one event. */
export const keptMax = 2_048

/** Of the response to the sender; nothing that a browser runs. */
export const responseTypes = ['text', 'json', 'xml'] as const

/** What the sender gets once its event is kept. */
export const HookResponse = closed({
  contentType: oneOf(...responseTypes),
  text: Type.String({ maxLength: 1_024 }),
})
export type HookResponse = Static<typeof HookResponse>

export const HookSettings = closed({
  sender: oneOf(...senderNames),
  /** Of `other` only. */
  proof: Type.Optional(HookProof),
  /** Default: what the sender is known for, else `json`. A form is an object of texts, XML is read as that of a source; of a text the record is `{ "text": … }`. */
  body: Type.Optional(oneOf(...bodyKinds)),
  /** What is kept beside the body: `$headers.x-github-event`, `$query.shop`. */
  keep: Type.Optional(
    closed({ headers: Type.Optional(Type.Array(HeaderName, { maxItems: 16 })), query: Type.Optional(Type.Boolean()) }),
  ),
  /** Default: what the sender is known for. */
  eventId: Type.Optional(EventIdPlace),
  /** 200 with this text. Default: what the sender is known for, else 202. */
  response: Type.Optional(HookResponse),
  /** The response waits up to 10 s for the outcome of the event: 200, or 422 or 502 where a record failed; else 202. Not together with `response`. */
  wait: Type.Optional(Type.Literal(true)),
})
export type HookSettings = Static<typeof HookSettings>

/** A secret that the sender made: printable ASCII without spaces. */
export const GivenSecret = Type.String({ minLength: 8, maxLength: 512, pattern: '^[\\x21-\\x7e]+$' })
