import { useActorRef, useSelector } from '@xstate/react'
import { useLayoutEffect, useMemo } from 'react'
import { navigate } from 'wouter/use-browser-location'

import { inspect } from '../inspection.ts'
import type { SessionActor } from '../machines/session/session.machine.ts'
import { selectIsDone } from '../machines/setup/setup.selectors.ts'
import { SetupPage } from '../views/setup/SetupPage.tsx'
import { liveSetupMachine } from '../wiring/setup.ts'

/** From the first visit straight to the dashboard. */
export function SetupRoute({ session }: { readonly session: SessionActor }) {
  const machine = useMemo(() => liveSetupMachine(session), [session])
  const actor = useActorRef(machine, { inspect })
  const isDone = useSelector(actor, selectIsDone)
  useLayoutEffect(() => {
    if (isDone) navigate('/dashboard', { replace: true })
  }, [isDone])
  return <SetupPage actor={actor} />
}
