import type { Access } from '#src/services/kit/api-client.ts'
import { liveExportMachine } from '#src/services/library/take-away.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Row } from '../../kit/layout/blocks.ts'
import { ExportButton } from './ExportButton.tsx'

/** Takes the draft of a connector out as a file. */
export function ExportSection({ access, connectorId }: { readonly access: Access; readonly connectorId: string }) {
  const actor = useMachine(() => liveExportMachine(access), [access], { connectorId })
  return (
    <Row>
      <ExportButton actor={actor} />
    </Row>
  )
}
