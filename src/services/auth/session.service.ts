import { Check } from 'typebox/schema'

import {
  authEndpoints,
  type Credentials,
  type MfaChallenge,
  refreshBeforeExpiry,
  Session,
  signInLimit,
  type User,
} from '#contract/auth/auth.ts'
import { refusal, toProblem } from '#contract/kit/problem.ts'
import { call, naming } from '../kit/api-client.ts'
import { keep, readStoredSession, removeStoredSession } from './session.storage.ts'
import { enterTab, leaveTab } from './tab.storage.ts'

/** A session as it stands now. `refreshIn`: milliseconds until a refresh is due, 0 when it is due at once. */
export type SessionState = {
  readonly user: User
  readonly accessToken: string
  readonly refreshToken: string
  readonly refreshIn: number
}

/** The answer of the server and the local clock when it came: only differences are taken, so a wrong clock does not matter. */
type StoredSession = { readonly session: Session; readonly receivedAt: number }

/** Milliseconds: a server whose tokens live shorter than the refresh comes before their end must not be asked without a pause. */
const leastPause = 30_000
const lock = 'session'
/** Milliseconds until every tab sees what one of them stored: a few in practice, more on a machine that is busy. */
const storageLag = 300
const ended = { isEnded: true }
const signInPatience = { retries: 2, backoffCap: 3_000 }
/** One try: a refresh token is used once, and the machine tries again by itself. */
const refreshPatience = { retries: 0, backoffCap: 0 }

/** Exchanges email and password for a session and keeps it in the browser; or for the challenge of a second factor. */
export async function signIn(credentials: Credentials, signal: AbortSignal): Promise<SessionState | MfaChallenge> {
  const reply = await call(authEndpoints.signIn, { body: credentials, signal, patience: signInPatience })
  return 'mfaRequired' in reply ? reply : keepNow(reply)
}

/** The session that the browser kept; null when there is none. One whose token has ended is refreshed first. */
export async function restore(): Promise<SessionState | null> {
  const text = readStoredSession()
  const kept = parse(text)
  if (kept === null) {
    // Not forgotten: other tabs would take it for a sign-out.
    if (text !== null) keep(ended)
    return null
  }
  return lifeLeft(kept) > 0 ? enter(kept) : refresh(sessionStateOf(kept))
}

/**
 * A new pair of tokens. Tabs take turns: who comes second finds what the first one got. It is not aborted, because a refresh token
 * that was used and whose answer was thrown away would end the session.
 */
export function refresh({ refreshToken }: Pick<SessionState, 'refreshToken'>): Promise<SessionState> {
  return inTurn(async () => {
    const text = readStoredSession()
    const kept = parse(text)
    if (text !== null && kept === null) throw refusal('auth/refresh-failed')
    if (kept !== null && kept.session.refreshToken !== refreshToken) return enter(kept)
    try {
      const signal = new AbortController().signal
      const session = await call(authEndpoints.refresh, {
        body: { refreshToken },
        signal,
        patience: refreshPatience,
        limit: signInLimit,
      }).catch(naming('auth/malformed-refresh'))
      // Another tab may have signed out meanwhile: what it forgot stays forgotten.
      const standing = readStoredSession() === text ? keepNow(session) : sessionStateOf({ session, receivedAt: Date.now() })
      return { ...standing, refreshIn: Math.max(leastPause, standing.refreshIn) }
    } catch (thrown) {
      // Other tabs learn that the session has ended, and keep what stands on their pages.
      if (!toProblem(thrown).retryable) keep(ended)
      throw thrown
    }
  })
}

/** Ends the session here at once, and on the server: also with an access token that is over, by the refresh token. */
export async function signOut(
  { accessToken, refreshToken }: Pick<SessionState, 'accessToken' | 'refreshToken'>,
  signal: AbortSignal,
): Promise<void> {
  removeStoredSession()
  leaveTab()
  const access = { bearer: () => accessToken, renew: () => Promise.reject(refusal('auth/token-expired')) }
  const { logoutUrl } = await call(authEndpoints.signOut, { access, body: { refreshToken }, signal, patience: signInPatience })
  if (logoutUrl !== null) location.assign(logoutUrl)
}

/** What another tab kept: a session, or null when it ended or cannot be read. */
export function sessionStateIn(text: string | null): SessionState | null {
  const kept = parse(text)
  return kept === null ? null : sessionStateOf(kept)
}

/** Whether less than five minutes are left of what the browser kept; not of what was handed out just now. */
export function isRefreshDue(text: string | null): boolean {
  const kept = parse(text)
  return kept !== null && lifeLeft(kept) < refreshBeforeExpiry && Date.now() - kept.receivedAt > leastPause
}

/** The same, for the person to go on with it here. */
export function takeOver(text: string): SessionState | null {
  const kept = parse(text)
  return kept === null ? null : enter(kept)
}

/** Another tab signed out. */
export function followOut(): void {
  leaveTab()
}

/** Keeps in the browser what a server just handed out. */
export function keepNow(session: Session): SessionState {
  const kept = { session, receivedAt: Date.now() }
  const standing = enter(kept)
  keep(kept)
  return standing
}

function enter(kept: StoredSession): SessionState {
  enterTab(kept.session.user._id)
  return sessionStateOf(kept)
}

function sessionStateOf(kept: StoredSession): SessionState {
  const { user, accessToken, refreshToken } = kept.session
  return { user, accessToken, refreshToken, refreshIn: Math.max(0, lifeLeft(kept) - refreshBeforeExpiry) }
}

/** Milliseconds that the access token still lives: its life by the server's clock less what has passed on ours. */
function lifeLeft({ session, receivedAt }: StoredSession): number {
  const life = Date.parse(session.expiresAt) - Date.parse(session.serverTime)
  return life - Math.max(0, Date.now() - receivedAt)
}

function parse(text: string | null): StoredSession | null {
  if (text === null) return null
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== 'object' || kept === null || !('session' in kept) || !('receivedAt' in kept)) return null
    const { session, receivedAt } = kept
    return typeof receivedAt === 'number' && Check(Session, session) ? { session: session as Session, receivedAt } : null
  } catch {
    return null
  }
}

/**
 * One tab at a time. Pages without TLS have no locks; there two tabs may both refresh, and the second one signs in again.
 * The turn is kept a little longer than the work: a lock changes hands at once, what another process wrote into the storage is seen
 * later, and a tab that saw only the lock would use a token that is used up. Whoever works does not wait for that.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work()
  return new Promise((resolve, reject) => {
    const turn = navigator.locks.request(lock, async () => {
      await work().then(resolve, reject)
      await new Promise((over) => setTimeout(over, storageLag))
    })
    turn.catch(reject)
  })
}
