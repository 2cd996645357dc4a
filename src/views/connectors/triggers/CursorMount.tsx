import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import { inspect } from '../inspection.ts'
import type { Access } from '../services/http.ts'
import { CursorCard } from '../views/cursor/CursorCard.tsx'
import { liveCursorMachine } from '../wiring/cursor.ts'

/** The cursor of a connector, on its own page. */
export function CursorDoor({ access, connectorId }: { readonly access: Access; readonly connectorId: string }) {
  const machine = useMemo(() => liveCursorMachine(access), [access])
  return <CursorCard actor={useActorRef(machine, { input: { connectorId }, inspect })} />
}
