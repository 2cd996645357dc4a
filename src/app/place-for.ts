import { withoutEnd } from '#contract/kit/without-end.ts'
import type { SessionStage } from '../machines/auth/sign-in/session.machine.ts'

export const signInPath = '/sign-in'
export const challengePath = '/mfa-verify'

/** Where a person must go from `place`, a path with its search; null when they may stay. `isKnown`: who they are, also while their session has expired. */
export function placeFor(place: string, stage: SessionStage, isKnown: boolean): string | null {
  const { pathname: written, searchParams } = new URL(`${location.origin}${place}`)
  // As people type it: with a slash at the end, or in capitals.
  const pathname = (withoutEnd(written, '/') || '/').toLowerCase()
  const isAtDoor = pathname === signInPath || pathname === challengePath
  const to = isAtDoor ? searchParams.get('to') : place === '/' ? null : place
  const door = (path: string) => (to === null ? path : `${path}?${new URLSearchParams({ to })}`)
  // Whoever leaves takes their place along: who comes next does not land in it.
  if (stage === 'signingOut') return place === signInPath ? null : signInPath
  if (isKnown) return isAtDoor ? ourOwn(to) : null
  if (stage === 'challenged') return pathname === challengePath ? null : door(challengePath)
  return stage === 'signedOut' && !isAtDoor ? door(signInPath) : null
}

/** A path of this console; anything else that an address may carry leads to the dashboard. Browsers drop tabs and line ends before they look at the slashes. */
const ourOwn = (path: string | null) => (path !== null && /^\/(?!\s*[/\\])/.test(path) ? path : '/dashboard')
