/** OAuth2 client credentials: tokens are fetched, kept in this process and renewed before they end (RFC 6749, sections 2.3.1, 4.4 and 5). */
import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'

import type { ForeignAnswer, Problem } from '#contract/kit/problem.ts'
import type { OutboundAnswer } from '#server/outbound/exchange.ts'
import { OutboundFault } from '#server/outbound/fault.ts'
import type { Outbound } from '#server/outbound/outbound.ts'
import type { AccessTokens, Grant, Masked } from '../../kit/kind.ts'
import { problemOfWay } from '../reaching.ts'
import { remoteProblem } from '../remote-problem.ts'
import { createMask } from './masking/masking.ts'
import { following, redirectText } from './redirects.ts'
import { foreignAnswer, isAccepted, isRetried, retryAfter } from './response/answer.ts'

/** On whose behalf tokens are fetched, and by which way. */
type On = { readonly party?: string; readonly gateway?: string }

/** Why there is no token, told for the side that wanted it. */
export class AccessTokenFault extends Error {
  /** Whether asking again may bring one. */
  readonly retry: boolean
  readonly #extras: { readonly answer?: ForeignAnswer; readonly retryAfter?: number }
  /** The problem of the way to the token endpoint itself, whoever wanted the token. */
  readonly #way: Problem | null

  constructor(message: string, retry: boolean, extras: { answer?: ForeignAnswer; retryAfter?: number } = {}, cause?: unknown) {
    super(message, { cause })
    this.name = 'AccessTokenFault'
    this.retry = retry
    this.#extras = extras
    this.#way = cause instanceof OutboundFault ? problemOfWay(cause) : null
  }

  problem(side: 'source' | 'destination' | 'lookup'): Problem {
    if (this.#way) return this.#way
    return remoteProblem(this.retry ? `${side}/failing` : `${side}/refused`, { ...this.#extras, message: this.message })
  }
}

type Way = 'basic' | 'body'
type CachedToken = { token: string | null; until: number; way: Way; fetching: Promise<string> | null; quietUntil: number }

/** Milliseconds. A token of unknown life is used for five minutes; one is renewed a minute, or a tenth of its life, before its end. */
const unknownLife = 300_000
/** How long a 400, a 403 or an error text does not count as one about the token, after a new token did not help. */
const quiet = 300_000
const earlyMost = 60_000
const earlyPart = 0.1
const cachedTokensMax = 10_000
const answerBytes = 65_536

const formText = (text: string) => String(new URLSearchParams([['', text]])).slice(1)

function requestOf({ clientId, clientSecret, scope, parameters = [], format = 'form' }: Grant, way: Way) {
  const body = new URLSearchParams({ grant_type: 'client_credentials' })
  if (scope) body.set('scope', scope)
  for (const [name, value] of parameters) body.set(name, value)
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
    'user-agent': 'datacrane',
  }
  if (way === 'basic') {
    const pair = `${formText(clientId)}:${formText(clientSecret)}`
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`
  } else {
    body.set('client_id', clientId)
    body.set('client_secret', clientSecret)
  }
  return { headers, body: format === 'json' ? JSON.stringify(Object.fromEntries(body)) : String(body) }
}

function membersOf({ body }: OutboundAnswer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** A token goes into a header: visible characters only (RFC 6750, section 2.1, and what servers really send). */
const usable = /^[\x21-\x7e]{1,16384}$/

/** Tokens of every connector of this process. `now` is milliseconds of a clock that never goes back. */
export function createAccessTokens(
  { request }: Pick<Outbound, 'request'>,
  now = () => performance.now(),
): { readonly of: (owner: string, on?: On) => AccessTokens } {
  const all = new Map<string, CachedToken>()

  async function ask(grant: Grant, way: Way, on: On): Promise<OutboundAnswer> {
    try {
      // Only within the origin: the request carries the secret of the client.
      const send = following(request, { origin: grant.tokenUrl.origin })
      return await send({ method: 'POST', url: grant.tokenUrl, ...requestOf(grant, way), keep: answerBytes, ...on })
    } catch (thrown) {
      if (!(thrown instanceof OutboundFault)) throw thrown
      const isFinal = thrown.kind === 'forbidden' || thrown.kind === 'gateway-shut' || thrown.kind === 'too-large'
      throw new AccessTokenFault(`The token endpoint ${placeOf(grant)} didn't respond (${thrown.kind}).`, !isFinal, {}, thrown)
    }
  }

  async function fetchToken(grant: Grant, kept: CachedToken, on: On): Promise<string> {
    const asked = now()
    let answer = await ask(grant, kept.way, on)
    if (isWrongWay(answer)) {
      // Servers need not take both ways; which one is not said anywhere.
      const other: Way = kept.way === 'basic' ? 'body' : 'basic'
      const second = await ask(grant, other, on)
      if (isAccepted(second.status)) kept.way = other
      answer = second
    }
    const { token, life } = tokenIn(answer, grant)
    kept.token = token
    kept.until = asked + life - Math.min(earlyMost, life * earlyPart)
    return token
  }

  function keptFor(name: string, way: Way): CachedToken {
    const known = all.get(name)
    if (known) return known
    const [oldest] = all.keys()
    if (all.size >= cachedTokensMax && oldest !== undefined) all.delete(oldest)
    const made: CachedToken = { token: null, until: 0, way, fetching: null, quietUntil: Number.NEGATIVE_INFINITY }
    all.set(name, made)
    return made
  }

  function tokensOf(owner: string, on: On): AccessTokens {
    // The secret is part of the name: with another one the token is another, too. Its digest is enough for that.
    const nameOf = ({ tokenUrl, clientId, clientSecret, scope, parameters = [], format = 'form' }: Grant) =>
      createHash('sha256')
        .update(JSON.stringify([owner, on.gateway ?? '', tokenUrl.href, clientId, clientSecret, scope ?? '', parameters, format]))
        .digest('base64')
    return {
      tokenFor: async (grant, waits) => {
        // Whoever takes JSON takes the client there, too.
        const kept = keptFor(nameOf(grant), grant.format === 'json' ? 'body' : 'basic')
        if (kept.token !== null && now() < kept.until) return { token: kept.token, isNew: false }
        waits?.()
        kept.fetching ??= fetchToken(grant, kept, on).finally(() => {
          kept.fetching = null
        })
        return { token: await kept.fetching, isNew: true }
      },
      forget: (grant, token) => {
        const kept = all.get(nameOf(grant))
        if (kept?.token === token) kept.token = null
      },
      mayRenew: (grant) => now() >= (all.get(nameOf(grant))?.quietUntil ?? now()),
      didNotHelp: (grant) => {
        const kept = all.get(nameOf(grant))
        if (kept) kept.quietUntil = now() + quiet
      },
      through: (gateway) => tokensOf(owner, { ...on, gateway }),
    }
  }

  return { of: (owner, on = {}) => tokensOf(owner, on) }
}

const placeOf = ({ tokenUrl }: Grant) => `${tokenUrl.origin}${tokenUrl.pathname}`

/** RFC 6749 gives `invalid_client` the status 401; some servers give it 400. */
const isWrongWay = (answer: OutboundAnswer) =>
  (answer.status === 401 || answer.status === 400) && membersOf(answer)['error'] === 'invalid_client'

/** `Bearer` in any case, and what servers write for it: `BearerToken`, `bearer_token`, `urn:ietf:params:oauth:token-type:access_token`, nothing. */
const isBearer = (type: string): boolean => {
  const plain = type.toLowerCase().replaceAll(/[^a-z]/g, '')
  return ['', 'bearer', 'bearertoken', 'accesstoken'].includes(plain) || plain.endsWith('tokentypeaccesstoken')
}

const reasonMax = 300

/** The reason that the endpoint gives for its refusal (RFC 6749, section 5.2): `: access_denied, "…"`; empty where it says nothing. */
function reasonIn(answer: OutboundAnswer, masked: Masked): string {
  const { error, error_description: description, message } = membersOf(answer)
  const text = (value: unknown) =>
    typeof value === 'string' ? masked(value.replaceAll(/\s+/g, ' ').trim()).slice(0, reasonMax) : ''
  const [code, words] = [text(error), text(description) || text(message)]
  if (words === '') return code === '' ? '' : `: ${code}`
  return `: ${code === '' ? '' : `${code}, `}"${words}"`
}

function tokenIn(answer: OutboundAnswer, grant: Grant): { readonly token: string; readonly life: number } {
  const { status } = answer
  if (!isAccepted(status)) {
    const pair = `${formText(grant.clientId)}:${formText(grant.clientSecret)}`
    const { masked } = createMask(grant.clientSecret, pair)
    const wait = retryAfter(answer.headers['retry-after'], Date.now())
    const extras = { answer: foreignAnswer(answer, masked), ...(wait === undefined ? {} : { retryAfter: wait }) }
    throw new AccessTokenFault(
      `The token endpoint ${placeOf(grant)} returned ${redirectText(answer) ?? `${status}${reasonIn(answer, masked)}`}.`,
      isRetried(status),
      extras,
    )
  }
  const { access_token: token, token_type: type, expires_in: seconds } = membersOf(answer)
  // What such an answer holds may be a token under another name: it is not kept.
  const unusable = (why: string) => new AccessTokenFault(`The response of the token endpoint ${placeOf(grant)} ${why}.`, false)
  if (typeof token !== 'string' || !usable.test(token)) throw unusable('contains no access_token')
  if (typeof type === 'string' && !isBearer(type)) throw unusable('contains a token that is not a Bearer token')
  const life = Number(seconds) * 1_000
  return { token, life: Number.isFinite(life) && life > 0 ? life : unknownLife }
}
