import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import { inspect } from '../inspection.ts'
import type { Access } from '../services/http.ts'
import { DemoMode } from '../views/list-processing/DemoMode.tsx'
import { DemoReading } from '../views/list-processing/DemoReading.tsx'
import { TryPaging } from '../views/list-processing/TryPaging.tsx'
import { EmptyState } from '../views/parts/EmptyState.tsx'
import { ListFrame } from '../views/parts/ListFrame.tsx'
import { Tabs } from '../views/parts/Tabs.tsx'
import { PageFrame } from '../views/shell/PageFrame.tsx'
import { demoBatchSize, type Reading, readingMachine } from '../wiring/demo.ts'
import { livePagingMachine } from '../wiring/list-processing.ts'
import { listProcessingWords } from '../words/list-processing.ts'
import { usePlace } from './use-place.ts'

const words = listProcessingWords.demo

const typeOf = { list: 'simple', batch: 'batch', pages: 'pagination' } as const
type Mode = keyof typeof typeOf

/** Each way of reading a list, shown on the orders of the built-in shop. The way stands in the address. */
export function DemoRoute({ access }: { readonly access: Access }) {
  const { read, move } = usePlace()
  const mode = (Object.keys(typeOf) as Mode[]).find((it) => it === read('mode')) ?? 'list'
  return (
    <PageFrame title={words.title}>
      <p>{words.intro}</p>
      <Tabs label={words.modes} tabs={words.mode} chosen={mode} onChoose={(it) => move({ mode: it === 'list' ? null : it })}>
        <DemoMode title={words.mode[mode]}>
          <Shown key={mode} access={access} mode={mode} />
        </DemoMode>
      </Tabs>
    </PageFrame>
  )
}

function Shown({ access, mode }: { readonly access: Access; readonly mode: Mode }) {
  const machine = useMemo(() => readingMachine(access), [access])
  const actor = useActorRef(machine, { input: { query: { type: typeOf[mode] } }, inspect })
  return (
    <ListFrame<Reading>
      actor={actor}
      name={words.mode[mode]}
      empty={
        <EmptyState title={words.missing}>
          <p>{words.missingWhy}</p>
        </EmptyState>
      }
    >
      {({ items: [reading] }) =>
        reading === undefined ? null : reading.sample === null ? (
          <Pages access={access} reading={reading} />
        ) : (
          <DemoReading sample={reading.sample} batchSize={mode === 'batch' ? demoBatchSize : null} />
        )
      }
    </ListFrame>
  )
}

function Pages({ access, reading: { source } }: { readonly access: Access; readonly reading: Reading }) {
  const machine = useMemo(() => livePagingMachine(access, () => ({ config: source, connectorId: null })), [access, source])
  return <TryPaging actor={useActorRef(machine, { inspect })} />
}
