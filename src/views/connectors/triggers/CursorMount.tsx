import { liveCursorMachine } from '#src/services/connectors/triggers/cursor.actors.ts'
import type { Access } from '#src/services/kit/api-client.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { CursorCard } from './CursorCard.tsx'

/** The cursor of a connector, on its own page. */
export function CursorMount({ access, connectorId }: { readonly access: Access; readonly connectorId: string }) {
  return <CursorCard actor={useMachine(() => liveCursorMachine(access), [access], { connectorId })} />
}
