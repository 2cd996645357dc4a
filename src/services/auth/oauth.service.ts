/** The way through an identity provider, and what this tab keeps of it. RFC 6749 section 10.12, `contract/auth/oauth.ts`. */
import Type from 'typebox'
import { Check } from 'typebox/schema'

import type { MfaChallenge, Session } from '#contract/auth/auth.ts'
import { oauthEndpoints, Provider, type ProviderReturn, returnLifetime, type Tested, Unlinked } from '#contract/auth/oauth.ts'
import { refusal } from '#contract/kit/problem.ts'
import { type Access, call } from '../kit/api-client.ts'

/** One try: what the provider sent, and a ticket, are used once. */
const once = { retries: 0, backoffCap: 0 }
const startKey = 'oauth-start'
const identityKey = 'oauth-identity'

const Started = Type.Object({ state: Type.String(), to: Type.String() })
const Proved = Type.Object({ identity: Unlinked, to: Type.String() })

/** The providers that the server has written into the page; none where it has written none, or nothing that can be read. */
export function providersOfPage(): readonly Provider[] {
  const said = parsed(document.querySelector('meta[name="providers"]')?.getAttribute('content') ?? null)
  return Check(Type.Array(Provider), said) ? (said as Provider[]) : []
}

/** Keeps the state and the place to come back to, then leaves the page for the provider. */
export async function startAtProvider(provider: string, to: string | null, signal: AbortSignal): Promise<void> {
  leaveFor(await call(oauthEndpoints.start, { body: { provider }, signal, patience: once }), to)
}

type Departure = { readonly authorizationUrl: string; readonly state: string }

/** Keeps what is compared on the way back, and has the page leave. */
export function leaveFor({ authorizationUrl, state }: Departure, to: string | null): void {
  const address = new URL(authorizationUrl)
  if (!/^https?:$/.test(address.protocol)) throw refusal('oauth/failed')
  keep(startKey, { state, to: to ?? '' })
  location.assign(address)
}

/** What stands in the address of a return, and what this tab kept of its beginning. */
export function arrivalAt(search: string, path = '') {
  const query = new URLSearchParams(search)
  // Of a company's own provider.
  const company = path.split('/')[2] ?? ''
  const [code, state, iss] = [query.get('code'), query.get('state'), query.get('iss')]
  const isReturn = code !== null && state !== null && !query.has('error')
  const started = read(startKey)
  const proved = [...query].length === 0 ? read(identityKey) : null
  const wasStarted = Check(Started, started)
  const wasProved = Check(Proved, proved)
  const keptState = wasStarted ? (started as { state: string }).state : null
  return {
    /** What the provider refused with, in its own words; null when it did not, or when somebody else says so. RFC 6749 section 4.1.2.1. */
    refused: state !== null && state === keptState ? query.get('error_description') || query.get('error') : null,
    to: (wasStarted ? (started as { to: string }).to : '') || (wasProved ? (proved as { to: string }).to : ''),
    arrival: {
      returned: isReturn
        ? ({ code, state, ...(iss === null ? {} : { iss }), ...(company === '' ? {} : { company }) } satisfies ProviderReturn)
        : null,
      keptState,
      proved: wasProved ? (proved as { identity: Unlinked }).identity : null,
    },
  }
}

/** Exchanges what the provider sent. The state that was kept is used up by it. */
export function finishReturn(returned: ProviderReturn, signal: AbortSignal): Promise<Session | MfaChallenge | Unlinked | Tested> {
  forget(startKey)
  return call(oauthEndpoints.finish, { body: returned, signal, patience: once })
}

/** Keeps a proved identity for whoever signs in next in this tab. */
export function keepIdentity(identity: Unlinked, to: string): void {
  keep(identityKey, { identity, to })
}

/** Connects a proved identity to the account of whoever is signed in. */
export async function linkIdentity(ticket: string, access: Access, signal: AbortSignal): Promise<void> {
  forget(identityKey)
  await call(oauthEndpoints.link, { body: { ticket }, access, signal, patience: once })
}

/** Throws `ProblemError` where the browser keeps nothing: without it a return cannot be told from a forged one. */
function keep(key: string, what: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...what, until: Date.now() + returnLifetime }))
  } catch (thrown) {
    throw refusal('oauth/failed', {}, { cause: thrown })
  }
}

function read(key: string): unknown {
  try {
    const kept = parsed(sessionStorage.getItem(key))
    return Number(Object(kept).until) > Date.now() ? kept : null
  } catch {
    return null
  }
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing could be kept, so nothing is left.
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
