import { liveExportMachine } from '#src/services/library/take-away.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Row } from '../../kit/layout/blocks.ts'
import { ExportButton } from './ExportButton.tsx'

/** Takes the draft of a connector out as a file. */
export function ExportSection({ connectorId }: { readonly connectorId: string }) {
  const access = useAccess()
  const actor = useMachine(() => liveExportMachine(access), [access], { connectorId })
  return (
    <Row>
      <ExportButton actor={actor} />
    </Row>
  )
}
