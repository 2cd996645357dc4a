import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { engineListMachine } from '#src/services/connectors/list/engine.actors.ts'
import type { Access } from '#src/services/kit/api-client.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { EngineView } from './EngineView.tsx'
import { engineMessages } from './engine.messages.ts'

export function EngineRoute({ access }: { readonly access: Access }) {
  const machine = useMemo(() => engineListMachine(access), [access])
  const actor = useActorRef(machine, { input: { query: {} }, inspect })
  return (
    <PageFrame title={engineMessages.title}>
      <EngineView actor={actor} />
    </PageFrame>
  )
}
