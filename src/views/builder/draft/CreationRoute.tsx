import { useEffect } from 'react'
import { liveCreationMachine, restoreCreation } from '#src/services/builder/creation.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { navigate } from '#src/views/kit/browser-location.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { builderMessages as messages } from './builder.messages.ts'
import { pathOf } from './builder-step.ts'
import { CreationForm } from './CreationForm.tsx'

type CreationRouteProps = {
  /** The id of the person who builds. */
  readonly owner: string
}

/** The profile of a connector that is not made yet; as soon as it is, its source. */
export function CreationRoute({ owner }: CreationRouteProps) {
  const access = useAccess()
  const actor = useMachine(() => liveCreationMachine(access, owner), [access, owner], restoreCreation(owner))
  const connectorId = useContextOf(actor, 'connectorId')
  useEffect(() => {
    if (connectorId === null) return
    // Back leads to the profile of what was made, and never makes another one.
    navigate(pathOf('start', 'profile', connectorId), { replace: true })
    navigate(pathOf('start', 'source', connectorId))
  }, [connectorId])
  return (
    <PageFrame title={messages.newTitle} above={[{ label: messages.setup, href: '/integration-setup' }]}>
      <CreationForm actor={actor} />
    </PageFrame>
  )
}
