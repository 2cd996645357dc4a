import { useSelector } from '@xstate/react'
import { lazy, Suspense, useLayoutEffect } from 'react'
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'

import type { AppearanceActor } from './machines/appearance/appearance.machine.ts'
import type { SessionActor } from './machines/session/session.machine.ts'
import { selectStage, selectUser } from './machines/session/session.selectors.ts'
import { reloadPage } from './services/page.ts'
import { Spinner } from './views/parts/Spinner.tsx'
import { SessionGate } from './views/session/SessionGate.tsx'
import { ErrorBoundary } from './views/shell/ErrorBoundary.tsx'

const Inside = lazy(async () => ({ default: (await import('./routes/Inside.tsx')).Inside }))
const SetupRoute = lazy(async () => ({ default: (await import('./routes/SetupRoute.tsx')).SetupRoute }))

type RoutesProps = { readonly session: SessionActor; readonly appearance: AppearanceActor }

const signInPath = '/sign-in'

/** Who may come in. Which path shows which screen inside is in `routes/Inside.tsx`: the sign-in page loads none of it. */
export function Routes({ session, appearance }: RoutesProps) {
  // The server shows this place only while there is nobody, so a session that the browser still keeps is of another time.
  const isFirstVisit = usePathname() === '/setup'
  return (
    <ErrorBoundary onReload={reloadPage}>
      {isFirstVisit ? (
        <Suspense fallback={<Spinner label="Loading…" />}>
          <SetupRoute session={session} />
        </Suspense>
      ) : (
        <>
          <Whereabouts session={session} />
          <SessionGate actor={session}>
            <Suspense fallback={<Spinner label="Loading…" />}>
              <Inside session={session} appearance={appearance} onReload={reloadPage} />
            </Suspense>
          </SessionGate>
        </>
      )}
    </ErrorBoundary>
  )
}

/** Without a session every path leads to the sign-in page, and from there back to where the person wanted to go. */
function Whereabouts({ session }: { readonly session: SessionActor }) {
  const stage = useSelector(session, selectStage)
  const isKnown = useSelector(session, (snapshot) => selectUser(snapshot) !== null)
  const path = usePathname()
  const search = useSearch()
  const target = placeFor(`${path}${search}`, stage === 'signedOut', isKnown)
  useLayoutEffect(() => {
    if (target !== null) navigate(target, { replace: true })
  }, [target])
  return null
}

/** Where a person must go from `place`; null when they may stay. */
function placeFor(place: string, isOutside: boolean, isKnown: boolean): string | null {
  const { pathname, searchParams } = new URL(place, location.origin)
  if (isOutside && pathname !== signInPath)
    return place === '/' ? signInPath : `${signInPath}?${new URLSearchParams({ to: place })}`
  if (isKnown && pathname === signInPath) return ourOwn(searchParams.get('to'))
  return null
}

/** A path of this console; anything else that an address may carry leads to the dashboard. */
const ourOwn = (path: string | null) => (path !== null && /^\/(?![/\\])/.test(path) ? path : '/dashboard')
