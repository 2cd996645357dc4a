import { useActorRef, useSelector } from '@xstate/react'
import { lazy, type ReactNode, Suspense, useMemo, useSyncExternalStore } from 'react'
import type { User } from '#contract/auth/auth.ts'
import { useMachine } from '#src/views/kit/actors/use-machine.ts'
import type { SessionActor } from '../machines/auth/sign-in/session.machine.ts'
import { selectUser } from '../machines/auth/sign-in/session.machine.ts'
import type { AppearanceActor } from '../machines/shell/appearance.machine.ts'
import { accessOf } from '../services/auth/session.actors.ts'
import { lookActor } from '../services/shell/look.actors.ts'
import { formatsNow, picturesNow, watchLook } from '../services/shell/look.service.ts'
import { liveMaintenanceMachine, outlasting } from '../services/shell/maintenance.actors.ts'
import { callPalette } from '../services/shell/palette.service.ts'
import { liveSidebarMachine, restoreSidebar } from '../services/shell/sidebar.actors.ts'
import { startReading } from '../services/shell/start.service.ts'
import { SessionGuard } from '../views/auth/sign-in/SessionGuard.tsx'
import { AccessContext } from '../views/kit/actors/use-access.ts'
import { usePathname } from '../views/kit/browser-location.ts'
import { ErrorBoundary } from '../views/kit/feedback/ErrorBoundary.tsx'
import { Spinner } from '../views/kit/feedback/Spinner.tsx'
import { firstShown } from '../views/kit/first-shown.ts'
import { HelpPlace } from '../views/kit/help-place.ts'
import { BellRoom } from '../views/shell/Header.tsx'
import { groupsFor } from '../views/shell/menu.ts'
import { OfflineMount } from '../views/shell/OfflineMount.tsx'
import { Profile } from '../views/shell/Profile.tsx'
import { MaintenanceGate } from '../views/shell/pages/MaintenanceGate.tsx'
import { Shell } from '../views/shell/Shell.tsx'
import { shellMessages } from '../views/shell/shell.messages.ts'
import { CommandPaletteMount } from './CommandPaletteMount.tsx'

const DashboardPage = lazy(async () => ({ default: (await import('./DashboardPage.tsx')).DashboardPage }))
const NotFoundGuard = lazy(async () => ({ default: (await import('./NotFoundGuard.tsx')).NotFoundGuard }))
const AlertBellMount = lazy(async () => {
  await firstShown
  return { default: (await import('../views/alerts/AlertBellMount.tsx')).AlertBellMount }
})
const AssistantButton = lazy(async () => {
  await firstShown
  return { default: (await import('./AssistantButton.tsx')).AssistantButton }
})
const SessionClockMount = lazy(async () => {
  await firstShown
  return { default: (await import('./SessionClockMount.tsx')).SessionClockMount }
})
const ProfileCard = lazy(async () => ({ default: (await import('../views/shell/ProfileCard.tsx')).ProfileCard }))
const ThemeChoice = lazy(async () => ({ default: (await import('../views/shell/ThemeChoice.tsx')).ThemeChoice }))

/** The id of the draft that a step of building is about: from step to step the page stays. */
const draftOf = /^\/(?:start-|edit-)?(?:integration|data-mapping)\/[^\s]{0,200}?([\da-f]{8}-[\da-f-]{27})/

type InsideProps = {
  readonly session: SessionActor
  readonly appearance: AppearanceActor
  /** Asks for the second factor of a person who signs in again. */
  readonly challenge: ReactNode
  /** Loads the page again, if the server answers. */
  readonly onReload: () => void
}

/** What a signed-in person sees: the frame, and in it the page of the path. */
export function AuthenticatedApp(props: InsideProps) {
  const user = useSelector(props.session, selectUser)
  return user === null ? null : (
    <SessionGuard actor={props.session} challenge={props.challenge}>
      <Frame {...props} user={user} />
    </SessionGuard>
  )
}

function Frame({ session, appearance, onReload, user }: InsideProps & { readonly user: User }) {
  const own = useMemo(() => accessOf(session), [session])
  const start = useMemo(() => startReading(own), [own])
  const maintenance = useMachine(() => liveMaintenanceMachine(own, start), [own, start])
  const access = useMemo(() => outlasting(own, session, maintenance), [own, session, maintenance])
  const sidebar = useMachine(() => liveSidebarMachine, [], restoreSidebar())
  useActorRef(lookActor, { input: { access, start } })
  // In other formats every time and number is written anew.
  const formats = useSyncExternalStore(watchLook, formatsNow)
  const { photo, ...company } = useSyncExternalStore(watchLook, picturesNow)
  const path = usePathname()
  return (
    <AccessContext value={access}>
      <MaintenanceGate actor={maintenance} isAdministrator={user.role !== 'USER'}>
        {(banner) => (
          <Shell
            sidebar={sidebar}
            company={company}
            groups={groupsFor(user.role)}
            onSearch={() => callPalette('search')}
            banner={
              <>
                <OfflineMount />
                <Suspense>
                  <SessionClockMount access={own} start={start} user={user} onPrepared={onReload} />
                </Suspense>
                {banner}
              </>
            }
            bell={
              <Suspense fallback={<BellRoom />}>
                <AlertBellMount userId={user._id} />
              </Suspense>
            }
            profile={
              <Profile user={user} photo={photo}>
                <ProfileCard actor={session}>
                  <ThemeChoice actor={appearance} />
                </ProfileCard>
              </Profile>
            }
          >
            <HelpPlace value="dashboard">
              <ErrorBoundary key={`${formats} ${draftOf.exec(path)?.[1] ?? path}`} onReload={onReload}>
                <Suspense fallback={<Spinner label={shellMessages.loading} />}>
                  {/* The way of most first loads is short; the table of all pages comes with any other. */}
                  {path === '/' || path === '/dashboard' ? <DashboardPage /> : <NotFoundGuard path={path} user={user} />}
                </Suspense>
              </ErrorBoundary>
              <Suspense>
                <AssistantButton user={user} />
              </Suspense>
              <CommandPaletteMount user={user} session={session} appearance={appearance} />
            </HelpPlace>
          </Shell>
        )}
      </MaintenanceGate>
    </AccessContext>
  )
}
