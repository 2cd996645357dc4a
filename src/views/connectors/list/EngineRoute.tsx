import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import { inspect } from '../inspection.ts'
import type { Access } from '../services/http.ts'
import { EngineView } from '../views/engine/EngineView.tsx'
import { PageFrame } from '../views/shell/PageFrame.tsx'
import { engineListMachine } from '../wiring/engine.ts'
import { engineWords } from '../words/engine.ts'

export function EngineRoute({ access }: { readonly access: Access }) {
  const machine = useMemo(() => engineListMachine(access), [access])
  const actor = useActorRef(machine, { input: { query: {} }, inspect })
  return (
    <PageFrame title={engineWords.title}>
      <EngineView actor={actor} />
    </PageFrame>
  )
}
