import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import type { Access } from '#src/services/kit/api-client.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { liveExportMachine } from '#src/services/library/take-away.actors.ts'
import { Row } from '../../kit/layout/blocks.ts'
import { ExportButton } from './ExportButton.tsx'

/** Takes the draft of a connector out as a file. */
export function ExportSection({ access, connectorId }: { readonly access: Access; readonly connectorId: string }) {
  const machine = useMemo(() => liveExportMachine(access), [access])
  const actor = useActorRef(machine, { input: { connectorId }, inspect })
  return (
    <Row>
      <ExportButton actor={actor} />
    </Row>
  )
}
