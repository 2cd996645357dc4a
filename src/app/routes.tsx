import { useSelector } from '@xstate/react'
import { lazy, Suspense, useLayoutEffect } from 'react'
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'

import type { AppearanceActor } from './machines/appearance/appearance.machine.ts'
import type { SessionActor } from './machines/session/session.machine.ts'
import { selectStage, selectUser } from './machines/session/session.selectors.ts'
import { outsidePlace } from './routes/outside-paths.ts'
import { challengePath, placeFor, signInPath } from './routes/place-for.ts'
import { reloadPage } from './services/page.ts'
import { Spinner } from './views/parts/Spinner.tsx'
import { SessionGate } from './views/session/SessionGate.tsx'
import { ErrorBoundary } from './views/shell/ErrorBoundary.tsx'
import { sessionWords } from './words/session.ts'

const Outside = lazy(async () => ({ default: (await import('./routes/outside.ts')).OutsideScreen }))
const Challenge = lazy(async () => ({ default: (await import('./routes/ChallengeRoute.tsx')).ChallengeRoute }))
const Providers = lazy(async () => ({ default: (await import('./routes/ProvidersRoute.tsx')).ProvidersRoute }))
const Inside = lazy(async () => ({ default: (await import('./routes/Inside.tsx')).Inside }))

type RoutesProps = { readonly session: SessionActor; readonly appearance: AppearanceActor }

/** Who may come in. Which path shows which screen inside is in `routes/Inside.tsx`: the sign-in page loads none of it. */
export function Routes({ session, appearance }: RoutesProps) {
  const path = usePathname()
  const place = outsidePlace(path)
  const challenge = (
    <Suspense fallback={<Spinner label={sessionWords.loading} />}>
      <Challenge session={session} />
    </Suspense>
  )
  return (
    <ErrorBoundary onReload={reloadPage}>
      {place !== null ? (
        <Suspense fallback={<Spinner label={sessionWords.loading} />}>
          <Outside key={place} place={place} session={session} />
        </Suspense>
      ) : (
        <>
          <Whereabouts session={session} />
          <SessionGate
            actor={session}
            isAtChallenge={path === challengePath}
            challenge={challenge}
            providers={
              // Most consoles have none, and load nothing of them.
              document.querySelector('meta[name="providers"]:not([content="[]"])') && (
                <Suspense>
                  <Providers />
                </Suspense>
              )
            }
          >
            <Suspense fallback={<Spinner label={sessionWords.loading} />}>
              <Inside session={session} appearance={appearance} challenge={challenge} onReload={reloadPage} />
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
  const target = placeFor(`${path}${search}`, stage, isKnown)
  useLayoutEffect(() => {
    if (target !== null) navigate(target, { replace: true })
  }, [target])
  // Whoever leaves a challenge is led back to the form; whoever comes to its place without one is told.
  useLayoutEffect(() => {
    if (stage === 'challenged')
      return () => {
        if (location.pathname === challengePath) navigate(`${signInPath}${location.search}`, { replace: true })
      }
  }, [stage])
  return null
}
