import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import { inspect } from '../inspection.ts'
import type { Access } from '../services/http.ts'
import { FlowDiagram } from '../views/flow/FlowDiagram.tsx'
import type { FlowReading } from '../views/flow/steps.ts'
import { ListFrame } from '../views/parts/ListFrame.tsx'
import { flowMachine } from '../wiring/details.ts'
import { flowWords as words } from '../words/flow.ts'

type DetailsFlowProps = {
  readonly access: Access
  readonly connectorId: string
  /** The version whose steps are measured; null shows the draft. */
  readonly version: number | null
  readonly isActive: boolean
  readonly status: string
}

export function DetailsFlow({ access, connectorId, version, isActive, status }: DetailsFlowProps) {
  const machine = useMemo(() => flowMachine(access), [access])
  const actor = useActorRef(machine, { input: { query: { connectorId, version: version ?? undefined } }, inspect })
  return (
    <ListFrame<FlowReading> actor={actor} name={words.name} isBare empty={null}>
      {({ items }) => items.map((reading) => <FlowDiagram key="flow" reading={reading} isActive={isActive} status={status} />)}
    </ListFrame>
  )
}
