import { useSelector } from '@xstate/react'
import { lazy, Suspense, useMemo } from 'react'
import { Route, Switch, useLocation } from 'wouter'

import type { AppearanceActor } from '../machines/appearance/appearance.machine.ts'
import type { SessionActor } from '../machines/session/session.machine.ts'
import { selectUser } from '../machines/session/session.selectors.ts'
import { Spinner } from '../views/parts/Spinner.tsx'
import { SessionMenu } from '../views/session/SessionMenu.tsx'
import { ErrorBoundary } from '../views/shell/ErrorBoundary.tsx'
import { Shell } from '../views/shell/Shell.tsx'
import { ThemeChoice } from '../views/shell/ThemeChoice.tsx'
import { accessOf } from '../wiring/session.ts'

const DashboardRoute = lazy(async () => ({ default: (await import('./DashboardRoute.tsx')).DashboardRoute }))
const DetailsRoute = lazy(async () => ({ default: (await import('./DetailsRoute.tsx')).DetailsRoute }))
const InspectorPage = lazy(async () => ({ default: (await import('../inspector/InspectorPage.tsx')).InspectorPage }))
const UnknownPage = lazy(async () => ({ default: (await import('../views/shell/UnknownPage.tsx')).UnknownPage }))

type InsideProps = {
  readonly session: SessionActor
  readonly appearance: AppearanceActor
  /** Loads the page again, if the server answers. */
  readonly onReload: () => void
}

/** Which path shows which screen to a signed-in person. */
export function Inside({ session, appearance, onReload }: InsideProps) {
  const user = useSelector(session, selectUser)
  const access = useMemo(() => accessOf(session), [session])
  const [path] = useLocation()
  if (user === null) return null
  const showsInspector = import.meta.env.DEV || user.role === 'SUPER_ADMIN'
  const dashboard = <DashboardRoute access={access} userId={user._id} />

  return (
    <Shell
      showsInspector={showsInspector}
      tools={
        <>
          <ThemeChoice actor={appearance} />
          <SessionMenu actor={session} />
        </>
      }
    >
      <ErrorBoundary key={path} onReload={onReload}>
        <Suspense fallback={<Spinner label="Loading…" />}>
          <Switch>
            <Route path="/">{dashboard}</Route>
            <Route path="/dashboard">{dashboard}</Route>
            <Route path="/details/:id">{({ id }) => <DetailsRoute key={id} access={access} connectorId={id} />}</Route>
            {showsInspector ? (
              <Route path="/inspector">
                <InspectorPage />
              </Route>
            ) : null}
            <Route path="/sign-in">{null}</Route>
            <Route>
              <UnknownPage />
            </Route>
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </Shell>
  )
}
