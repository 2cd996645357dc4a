import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { Link } from 'wouter'

import { inspect } from '../../inspection.ts'
import type { Access } from '../../services/http.ts'
import { Row } from '../../views/parts/blocks.ts'
import { ExportButton } from '../../views/template/ExportButton.tsx'
import { liveExportMachine } from '../../wiring/take-away.ts'
import { takeAwayWords as words } from '../../words/take-away.ts'
import { pathOf } from '../builder/step.ts'

/** What the page of a connector leads to: its draft in the builder, and as a file. */
export function TakeAway({ access, connectorId }: { readonly access: Access; readonly connectorId: string }) {
  const machine = useMemo(() => liveExportMachine(access), [access])
  const actor = useActorRef(machine, { input: { connectorId }, inspect })
  return (
    <Row>
      <Link href={pathOf('edit', 'review', connectorId)}>{words.edit}</Link>
      <ExportButton actor={actor} />
    </Row>
  )
}
