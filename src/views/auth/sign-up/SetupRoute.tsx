import { useLayoutEffect } from 'react'
import type { SessionActor } from '#src/machines/auth/sign-in/session.machine.ts'
import type { SetupActor } from '#src/machines/auth/sign-up/setup.machine.ts'
import { liveSetupMachine } from '#src/services/auth/setup.actors.ts'
import { navigate } from '#src/views/kit/browser-location.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { useMatches } from '../../kit/use-snapshot.ts'
import { AuthPage } from '../AuthPage.tsx'
import { SetupForm } from './SetupForm.tsx'
import { setupMessages } from './setup.messages.ts'

/** From the first visit straight to the dashboard. */
export function SetupRoute({ session }: { readonly session: SessionActor }) {
  const actor = useMachine(() => liveSetupMachine(session), [session])
  const isDone = useMatches(actor, 'done')
  useLayoutEffect(() => {
    if (isDone) navigate('/dashboard', { replace: true })
  }, [isDone])
  return <SetupPage actor={actor} />
}

export function SetupPage({ actor }: { readonly actor: SetupActor }) {
  return (
    <AuthPage title={setupMessages.title}>
      <p>{setupMessages.intro}</p>
      <SetupForm actor={actor} />
    </AuthPage>
  )
}
