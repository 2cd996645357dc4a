/** The request of one HTTP side: address, headers and authentication, built once per run. */
import type { Auth, NamedValue, SecretValue } from '#contract/connectors/config/config.ts'
import type { Timeouts } from '#contract/connectors/config/timeouts.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { OutboundAnswer, OutboundRequest, SecretPlaces } from '#server/outbound/exchange.ts'
import { OutboundFault } from '#server/outbound/fault.ts'
import { fitsHeader } from '#server/outbound/headers.ts'
import { boundTo } from '#server/platform/security/secret-origins.ts'
import type { UsedCredentials } from '#server/records/connections/connection-use.repository.ts'
import type { Grant, Masked, Tools } from '../../kit/kind.ts'
import type { TokenSource } from '../../kit/token-source.ts'
import { createAccessTokens } from './access-token.ts'
import { createEchoes, type Echoes } from './masking/echoes.ts'
import { createMask, type Mask } from './masking/masking.ts'
import { shownAddress, shownHeaders } from './masking/shown-request.ts'
import { following } from './redirects.ts'
import { tokenRefusal } from './response/token-refusal.ts'
import { type Fill, fillBody, filler, fillUrl } from './variables.ts'

/** What source, destination and enrichment have in common. */
type Side = {
  readonly url?: string
  readonly requestMethod?: string
  readonly headers?: readonly NamedValue[]
  readonly queries?: readonly NamedValue[]
  readonly auth?: Auth
  readonly secrets?: readonly SecretValue[]
  readonly variables?: readonly NamedValue[]
  readonly body?: { readonly rawContent: string }
  readonly timeouts?: Timeouts
  readonly redirectOrigins?: readonly string[]
}

export type RequestTemplate = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Of a side that sends always the same; null when it has none, or the method takes none. */
  readonly body: string | null
  /** Takes every secret of this side out of a text of the other system that is going to be kept or shown. */
  readonly masked: Masked
  /** Takes out of records what the requests of this side carried to prove who asks, beyond what was saved. */
  readonly echoes: Echoes
  /** An address of this side as people may see it. What is not part of `own` (the address of the configuration) came from the other system. */
  readonly shownAddress: (url: URL, own?: URL) => string
  /** Headers of a request as people may see them, with what its authentication adds at the time of sending. */
  readonly shownHeaders: (headers: Readonly<Record<string, string>>) => Record<string, string>
  /**
   * Sends one request of this side; what its authentication adds at the time of sending is added here. Throws `OutboundFault` and, where a
   * token is needed, `AccessTokenFault`.
   */
  readonly send: (request: OutboundRequest) => Promise<OutboundAnswer>
}

type Authenticated = {
  readonly headers?: Record<string, string>
  readonly query?: readonly [string, string]
  readonly secrets?: readonly string[]
  /** Made of a secret and sent in its place. */
  readonly made?: string
  readonly places?: SecretPlaces
  readonly grant?: Grant
  readonly source?: TokenSource
  /** Takes the token alone, in place of `Authorization`. */
  readonly tokenHeader?: string
}

async function authenticated(
  auth: Auth | UsedCredentials | undefined,
  origin: string,
  { readSecret, signedIn }: Pick<Tools, 'readSecret' | 'signedIn'>,
): Promise<Authenticated> {
  switch (auth?.type) {
    case 'oauth2AuthorizationCode': {
      if (!signedIn || !('connectionId' in auth)) throw refusal('connection/not-found')
      const tokenHeader = auth.tokenHeader
      const source = signedIn(auth.connectionId, origin)
      return { source, ...(tokenHeader === undefined ? {} : { tokenHeader, places: { headers: [tokenHeader] } }) }
    }
    case 'basic': {
      const password = await readSecret(auth.password, origin)
      const pair = auth.keyAsUserName === true ? `${password}:` : `${auth.username}:${password}`
      const made = Buffer.from(pair).toString('base64')
      return { headers: { authorization: `Basic ${made}` }, secrets: [password, pair], made }
    }
    case 'bearer': {
      const token = await readSecret(auth.token, origin)
      return { headers: { authorization: `Bearer ${token}` }, secrets: [token] }
    }
    case 'apiKey': {
      const value = await readSecret(auth.value, origin)
      const secrets = [value]
      if (auth.in === 'query') return { query: [auth.name, value], secrets, places: { queries: [auth.name] } }
      const name = auth.name.toLowerCase()
      return { headers: { [name]: value }, secrets, places: { headers: [name] } }
    }
    case 'oauth2ClientCredentials': {
      const tokenUrl = new URL(auth.tokenUrl)
      const clientSecret = await readSecret(auth.clientSecret, boundTo(tokenUrl.origin, origin))
      return {
        secrets: [clientSecret],
        grant: {
          ...{ tokenUrl, clientId: auth.clientId, clientSecret, scope: auth.scope, format: auth.tokenRequest ?? 'form' },
          parameters: [
            ...(auth.audience ? [['audience', auth.audience] as const] : []),
            ...(auth.parameters ?? []).map(({ name, value }) => [name, value] as const),
          ],
        },
      }
    }
    default:
      return {}
  }
}

type SecretParts = {
  readonly headers: Readonly<Record<string, string>>
  readonly queries: readonly (readonly [string, string])[]
}

/** Secrets in further headers and query parameters, each read for the origin of the request itself. */
async function secretParts(
  secrets: readonly SecretValue[],
  origin: string,
  readSecret: Tools['readSecret'],
): Promise<SecretParts> {
  const headers: Record<string, string> = {}
  const queries: (readonly [string, string])[] = []
  for (const { in: place, name, value } of secrets) {
    const plain = await readSecret(value, origin)
    if (place === 'header') headers[name.toLowerCase()] = plain
    else queries.push([name, plain])
  }
  return { headers, queries }
}

/** A saved secret is not seen by the validation. @throws `connector/invalid` for one that its header cannot carry. */
function refuseUnfit(headers: Readonly<Record<string, string>>): void {
  const name = Object.keys(headers).find((it) => !fitsHeader(headers[it] ?? ''))
  if (name === undefined) return
  throw refusal('connector/invalid', {
    message: `The secret in the header "${name}" contains a line break or an invalid character. Enter it again and deploy.`,
  })
}

/** Waits for a token, unless the request is taken back before it comes; the token is fetched for the others all the same. */
function unlessGone<T>(coming: Promise<T>, { signal, withdrawn }: OutboundRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    const isGone = () => {
      if (signal?.aborted) reject(new OutboundFault('aborted', false))
      else if (withdrawn?.aborted) reject(new OutboundFault('withheld', false))
    }
    const end = () => {
      for (const it of [signal, withdrawn]) it?.removeEventListener('abort', isGone)
    }
    for (const it of [signal, withdrawn]) it?.addEventListener('abort', isGone)
    isGone()
    coming.then(resolve, reject).finally(end)
  })
}

/**
 * Sends with a bearer token. An answer that refuses it may mean that it ended early: then once more with another, under the same key, for nothing was
 * taken. A 401 says so; a 400, a 403 or words may mean something else, so they count only for a token that was not fetched for this request.
 */
function withToken(
  {
    source,
    places,
    header,
  }: { readonly source: TokenSource; readonly places: SecretPlaces | undefined; readonly header?: string | undefined },
  mask: Mask,
  echoes: Echoes,
  request: RequestTemplate['send'],
): RequestTemplate['send'] {
  const attempt = async (asked: OutboundRequest) => {
    const { token, isNew } = await unlessGone(source.tokenFor(), asked)
    mask.add(token)
    echoes.add(token)
    const proof = header === undefined ? { authorization: `Bearer ${token}` } : { [header]: token }
    const headers = { ...asked.headers, ...proof }
    return { token, isNew, answer: await request({ ...asked, headers, ...(places ? { secretPlaces: places } : {}) }) }
  }
  return async (asked) => {
    const first = await attempt(asked)
    const refusal = tokenRefusal(first.answer)
    if (refusal === null || (refusal === 'possible' && first.isNew) || !source.mayRenew(refusal)) return first.answer
    source.forget(first.token)
    const second = await attempt(asked)
    if (refusal === 'possible' && tokenRefusal(second.answer) !== null) source.didNotHelp()
    return second.answer
  }
}

/** Client credentials, whose tokens are fetched anew each time that one is refused for certain. */
function sourceOf(grant: Grant, { outbound, accessTokens }: Tools): TokenSource {
  const tokens = accessTokens ?? createAccessTokens(outbound).of('')
  return {
    tokenFor: () => tokens.tokenFor(grant),
    forget: (token) => tokens.forget(grant, token),
    mayRenew: (refusal) => refusal === 'certain' || tokens.mayRenew(grant),
    didNotHelp: () => tokens.didNotHelp(grant),
  }
}

/** The values of the configuration stand for those of the same name in the address; a name that comes twice there is sent twice. */
function addQueries(url: URL, queries: readonly NamedValue[], fill: Fill): void {
  const active = queries
    .filter((it) => it.active !== false)
    .map(({ key, urlKey, value }) => [urlKey || key, fill(value)] as const)
  for (const [name] of active) url.searchParams.delete(name)
  for (const [name, value] of active) url.searchParams.append(name, value)
}

/** The time limits of a side, in milliseconds; those that are not set are the usual ones. */
function timeoutsOf({ timeouts }: { readonly timeouts?: Timeouts | undefined }): OutboundRequest['timeouts'] {
  if (timeouts === undefined) return undefined
  const { firstByteSeconds: first, totalSeconds: total } = timeouts
  return {
    ...(first === undefined ? {} : { firstByte: first * 1_000 }),
    ...(total === undefined ? {} : { total: total * 1_000 }),
  }
}

function joinedPlaces(ofAuth: SecretPlaces | undefined, { headers, queries }: SecretParts): SecretPlaces | undefined {
  const names = [...(ofAuth?.headers ?? []), ...Object.keys(headers)]
  const parameters = [...(ofAuth?.queries ?? []), ...queries.map(([name]) => name)]
  return names.length + parameters.length === 0 ? ofAuth : { headers: names, queries: parameters }
}

const bodiless = new Set(['GET', 'HEAD', 'OPTIONS'])

const redirectRemedy = (origin: string) => `If it belongs to this system, add ${origin} to the allowed redirects`

/**
 * Reads the secrets of a side and puts its request together. Throws what `readSecret` throws.
 * @param follows whether redirects are followed: not where records are sent, because they may have been taken.
 */
export async function requestTemplate(
  config: Side,
  usualMethod: string,
  tools: Tools,
  follows = false,
): Promise<RequestTemplate> {
  const fill = filler(config.variables)
  const method = config.requestMethod ?? usualMethod
  const url = fillUrl(config.url ?? '', fill)
  const headers: Record<string, string> = { 'user-agent': 'datacrane' }
  for (const { key, value, active } of config.headers ?? []) if (active !== false) headers[key.toLowerCase()] = fill(value)
  addQueries(url, config.queries ?? [], fill)
  const auth = await authenticated(config.auth, url.origin, tools)
  if (auth.query) url.searchParams.set(...auth.query)
  const more = await secretParts(config.secrets ?? [], url.origin, tools.readSecret)
  for (const pair of more.queries) url.searchParams.set(...pair)
  refuseUnfit({ ...auth.headers, ...more.headers })
  const mask = createMask(...(auth.secrets ?? []), ...Object.values(more.headers), ...more.queries.map(([, value]) => value))
  const places = joinedPlaces(auth.places, more)
  const echoes = createEchoes(...(auth.made === undefined ? [] : [auth.made]))
  const timeouts = timeoutsOf(config)
  const rules = {
    origin: url.origin,
    allowed: config.redirectOrigins,
    holdsSecret: (text: string) => mask.masked(text) !== text,
    remedy: redirectRemedy,
  }
  const ask: RequestTemplate['send'] = (request) => tools.outbound.request(request)
  const request = follows ? following(ask, rules) : ask
  const source = auth.source ?? (auth.grant ? sourceOf(auth.grant, tools) : null)
  const send: RequestTemplate['send'] = source
    ? withToken({ source, places, header: auth.tokenHeader }, mask, echoes, request)
    : (asked) => request(places ? { ...asked, secretPlaces: places } : asked)
  const text = bodiless.has(method) ? undefined : config.body?.rawContent
  return {
    method,
    url,
    headers: { ...headers, ...auth.headers, ...more.headers },
    body: text === undefined ? null : fillBody(text, config.variables),
    masked: mask.masked,
    echoes,
    shownAddress: (address, own = url) => shownAddress(address, places, { own, masked: mask.masked }),
    shownHeaders: (given) => ({
      ...shownHeaders(given, places),
      ...(source ? (auth.tokenHeader === undefined ? { authorization: 'Bearer ••••' } : { [auth.tokenHeader]: '••••' }) : {}),
    }),
    send: (request) => send({ timeouts, ...request }),
  }
}
