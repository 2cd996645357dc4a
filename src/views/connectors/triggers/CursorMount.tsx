import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { liveCursorMachine } from '#src/services/connectors/triggers/cursor.actors.ts'
import type { Access } from '#src/services/kit/api-client.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { CursorCard } from './CursorCard.tsx'

/** The cursor of a connector, on its own page. */
export function CursorMount({ access, connectorId }: { readonly access: Access; readonly connectorId: string }) {
  const machine = useMemo(() => liveCursorMachine(access), [access])
  return <CursorCard actor={useActorRef(machine, { input: { connectorId }, inspect })} />
}
