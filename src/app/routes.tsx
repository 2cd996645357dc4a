import { useSelector } from '@xstate/react'
import { lazy, Suspense, useLayoutEffect } from 'react'
import styled from 'styled-components'
import type { SessionActor } from '../machines/auth/sign-in/session.machine.ts'
import { selectStage, selectUser } from '../machines/auth/sign-in/session.machine.ts'
import type { AppearanceActor } from '../machines/shell/appearance.machine.ts'
import { pathNow } from '../services/kit/address/base.ts'
import { reloadPage } from '../services/kit/page.ts'
import { SessionGate } from '../views/auth/sign-in/SessionGate.tsx'
import { sessionMessages } from '../views/auth/sign-in/session.messages.ts'
import { navigate, usePathname, useSearch } from '../views/kit/browser-location.ts'
import { ErrorBoundary } from '../views/kit/feedback/ErrorBoundary.tsx'
import { Spinner } from '../views/kit/feedback/Spinner.tsx'
import { pageLoaded } from '../views/kit/first-shown.ts'
import { challengePath, placeFor, signInPath } from './place-for.ts'
import { publicPlace } from './public-paths.ts'

const Outside = lazy(async () => ({ default: (await import('./public-routes.ts')).PublicScreen }))
const Challenge = lazy(async () => ({ default: (await import('../views/auth/mfa/ChallengeRoute.tsx')).ChallengeRoute }))
/** After the page, which works without it: where it cannot be loaded, nothing stands there. */
const Passkey = lazy(async () => {
  await pageLoaded()
  const route = await import('../views/auth/sign-in/PasskeyRoute.tsx').catch(() => null)
  return { default: route?.PasskeyRoute ?? ((_: { readonly session: SessionActor }) => null) }
})
const Providers = lazy(async () => ({ default: (await import('../views/auth/sign-in/ProvidersRoute.tsx')).ProvidersRoute }))
const AuthenticatedApp = lazy(async () => ({ default: (await import('./AuthenticatedApp.tsx')).AuthenticatedApp }))

/** As high as the button that follows. */
const PasskeyRoom = styled.div`
  min-height: 36px;
`

const waiting = (
  <main>
    <Spinner label={sessionMessages.loading} />
  </main>
)

type RoutesProps = { readonly session: SessionActor; readonly appearance: AppearanceActor }

/** Who may come in. Which path shows which screen inside is in `AuthenticatedApp.tsx`: the sign-in page loads none of it. */
export function Routes({ session, appearance }: RoutesProps) {
  const path = usePathname()
  const place = publicPlace(path)
  const challenge = (
    <Suspense fallback={<Spinner label={sessionMessages.loading} />}>
      <Challenge session={session} />
    </Suspense>
  )
  return (
    <ErrorBoundary onReload={reloadPage}>
      {place !== null ? (
        <Suspense fallback={waiting}>
          <Outside key={place} place={place} session={session} />
        </Suspense>
      ) : (
        <>
          <RedirectGuard session={session} />
          <SessionGate
            actor={session}
            isAtChallenge={path === challengePath}
            challenge={challenge}
            providers={
              <>
                <Suspense fallback={<PasskeyRoom />}>
                  <Passkey session={session} />
                </Suspense>
                <Suspense>
                  {
                    // Most consoles have none, and load nothing of them.
                    document.querySelector('meta[name="providers"]:not([content="[]"])') && <Providers />
                  }
                </Suspense>
              </>
            }
          >
            <Suspense fallback={waiting}>
              <AuthenticatedApp session={session} appearance={appearance} challenge={challenge} onReload={reloadPage} />
            </Suspense>
          </SessionGate>
        </>
      )}
    </ErrorBoundary>
  )
}

/** Without a session every path leads to the sign-in page, and from there back to where the person wanted to go. */
function RedirectGuard({ session }: { readonly session: SessionActor }) {
  const stage = useSelector(session, selectStage)
  const isKnown = useSelector(session, (snapshot) => selectUser(snapshot) !== null)
  const path = usePathname()
  const search = useSearch()
  const target = placeFor(`${path}${search}`, stage, isKnown)
  useLayoutEffect(() => {
    if (target !== null) navigate(target, { replace: true })
  }, [target])
  // A person who leaves a challenge returns to the form; a person who opens its path without one sees a message.
  useLayoutEffect(() => {
    if (stage === 'challenged')
      return () => {
        if (pathNow() === challengePath) navigate(`${signInPath}${location.search}`, { replace: true })
      }
  }, [stage])
  return null
}
