import type { ReactNode } from 'react'
import styled from 'styled-components'
import { demoBatchSize, type Reading, type ReadSource, readingMachine } from '#src/services/builder/demo.actors.ts'
import { livePagingMachine } from '#src/services/builder/list-processing.actors.ts'
import { font, space } from '#src/theme/theme.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Tabs } from '../../kit/controls/Tabs.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { DemoReading } from './DemoReading.tsx'
import { listProcessingMessages } from './list-processing.messages.ts'
import { TryPaging } from './TryPaging.tsx'

const messages = listProcessingMessages.demo

const typeOf = { list: 'simple', batch: 'batch', pages: 'pagination' } as const
type Mode = keyof typeof typeOf

type DemoRouteProps = { readonly readSource: ReadSource }

/** Each way of reading a list, shown on the orders of the built-in shop. The way stands in the address. */
export function DemoRoute({ readSource }: DemoRouteProps) {
  const { read, move } = usePlace()
  const mode = (Object.keys(typeOf) as Mode[]).find((it) => it === read('mode')) ?? 'list'
  return (
    <PageFrame title={messages.title}>
      <p>{messages.intro}</p>
      <Tabs
        label={messages.modes}
        tabs={messages.mode}
        chosen={mode}
        onChoose={(it) => move({ mode: it === 'list' ? null : it })}
      >
        <DemoMode title={messages.mode[mode]}>
          <Shown key={mode} readSource={readSource} mode={mode} />
        </DemoMode>
      </Tabs>
    </PageFrame>
  )
}

function Shown({ readSource, mode }: DemoRouteProps & { readonly mode: Mode }) {
  const access = useAccess()
  const actor = useMachine(() => readingMachine(access, readSource), [access, readSource], { query: { type: typeOf[mode] } })
  return (
    <ListFrame<Reading>
      actor={actor}
      name={messages.mode[mode]}
      empty={
        <EmptyState title={messages.missing}>
          <p>{messages.missingWhy}</p>
        </EmptyState>
      }
    >
      {({ items: [reading] }) =>
        reading === undefined ? null : reading.sample === null ? (
          <Pages reading={reading} />
        ) : (
          <DemoReading sample={reading.sample} batchSize={mode === 'batch' ? demoBatchSize : null} />
        )
      }
    </ListFrame>
  )
}

function Pages({ reading: { source } }: { readonly reading: Reading }) {
  const access = useAccess()
  return (
    <TryPaging
      actor={useMachine(() => livePagingMachine(access, () => ({ config: source, connectorId: null })), [access, source], {})}
    />
  )
}

/** One way of reading a list, under its name. */
function DemoMode({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Frame>
      <Title>{title}</Title>
      {children}
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`

const Title = styled.h2`
  font: ${font.section};
`
