/** An app: how this installation, or one company, is known to another system whose accounts people connect. */
import Type, { type Static } from 'typebox'
import { Secret } from '../connectors/config/config.ts'
import { closed, Id, Instant, oneOf, orNull, visibleText } from '../kit/schemas.ts'
import { oauthLimits as limits } from './oauth-limits.ts'
import { clientProofs, oauthProviders } from './oauth-presets.ts'

const Url = Type.String({ maxLength: limits.urlMax })

/** `provider` names a preset, whose addresses are used; of another system the addresses are given. */
export const OauthAppForm = closed({
  provider: oneOf(...oauthProviders, 'own'),
  name: visibleText(limits.nameMax),
  clientId: visibleText(limits.clientIdMax),
  /** Empty: the provider knows this app as a public one. */
  clientSecret: Type.String({ maxLength: 8_192 }),
  authorizeUrl: Type.Optional(Url),
  tokenUrl: Type.Optional(Url),
  scopes: Type.Optional(Type.String({ maxLength: limits.scopesMax })),
  clientProof: Type.Optional(oneOf(...clientProofs)),
  /** Whether a code challenge is sent. Default: yes. */
  pkce: Type.Optional(Type.Boolean()),
  /** For all companies of the installation. Only its operator may say so. */
  isForAll: Type.Optional(Type.Boolean()),
})
export type OauthAppForm = Static<typeof OauthAppForm>

/** As everyone who makes connections sees it. */
export const OauthApp = Type.Object({
  id: Id,
  provider: Type.String(),
  name: Type.String(),
  clientId: Type.String(),
  /** A mark; null where there is none. */
  clientSecret: orNull(Secret),
  authorizeUrl: Type.String(),
  tokenUrl: Type.String(),
  scopes: Type.String(),
  isForAll: Type.Boolean(),
  createdAt: Instant,
  /** Whether the caller may delete it. */
  isYours: Type.Boolean(),
})
export type OauthApp = Static<typeof OauthApp>

/** How the sign-in of an app goes, without its secret. */
export type OauthSettings = {
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly scopes: string
  readonly pkce: boolean
  readonly clientProof: (typeof clientProofs)[number]
}
