import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import type { Access } from '#src/services/kit/api-client.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { liveExportMachine } from '#src/services/library/take-away.actors.ts'
import { pathOf } from '../../builder/draft/builder-step.ts'
import { Row } from '../../kit/layout/blocks.ts'
import { ExportButton } from './ExportButton.tsx'
import { takeAwayMessages as messages } from './take-away.messages.ts'

/** What the page of a connector leads to: its draft in the builder, and as a file. */
export function ExportSection({ access, connectorId }: { readonly access: Access; readonly connectorId: string }) {
  const machine = useMemo(() => liveExportMachine(access), [access])
  const actor = useActorRef(machine, { input: { connectorId }, inspect })
  return (
    <Row>
      <Link href={pathOf('edit', 'review', connectorId)}>{messages.edit}</Link>
      <ExportButton actor={actor} />
    </Row>
  )
}
