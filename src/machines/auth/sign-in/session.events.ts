import type { MfaChallenge, User } from '#contract/auth/auth.ts'
import type { Problem } from '#contract/kit/problem.ts'

/** What a browser keeps of a session, and how long the access token may still be used before a refresh is due. */
export type SessionState = {
  readonly user: User
  readonly accessToken: string
  readonly refreshToken: string
  /** Milliseconds from now until a refresh is due, by the server's clock; 0 when it is due at once. */
  readonly refreshIn: number
}

/** What a sign-in leads to: a session, or the question for a second factor. */
export type SignedIn = SessionState | MfaChallenge

export type SessionEvent =
  | { readonly type: 'user.wroteEmail'; readonly email: string }
  | { readonly type: 'user.wrotePassword'; readonly password: string }
  | { readonly type: 'user.toggledPassword' }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.cancelled' }
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.signedOut' }
  /** The tab came to the front and a refresh is due by now, or a call was refused with 401. */
  | { readonly type: 'browser.asked' }
  /** Another tab refreshed, signed in or signed out. */
  | { readonly type: 'browser.replaced'; readonly standing: SessionState }
  | { readonly type: 'browser.cleared' }
  /** A provider asks for the second factor after its own sign-in. */
  | { readonly type: 'provider.challenged'; readonly challenge: MfaChallenge }
  /** The tries or the time for the second factor are used up. */
  | { readonly type: 'challenge.ended'; readonly problem: Problem }
