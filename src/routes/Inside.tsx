import { useActorRef, useSelector } from '@xstate/react'
import { lazy, Suspense, useMemo } from 'react'
import { Redirect } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'

import type { User } from '../../contract/auth.ts'
import { inspect } from '../inspection.ts'
import type { AppearanceActor } from '../machines/appearance/appearance.machine.ts'
import type { SessionActor } from '../machines/session/session.machine.ts'
import { selectUser } from '../machines/session/session.selectors.ts'
import { callPalette } from '../services/palette.service.ts'
import { Spinner } from '../views/parts/Spinner.tsx'
import { ErrorBoundary } from '../views/shell/ErrorBoundary.tsx'
import { MaintenanceGate } from '../views/shell/MaintenanceGate.tsx'
import { groupsFor } from '../views/shell/menu.ts'
import { Profile } from '../views/shell/Profile.tsx'
import { ProfileCard } from '../views/shell/ProfileCard.tsx'
import { Shell } from '../views/shell/Shell.tsx'
import { ThemeChoice } from '../views/shell/ThemeChoice.tsx'
import { liveMaintenanceMachine } from '../wiring/maintenance.ts'
import { accessOf } from '../wiring/session.ts'
import { keptSidebar, liveSidebarMachine } from '../wiring/sidebar.ts'
import { shellWords } from '../words/shell.ts'
import { PaletteDoor } from './PaletteDoor.tsx'
import { type PageProps, type Place, placeAt } from './pages.tsx'

const UnknownPage = lazy(async () => ({ default: (await import('../views/shell/UnknownPage.tsx')).UnknownPage }))
const ForbiddenPage = lazy(async () => ({ default: (await import('../views/shell/ForbiddenPage.tsx')).ForbiddenPage }))
const UnbuiltPage = lazy(async () => ({ default: (await import('../views/shell/UnbuiltPage.tsx')).UnbuiltPage }))

type InsideProps = {
  readonly session: SessionActor
  readonly appearance: AppearanceActor
  /** Loads the page again, if the server answers. */
  readonly onReload: () => void
}

/** What a signed-in person sees: the frame, and in it the page of the path. */
export function Inside(props: InsideProps) {
  const user = useSelector(props.session, selectUser)
  return user === null ? null : <Frame {...props} user={user} />
}

function Frame({ session, appearance, onReload, user }: InsideProps & { readonly user: User }) {
  const access = useMemo(() => accessOf(session), [session])
  const maintenanceMachine = useMemo(() => liveMaintenanceMachine(access), [access])
  const maintenance = useActorRef(maintenanceMachine, { inspect })
  const sidebar = useActorRef(liveSidebarMachine, { input: keptSidebar(), inspect })
  const path = usePathname()
  const place = placeAt(path)
  return (
    <MaintenanceGate actor={maintenance} isAdministrator={user.role !== 'USER'}>
      {(banner) => (
        <Shell
          sidebar={sidebar}
          groups={groupsFor(user.role)}
          onSearch={() => callPalette('search')}
          banner={banner}
          profile={
            <Profile user={user}>
              <ProfileCard actor={session}>
                <ThemeChoice actor={appearance} />
              </ProfileCard>
            </Profile>
          }
        >
          <ErrorBoundary key={path} onReload={onReload}>
            <Suspense fallback={<Spinner label={shellWords.loading} />}>
              <Screen place={place} access={access} user={user} />
            </Suspense>
          </ErrorBoundary>
          <PaletteDoor access={access} user={user} session={session} appearance={appearance} />
        </Shell>
      )}
    </MaintenanceGate>
  )
}

/** The page of a path, for whoever may open it. */
export function Screen({ place, access, user }: Omit<PageProps, 'params'> & { readonly place: Place | null }) {
  if (place === null) return <UnknownPage />
  const { page, path, title, params } = place
  if (!page.roles.includes(user.role)) {
    return page.isHidden ? <UnknownPage /> : <ForbiddenPage path={path} title={title} roles={page.roles} />
  }
  if ('to' in page) return <Redirect to={page.to} replace />
  return 'part' in page ? (
    <UnbuiltPage title={title} part={page.part} />
  ) : (
    <page.draw access={access} user={user} params={params} />
  )
}
