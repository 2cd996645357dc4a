import { useSelector } from '@xstate/react'
import { useLayoutEffect } from 'react'
import type { SessionActor } from '#src/machines/auth/sign-in/session.machine.ts'
import { selectIsDone } from '#src/machines/auth/sign-up/setup.selectors.ts'
import { liveSetupMachine } from '#src/services/auth/setup.actors.ts'
import { navigate } from '#src/views/kit/browser-location.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { SetupPage } from './SetupPage.tsx'

/** From the first visit straight to the dashboard. */
export function SetupRoute({ session }: { readonly session: SessionActor }) {
  const actor = useMachine(() => liveSetupMachine(session), [session])
  const isDone = useSelector(actor, selectIsDone)
  useLayoutEffect(() => {
    if (isDone) navigate('/dashboard', { replace: true })
  }, [isDone])
  return <SetupPage actor={actor} />
}
