import ky, { isHTTPError, isNetworkError, isTimeoutError } from 'ky'
import { Check } from 'typebox/schema'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { type Problem, type ProblemCode, ProblemError, refusal, toProblem } from '#contract/kit/problem.ts'
import { ProblemShape } from '#contract/kit/schemas.ts'
import { backgroundHeader } from '#contract/kit/web-address.ts'
import { addressOf } from './address/base.ts'
import { tellRefusal } from './maintenance.refusals.ts'
import { isBackground } from './page.ts'

/** How a signed-in person's calls are let in. */
export type Access = {
  /** The access token as it is now; null when nobody is signed in. */
  readonly bearer: () => string | null
  /** Resolves when another token than `used` may be tried. Rejects with a `ProblemError` when there will be none. */
  readonly renew: (used: string, signal: AbortSignal) => Promise<void>
  /** Waits for another token where this one ends within five minutes. Rejects with a `ProblemError` when another person came meanwhile. */
  readonly freshen?: (signal: AbortSignal) => Promise<void>
  /** Resolves when the maintenance is over that refused a call, for the same person. Without it the refusal is an error like any other. */
  readonly outlast?: (signal: AbortSignal) => Promise<void>
  /** Signs the person out. */
  readonly leave?: () => void
}

/** How often, and with which longest pause in milliseconds. How long in all is the actor's to say. `core-platform.md` section 9. */
export type Patience = { readonly retries: number; readonly backoffCap: number }

export const patient: Patience = { retries: 5, backoffCap: 20_000 }
/** For what sends mail or uses a token up: when the answer to a first try was lost, a second one would hear something else. */
export const once: Patience = { retries: 0, backoffCap: 0 }

export type Call<E extends Endpoint> = {
  readonly signal: AbortSignal
  readonly access?: Access
  readonly patience?: Patience
  /** Milliseconds of one try, for the few calls that no actor bounds. */
  readonly limit?: number | undefined
  /** Whether no person caused it; where it is not said, it is told by whether somebody is at the page. */
  readonly isBackground?: boolean
  /** Of a POST that was made before and whose answer did not arrive: the server gives the first answer again. */
  readonly key?: string
} & Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>>

type Part<K extends string, T> = undefined extends T ? { readonly [P in K]?: T } : { readonly [P in K]: T }

type Loose = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
}

/**
 * Makes one call and holds the answer against the contract. A POST carries one `Idempotency-Key` through all its retries, so that
 * nothing is made twice. After a 401 it is made once more with a renewed token, after a maintenance once more when that is over. Throws `ProblemError` and nothing else.
 */
export async function call<E extends Endpoint>(endpoint: E, request: Call<E>): Promise<ReplyOf<E>> {
  const key = endpoint.method === 'POST' ? { 'idempotency-key': request.key ?? newKey() } : {}
  try {
    return await admitted(endpoint, request, key)
  } catch (thrown) {
    if (request.access?.outlast === undefined || toProblem(thrown).code !== 'maintenance/on') throw thrown
    await request.access.outlast(request.signal).catch(() => {
      throw thrown
    })
  }
  return admitted(endpoint, request, key)
}

async function admitted<E extends Endpoint>(
  endpoint: E,
  request: Call<E>,
  key: Readonly<Record<string, string>>,
): Promise<ReplyOf<E>> {
  const { access, signal } = request
  if (access?.freshen) await access.freshen(signal)
  const bearer = access?.bearer() ?? null
  try {
    return await attempt(endpoint, request, key, bearer)
  } catch (thrown) {
    if (access === undefined || bearer === null || !isHTTPError(thrown) || thrown.response.status !== 401) throw failure(thrown)
    await access.renew(bearer, signal).catch((reason) => {
      throw failure(reason)
    })
  }
  return attempt(endpoint, request, key, access.bearer()).catch((thrown) => {
    throw failure(thrown)
  })
}

async function attempt<E extends Endpoint>(
  endpoint: E,
  request: Call<E>,
  key: Readonly<Record<string, string>>,
  bearer: string | null,
): Promise<ReplyOf<E>> {
  const { params = {}, query = {}, body }: Loose = request as Loose
  const { retries, backoffCap } = request.patience ?? patient
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const response = await ky(addressOf(path), {
    method: endpoint.method,
    searchParams: query,
    signal: request.signal,
    headers: { ...key, ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }), ...background(request.isBackground) },
    ...(body === undefined ? {} : { json: body }),
    timeout: request.limit ?? false,
    retry: {
      limit: retries,
      methods: ['get', 'post', 'put', 'delete'],
      statusCodes: [408, 413, 429, 500, 502, 503, 504],
      backoffLimit: backoffCap,
      maxRetryAfter: backoffCap,
      jitter: true,
      // Maintenance ends when a person says so: another try of the same call would only wait for it.
      shouldRetry: ({ error }) => (isHTTPError(error) && isMaintenance(error.data) ? false : undefined),
    },
  })
  const text = await (isBinary(endpoint) ? response.arrayBuffer().then(inBase64) : response.text()).catch(() => '')
  const reply = 'file' in endpoint ? text : parsed(text)
  if (Check(endpoint.reply, reply)) return reply as ReplyOf<E>
  throw refusal('net/malformed-reply')
}

const isBinary = ({ file }: Endpoint) => file?.isBinary === true
const inBase64 = (bytes: ArrayBuffer) => btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))

/** Calls of timers are no use of the session. */
const background = (isSo = isBackground()): Readonly<Record<string, string>> => (isSo ? { [backgroundHeader]: '1' } : {})

/** Numbers that a double cannot hold stay as they were sent: a page that shows a payload must not change it. Older browsers lack the means. */
function parsed(text: string): unknown {
  const isExact = 'rawJSON' in JSON
  try {
    return JSON.parse(text, (_, value: unknown, context?: { readonly source?: string }) =>
      isExact && typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
        ? JSON.rawJSON(context.source)
        : value,
    )
  } catch {
    return undefined
  }
}

/** Total: whatever a call throws becomes a `ProblemError` with a code of the catalogue. */
function failure(thrown: unknown): ProblemError {
  if (thrown instanceof ProblemError) return thrown
  if (isTimeoutError(thrown)) return refusal('net/timeout', {}, { cause: thrown })
  if (isNetworkError(thrown)) return refusal('net/unreachable', {}, { cause: thrown })
  if (isHTTPError(thrown)) return refused(thrown.response.status, thrown.data, thrown)
  // Whoever aborts has left and hears nothing of it.
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return refusal('net/timeout', {}, { cause: thrown })
  return refusal('bug/unexpected', {}, { cause: thrown })
}

/** An answer that cannot be read, in the words of the catalogue for this call. */
export const naming = (code: ProblemCode) => (thrown: unknown) => {
  throw toProblem(thrown).code === 'net/malformed-reply' ? refusal(code, {}, { cause: thrown }) : thrown
}

const isMaintenance = (said: unknown) => Check(ProblemShape, said) && said.code === 'maintenance/on'

/** The problem of a GraphQL response is in its first error. */
export function problemIn(errors: unknown): ProblemError {
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined
  const said = typeof first === 'object' && first !== null && 'extensions' in first ? first.extensions : undefined
  return Check(ProblemShape, said) ? new ProblemError(said as unknown as Problem) : refusal('net/malformed-reply')
}

/** Ids of requests that failed in this browser, newest first: a request to support names them. */
let failed: readonly string[] = []
const failedMax = 20
export const failedRequests = () => failed

/** What a status that is no success says. */
export function refused(status: number, said: unknown, cause?: unknown): ProblemError {
  if (isMaintenance(said)) tellRefusal()
  if (Check(ProblemShape, said)) {
    const { requestId } = said as unknown as Problem
    if (requestId !== undefined) failed = [requestId, ...failed].slice(0, failedMax)
    return new ProblemError(said as unknown as Problem)
  }
  // The server waited for the rest of the request in vain.
  if (status === 408) return refusal('request/interrupted', {}, { cause })
  return refusal(status >= 500 ? 'server/unavailable' : 'net/malformed-reply', {}, { cause })
}

/** 128 random bits in hex. `crypto.randomUUID` is missing where the page is served without TLS. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
