/**
 * A request as a person may see it. What it carries as credentials is hidden by its place, because we put it there; nothing is compared with a
 * secret, since most of a request is written by the caller, who could learn the secret from that (finding T3).
 */

import type { Masked } from '#server/engine/kit/kind.ts'
import type { SecretPlaces } from '#server/outbound/exchange.ts'
import { mask } from './masking.ts'

type Headers = Readonly<Record<string, string>>

/** Headers that carry credentials whoever wrote them. */
const always = new Set(['authorization', 'proxy-authorization', 'cookie'])
const scheme = /^(?:basic|bearer|digest|sharedkey) /i
/** The signature of an address. */
const signature = 'sig'

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}

/** `Authorization` keeps the name of its scheme. */
export function shownHeaders(headers: Headers, { headers: names = [] }: SecretPlaces = {}): Record<string, string> {
  const hidden = (name: string, value: string) => (always.has(name) ? `${scheme.exec(value)?.[0] ?? ''}${mask}` : mask)
  const entries = Object.entries(headers).map(([name, value]) => {
    const isHidden = always.has(name.toLowerCase()) || names.includes(name.toLowerCase())
    return [name, isHidden ? hidden(name.toLowerCase(), value) : value]
  })
  return Object.fromEntries(entries)
}

/**
 * @param own the parts of an address that the caller wrote; the others came from the system that is asked, and may carry our secret.
 * @param masked takes secrets out of those others.
 */
export function shownAddress(
  url: URL,
  { queries = [] }: SecretPlaces = {},
  { own, masked }: { readonly own?: URL; readonly masked?: Masked } = {},
): string {
  const known = new Set(own?.search.slice(1).split('&'))
  const foreign = (part: string) => (own && masked && !known.has(part) ? masked(part) : part)
  const search = url.search
    .slice(1)
    .split('&')
    .map((part) => {
      const name = part.split('=', 1)[0] ?? ''
      const isHidden = decoded(name) === signature || queries.includes(decoded(name))
      return isHidden ? `${name}=${mask}` : foreign(part)
    })
    .join('&')
  const path = own && masked && own.pathname !== url.pathname ? masked(url.pathname) : url.pathname
  return `${url.origin}${path}${url.search === '' ? '' : `?${search}`}`
}
