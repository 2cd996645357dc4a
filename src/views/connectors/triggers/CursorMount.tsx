import { liveCursorMachine } from '#src/services/connectors/triggers/cursor.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { CursorCard } from './CursorCard.tsx'

/** The cursor of a connector, on its own page. */
export function CursorMount({ connectorId }: { readonly connectorId: string }) {
  const access = useAccess()
  return <CursorCard actor={useMachine(() => liveCursorMachine(access), [access], { connectorId })} />
}
