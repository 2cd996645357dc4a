/**
 * Asks the token endpoint of a provider (RFC 6749, sections 4.1.3, 5 and 6). Answers that differ from the standard as those of Slack, Shopify and GitHub
 * do are read, which is why no library does it. No redirects: the request carries the secret of the client.
 */
import type { OutboundAnswer, OutboundRequest } from '../exchange.ts'
import { OutboundFault } from '../fault.ts'

export type TokenClient = {
  readonly tokenUrl: string
  readonly clientId: string
  /** Null: a public client. */
  readonly clientSecret: string | null
  readonly clientProof: 'basic' | 'body'
  readonly tokenRequest?: 'json' | undefined
  readonly tokenParameters?: Readonly<Record<string, string>> | undefined
}

/** Whose turn it is, and by which way. */
export type TokenWay = { readonly party: string; readonly gateway?: string | undefined }

export type TokenAnswer =
  | {
      readonly kind: 'tokens'
      readonly access: string
      /** Null: none was sent, so that an earlier one stays. */
      readonly refresh: string | null
      /** Seconds; null: nobody said. */
      readonly life: number | null
      readonly members: Readonly<Record<string, unknown>>
    }
  /**
   * The provider refused, and the same request is refused again. `error` is its code, `said` its words without secrets. `isOurs`: the provider was not
   * asked, and `said` is a sentence of this product.
   */
  | { readonly kind: 'refused'; readonly error: string; readonly said: string; readonly isOurs?: true }
  /** There was no usable answer. `isSent`: the provider may have acted on the request. */
  | { readonly kind: 'failed'; readonly said: string; readonly isSent: boolean; readonly retryAfter?: number }

const answerBytes = 65_536
const saidMax = 300
/** A token goes into a header: visible characters only. */
const usable = /^[\x21-\x7e]{1,16384}$/
/** Refusals that pass by themselves. */
const passing = new Set(['temporarily_unavailable', 'server_error', 'slow_down', 'ratelimited', 'rate_limited'])

const formText = (text: string) => String(new URLSearchParams([['', text]])).slice(1)

function requestOf(client: TokenClient, parameters: Readonly<Record<string, string>>) {
  const { clientId, clientSecret, clientProof, tokenRequest = 'form' } = client
  const body = new URLSearchParams({ ...parameters, ...client.tokenParameters })
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': tokenRequest === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
    'user-agent': 'datacrane',
  }
  if (clientProof === 'basic' && clientSecret !== null)
    headers['authorization'] = `Basic ${Buffer.from(`${formText(clientId)}:${formText(clientSecret)}`).toString('base64')}`
  else {
    body.set('client_id', clientId)
    if (clientSecret !== null) body.set('client_secret', clientSecret)
  }
  return { headers, body: tokenRequest === 'json' ? JSON.stringify(Object.fromEntries(body)) : String(body) }
}

/** The members of an answer, as JSON or as the form that GitHub sends to those who ask for nothing. */
function membersOf({ body, headers }: OutboundAnswer): Readonly<Record<string, unknown>> {
  const text = body.toString('utf8')
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text))
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The answer of a provider, read. @param secrets what must not come back out of its words. */
export function readTokenAnswer(answer: OutboundAnswer, secrets: readonly (string | null)[]): TokenAnswer {
  const { status } = answer
  const members = membersOf(answer)
  const clean = (value: unknown) => {
    if (typeof value !== 'string') return ''
    const masked = secrets.reduce<string>((text, secret) => (secret ? text.replaceAll(secret, '••••') : text), value)
    return masked.replaceAll(/\s+/g, ' ').trim().slice(0, saidMax)
  }
  const { access_token: access, refresh_token: refresh, expires_in: seconds, error } = members
  const code = clean(error)
  if (status >= 200 && status < 300 && code === '' && typeof access === 'string' && usable.test(access)) {
    const life = Number(seconds)
    return {
      ...{ kind: 'tokens', access, members, life: seconds !== undefined && Number.isFinite(life) && life > 0 ? life : null },
      refresh: typeof refresh === 'string' && refresh !== '' && refresh.length <= 16_384 ? refresh : null,
    }
  }
  const said = clean(members['error_description']) || clean(members['message']) || code
  const wait = Number(answer.headers['retry-after'])
  const isRefusal = code !== '' && !passing.has(code) && (status < 500 || code === 'invalid_grant') && status !== 429
  if (isRefusal) return { kind: 'refused', error: code, said }
  return {
    ...{ kind: 'failed', isSent: true },
    said:
      said === ''
        ? `The token endpoint returned ${status} without a usable token.`
        : `The token endpoint returned ${status}: ${said}`,
    ...(Number.isFinite(wait) && wait > 0 ? { retryAfter: wait * 1_000 } : {}),
  }
}

/**
 * One request for tokens. What the guard forbids is a refusal, for it will not pass by itself.
 * @param parameters with the grant: a code and its verifier, or a refresh token. They are secrets.
 */
export async function askForTokens(
  send: (request: OutboundRequest) => Promise<OutboundAnswer>,
  client: TokenClient,
  parameters: Readonly<Record<string, string>>,
  { party, gateway, signal }: TokenWay & { readonly signal?: AbortSignal },
): Promise<TokenAnswer> {
  const url = new URL(client.tokenUrl)
  const request = { method: 'POST', url, ...requestOf(client, parameters), keep: answerBytes, party, signal }
  try {
    const answer = await send(gateway === undefined ? request : { ...request, gateway })
    return readTokenAnswer(answer, [client.clientSecret, ...Object.values(parameters)])
  } catch (thrown) {
    if (!(thrown instanceof OutboundFault)) throw thrown
    if (thrown.kind === 'forbidden')
      return { kind: 'refused', error: 'forbidden', said: `Requests to ${url.host} are not allowed.`, isOurs: true }
    return { kind: 'failed', isSent: thrown.sent, said: `The token endpoint ${url.host} didn't respond (${thrown.kind}).` }
  }
}
