/**
 * Follows redirects of requests that only read: within the origin that was asked, and to origins that the configuration allows. The guard of outgoing
 * requests judges every hop as it judges any other address.
 */
import type { OutboundAnswer, OutboundRequest } from '#server/outbound/exchange.ts'

export const redirectsMax = 5

const statuses = new Set([301, 302, 303, 307, 308])
const bodiless = new Set(['GET', 'HEAD'])
/** What another origin is told. Everything else was meant for the system that was set. */
const harmless = ['accept', 'accept-encoding', 'accept-language', 'user-agent', 'content-type']

/** Why redirects were not followed, as the rest of a sentence, while their answers are in memory. */
const refusals = new WeakMap<OutboundAnswer, string>()

const shownPlace = (url: URL) => `${url.protocol}//${url.host}`

/** Why an answer is a redirect that was not followed, e.g. "a redirect (302) to https://b.example.com, which isn't allowed"; null where it is none. */
export function redirectText(answer: OutboundAnswer): string | null {
  const { status, headers } = answer
  if (status < 300 || status > 399) return null
  const why = refusals.get(answer)
  if (why !== undefined) return `a redirect (${status}) ${why}`
  const { location = '' } = headers
  const to = URL.canParse(location) ? ` to ${shownPlace(new URL(location))}` : ''
  return `a redirect (${status})${to}, which we don't follow`
}

type Rules = {
  /** Of the system that was set: what it was given as a secret goes nowhere else. */
  readonly origin: string
  /** Other origins that a redirect may lead to. */
  readonly allowed?: readonly string[] | undefined
  /** Whether a text holds a secret of the side. */
  readonly holdsSecret?: (text: string) => boolean
  /** What to do about another origin, after "which isn't allowed"; absent where nothing can be allowed. */
  readonly remedy?: (origin: string) => string
}

type Send = (request: OutboundRequest) => Promise<OutboundAnswer>

const originsOf = (texts: readonly string[] = []) =>
  new Set(texts.flatMap((text) => (URL.canParse(text) ? [new URL(text).origin] : [])))

/** Sends requests and follows their redirects. What is refused comes back as the answer that it is; `redirectText` says why. */
export function following(send: Send, { origin, allowed, holdsSecret = () => false, remedy }: Rules): Send {
  const others = originsOf(allowed)

  /** The next request; a text says why there is none. */
  function nextOf(answer: OutboundAnswer, request: OutboundRequest): OutboundRequest | string {
    const { status, headers } = answer
    const { location } = headers
    if (location === undefined || !URL.canParse(location, request.url)) return 'without a usable Location header'
    const url = new URL(location, request.url)
    const to = `to ${shownPlace(url)}`
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return `${to}, which isn't HTTP`
    if (url.username !== '' || url.password !== '') return `${to}, which contains a user name or password`
    if (request.url.protocol === 'https:' && url.protocol === 'http:') return `${to}, which isn't encrypted`
    const isRead = bodiless.has(request.method)
    if (!isRead && (status === 301 || status === 302))
      return `${to}, which would turn ${request.method} into GET. Enter the new URL`
    const isHere = url.origin === origin && request.url.origin === origin
    if (!isHere && url.origin !== origin && !others.has(url.origin))
      return `${to}, which isn't allowed${remedy === undefined ? '' : `. ${remedy(url.origin)}`}`
    for (const name of request.secretPlaces?.queries ?? []) {
      const value = request.url.searchParams.get(name)
      if (!isHere) url.searchParams.delete(name)
      else if (value !== null && !url.searchParams.has(name)) url.searchParams.set(name, value)
    }
    if (!isHere && holdsSecret(url.href)) return `${to}, which would reveal a secret`
    const method = status === 303 && !isRead ? 'GET' : request.method
    const body = method === request.method ? (request.body ?? null) : null
    if (!isHere && body !== null && holdsSecret(String(body))) return `${to}, which would reveal a secret`
    const kept = Object.entries(request.headers).filter(
      ([name]) => (isHere || harmless.includes(name)) && (body !== null || name !== 'content-type'),
    )
    return { ...request, method, url, body, headers: Object.fromEntries(kept) }
  }

  return async (asked) => {
    let request = asked
    for (let hops = 0; ; hops += 1) {
      const answer = await send(request)
      if (!statuses.has(answer.status)) return answer
      const next = hops === redirectsMax ? `after ${redirectsMax} others` : nextOf(answer, request)
      if (typeof next === 'string') {
        refusals.set(answer, next)
        return answer
      }
      request = next
    }
  }
}
