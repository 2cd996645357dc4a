/** An identity provider that speaks OAuth 2 alone (RFC 6749, 7636): who a person is, is asked at an address of its own with the access token. */
import * as oidc from 'openid-client'

import { OutboundFault } from './fault.ts'
import type { CompanyWay, Departure, Described, Return } from './provider.ts'
import { sendBy } from './provider-http.ts'
import { refusalOf } from './provider-refusal.ts'

type Settings = {
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly userInfoUrl: string
  readonly clientId: string
  readonly clientSecret: string | null
  readonly scope: string
  /** The member that names a person for ever. */
  readonly idField: string
  readonly redirectUri: string
  readonly way: CompanyWay
}

const subjectMax = 255
const emailMax = 254

function subjectIn(said: Readonly<Record<string, unknown>>, idField: string): string {
  const value = Object.hasOwn(said, idField) ? said[idField] : undefined
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string' || text.trim() === '' || text.length > subjectMax)
    throw new Error("The response doesn't identify the person.")
  return text
}

export function createOauth2Provider(settings: Settings) {
  const { authorizationUrl, tokenUrl, userInfoUrl, clientId, clientSecret, scope, idField, redirectUri, way } = settings

  async function client(): Promise<oidc.Configuration> {
    const forUs = await Promise.all([tokenUrl, userInfoUrl].map((it) => way.isFit(new URL(it))))
    if (!way.isFitForPeople(new URL(authorizationUrl)) || forUs.includes(false)) throw new OutboundFault('forbidden', false)
    const described = {
      issuer: new URL(authorizationUrl).origin,
      authorization_endpoint: authorizationUrl,
      token_endpoint: tokenUrl,
    }
    const authentication = clientSecret === null ? oidc.None() : oidc.ClientSecretPost(clientSecret)
    const made = new oidc.Configuration(described, clientId, undefined, authentication)
    made[oidc.customFetch] = sendBy(way.outbound, way.isFit, way.party)
    if ([tokenUrl, userInfoUrl].some((it) => it.startsWith('http:'))) oidc.allowInsecureRequests(made)
    return made
  }

  async function exchange({ code, state, verifier }: Return): Promise<Described> {
    const at = await client()
    const back = new URL(redirectUri)
    back.search = new URLSearchParams({ code, state }).toString()
    const tokens = await oidc.authorizationCodeGrant(at, back, { expectedState: state, pkceCodeVerifier: verifier })
    const headers = new Headers({ accept: 'application/json' })
    const answer = await oidc.fetchProtectedResource(at, tokens.access_token, new URL(userInfoUrl), 'GET', null, headers)
    if (answer.status !== 200) throw new Error('The user info URL returned no person.')
    const said: unknown = JSON.parse(await answer.text())
    if (typeof said !== 'object' || said === null || Array.isArray(said)) throw new Error('The response is not a JSON object.')
    const claims = said as Readonly<Record<string, unknown>>
    const email = claims['email']
    return {
      ...{ issuer: tokenUrl, subject: subjectIn(claims, idField), claims },
      email: typeof email === 'string' ? email.slice(0, emailMax) : '',
    }
  }

  return {
    /** @throws `oauth/failed` */
    async depart(): Promise<Departure> {
      const [state, verifier] = [oidc.randomState(), oidc.randomPKCECodeVerifier()]
      const challenge = { code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
      try {
        const url = oidc.buildAuthorizationUrl(await client(), { redirect_uri: redirectUri, scope, state, ...challenge })
        return { url: url.href, state, nonce: '', verifier }
      } catch (thrown) {
        throw await refusalOf(thrown, [clientSecret])
      }
    },

    /** @throws `oauth/failed` */
    async identify(back: Return): Promise<Described> {
      try {
        return await exchange(back)
      } catch (thrown) {
        throw await refusalOf(thrown, [clientSecret, back.code, back.verifier])
      }
    },
  }
}
