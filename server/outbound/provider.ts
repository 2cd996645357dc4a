/**
 * An identity provider, asked by OpenID Connect (RFC 6749, 7636, 9207; OpenID Connect Core, Discovery and RP-Initiated Logout 1.0). The library
 * makes and checks the messages; every byte of them goes through the guarded way out (threats T-SSO and T-SSRF).
 */
import * as oidc from 'openid-client'

import type { NameLookup } from './connecting.ts'
import { OutboundFault } from './fault.ts'
import type { OutboundProxy } from './gateway/proxy.ts'
import type { OutboundLimits } from './limits.ts'
import { createOutbound, type Outbound } from './outbound.ts'
import { sendBy } from './provider-http.ts'
import { refusalOf } from './provider-refusal.ts'

export type CompanyWay = {
  readonly outbound: Pick<Outbound, 'closed' | 'request' | 'close'>
  /** Whose turn it is; a company. */
  readonly party: string
  /** Whether this process may ask there: TLS, or an address that the operator has opened. */
  readonly isFit: (url: URL) => Promise<boolean>
  /** Whether a browser may be sent there, which is not this process: its network may be another one. */
  readonly isFitForPeople: (url: URL) => boolean
}

type Settings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | null
  /** Where the provider sends people back to. */
  readonly redirectUri: string
  /** Where it sends them after its own sign-out. */
  readonly afterLogout: string
  readonly limits?: Partial<OutboundLimits>
  readonly proxy?: OutboundProxy | null
  readonly lookup?: NameLookup
  /** The provider is a company's: its word opens no way that is shut to others. Null or absent: it is the operator's. */
  readonly way?: CompanyWay | null
}

/** What the way to the provider leaves behind, to be compared on the way back. */
export type Departure = { readonly url: string; readonly state: string; readonly nonce: string; readonly verifier: string }
export type Return = Omit<Departure, 'url'> & { readonly code: string; readonly iss?: string | undefined }
/** Who somebody is to the provider. The email is its word, and proves nothing here; empty when it does not say. */
export type Identity = { readonly issuer: string; readonly subject: string; readonly email: string }
/** With all that the provider says of the person. */
export type Described = Identity & { readonly claims: Readonly<Record<string, unknown>> }

/** A person waits for these answers, four of them at the most; the console waits for 20 seconds. None is large. */
export const providerLimits: Partial<OutboundLimits> = {
  connect: 3_000,
  headers: 4_000,
  idle: 4_000,
  total: 4_000,
  bytes: 1024 * 1024,
  memory: 16 * 1024 * 1024,
}
const scope = 'openid email profile'
/** Milliseconds that the provider's description of itself is believed. */
const descriptionLife = 3_600_000
/** Seconds between its clock and ours, as the library has it for the other times of a token. */
const clockTolerance = 30
/** OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. */
const subjectForm = /^[\x20-\x7e]{1,255}$/
const emailMax = 254

export function createProvider({
  issuer,
  clientId,
  clientSecret,
  redirectUri,
  afterLogout,
  limits,
  proxy = null,
  lookup,
  way,
}: Settings) {
  const { origin, protocol, href } = new URL(issuer)
  const outbound =
    way?.outbound ??
    createOutbound({ namedOrigin: origin, proxy, limits: { ...providerLimits, ...limits }, ...(lookup ? { lookup } : {}) })
  let known: { readonly client: oidc.Configuration; readonly until: number } | null = null
  let asked: Promise<oidc.Configuration> | null = null

  /** The issuer's own origin, or the public internet with TLS: whatever else its documents name stays unasked. */
  const isFit =
    way?.isFit ??
    (async (url: URL) => url.origin === origin || (url.protocol === 'https:' && (await outbound.closed(url)) === null))
  /** Where a browser is sent, which is not this process: its network may be another one. */
  const isFitForPeople = way?.isFitForPeople ?? ((url: URL) => url.origin === origin || url.protocol === 'https:')

  const send = sendBy(outbound, isFit, way?.party)

  async function checkDescription(it: Readonly<oidc.ServerMetadata>): Promise<void> {
    // The library lets some well-known hosts describe another issuer than the one that was asked for.
    if (new URL(it.issuer).href !== href) throw new Error("The provider's configuration has another issuer.")
    const needed = [it.authorization_endpoint, it.token_endpoint, it.jwks_uri]
    if (needed.includes(undefined)) throw new Error("The provider's configuration lacks an endpoint.")
    const forPeople = [it.authorization_endpoint, it.end_session_endpoint]
    const forUs = [it.token_endpoint, it.jwks_uri, it.userinfo_endpoint]
    const fits = (addresses: readonly (string | undefined)[], rule: (url: URL) => boolean) =>
      addresses.every((each) => each === undefined || (URL.canParse(each) && rule(new URL(each))))
    const fitForUs = async (addresses: readonly (string | undefined)[]) => {
      for (const each of addresses) if (each !== undefined && !(URL.canParse(each) && (await isFit(new URL(each))))) return false
      return true
    }
    if (!fits(forPeople, isFitForPeople) || !(await fitForUs(forUs))) throw new OutboundFault('forbidden', false)
  }

  /** RFC 6749, section 2.3.1: every provider takes Basic, unless it says otherwise. */
  function authenticationFor({ token_endpoint_auth_methods_supported: methods }: Readonly<oidc.ServerMetadata>) {
    if (clientSecret === null) return oidc.None()
    const isBasic = methods === undefined || methods.includes('client_secret_basic')
    return isBasic ? oidc.ClientSecretBasic(clientSecret) : oidc.ClientSecretPost(clientSecret)
  }

  async function discover(): Promise<oidc.Configuration> {
    const execute = protocol === 'http:' ? [oidc.allowInsecureRequests] : []
    const options = { [oidc.customFetch]: send, execute }
    const described = (await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), options)).serverMetadata()
    await checkDescription(described)
    const client = new oidc.Configuration(described, clientId, undefined, authenticationFor(described))
    client[oidc.customFetch] = send
    for (const extension of execute) extension(client)
    // Without it the library takes TLS for the signature.
    oidc.enableNonRepudiationChecks(client)
    return client
  }

  /** As it was described within the hour. Many who ask at once ask once. */
  async function described(): Promise<oidc.Configuration> {
    if (known && known.until > performance.now()) return known.client
    asked ??= discover()
      .then((client) => {
        known = { client, until: performance.now() + descriptionLife }
        return client
      })
      .finally(() => {
        asked = null
      })
    return asked
  }

  function checkClaims({ iat, azp, sub }: oidc.IDToken): void {
    if (iat > Date.now() / 1_000 + clockTolerance) throw new Error('The token has an issue time in the future.')
    // OpenID Connect Core 1.0, section 3.1.3.7, item 5; the library asks only where there are several audiences.
    if (azp !== undefined && azp !== clientId) throw new Error('The token was issued to another application.')
    if (!subjectForm.test(sub)) throw new Error('The token has no valid subject.')
  }

  async function exchange({ code, state, nonce, verifier, iss }: Return): Promise<Described> {
    const client = await described()
    const back = new URL(redirectUri)
    back.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString()
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
    const tokens = await oidc.authorizationCodeGrant(client, back, checks)
    const claims = tokens.claims()
    if (!claims) throw new Error('The provider sent no ID token.')
    checkClaims(claims)
    const isSilent = claims['email'] === undefined && client.serverMetadata().userinfo_endpoint !== undefined
    const more = isSilent ? await oidc.fetchUserInfo(client, tokens.access_token, claims.sub) : claims
    const email = more['email']
    const identity = { issuer: claims.iss, subject: claims.sub, email: typeof email === 'string' ? email.slice(0, emailMax) : '' }
    return { ...identity, claims: { ...claims, ...more } }
  }

  return {
    /** Throws `oauth/failed`. */
    async depart(): Promise<Departure> {
      const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
      const challenge = { code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
      try {
        const client = await described()
        const url = oidc.buildAuthorizationUrl(client, { redirect_uri: redirectUri, scope, state, nonce, ...challenge })
        return { url: url.href, state, nonce, verifier }
      } catch (thrown) {
        throw await refusalOf(thrown, [clientSecret])
      }
    },

    /** Throws `oauth/failed`, whatever does not fit; its cause says for the log what it was, without any value. */
    async identify(back: Return): Promise<Described> {
      try {
        return await exchange(back)
      } catch (thrown) {
        throw await refusalOf(thrown, [clientSecret, back.code, back.verifier])
      }
    },

    /** Where a browser signs out of the provider as well; null when it offers none. Throws `oauth/failed`. */
    async logoutUrl(): Promise<string | null> {
      try {
        const client = await described()
        if (client.serverMetadata().end_session_endpoint === undefined) return null
        return oidc.buildEndSessionUrl(client, { post_logout_redirect_uri: afterLogout }).href
      } catch (thrown) {
        throw await refusalOf(thrown, [clientSecret])
      }
    },

    /** The way of companies stays open for the others. */
    close: async () => {
      if (!way) await outbound.close()
    },
  }
}
