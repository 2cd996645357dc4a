import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { navigate } from 'wouter/use-browser-location'

import { inspect } from '../../inspection.ts'
import { selectConnectorId } from '../../machines/creation/creation.selectors.ts'
import type { Access } from '../../services/http.ts'
import { CreationForm } from '../../views/builder/CreationForm.tsx'
import { Go } from '../../views/parts/Go.tsx'
import { PageFrame } from '../../views/shell/PageFrame.tsx'
import { keptCreation, liveCreationMachine } from '../../wiring/creation.ts'
import { builderWords as words } from '../../words/builder.ts'
import { pathOf } from './step.ts'

type CreationRouteProps = {
  readonly access: Access
  /** The id of the person who builds. */
  readonly owner: string
}

/** The profile of a connector that is not made yet; as soon as it is, its source. */
export function CreationRoute({ access, owner }: CreationRouteProps) {
  const machine = useMemo(() => liveCreationMachine(access, owner), [access, owner])
  const actor = useActorRef(machine, { input: keptCreation(owner), inspect })
  const connectorId = useSelector(actor, selectConnectorId)
  useEffect(() => {
    if (connectorId === null) return
    // Back leads to the profile of what was made, and never makes another one.
    navigate(pathOf('start', 'profile', connectorId), { replace: true })
    navigate(pathOf('start', 'source', connectorId))
  }, [connectorId])
  return (
    <PageFrame title={words.newTitle} aside={<Go href="/dashboard">{words.all}</Go>}>
      <CreationForm actor={actor} />
    </PageFrame>
  )
}
