import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { BuilderActor } from '#src/machines/builder/draft/builder.machine.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { liveRecordsSampleMachine, sampleOf } from '#src/services/builder/records.actors.ts'
import { space } from '#src/theme/theme.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { FilterRuleMount } from './FilterRuleMount.tsx'
import { GroupRuleMount } from './GroupRuleMount.tsx'
import { RecordsFlow } from './RecordsFlow.tsx'
import { recordsMessages as messages } from './records.messages.ts'
import { SplitRuleMount } from './SplitRuleMount.tsx'

type RecordsBarMountProps = {
  readonly builder: BuilderActor
  readonly draft: Draft
  /** Fields of the records, those of enrichments among them. */
  readonly fields: readonly string[]
  /** What else is chosen here. */
  readonly children?: ReactNode
}

/** Above the mapping: which records go on, what becomes one line, and which lines become one record. A rule is a button and a panel, which opens below the bar. */
export function RecordsBarMount({ builder, draft, fields, children }: RecordsBarMountProps) {
  const access = useAccess()
  const sample = useMachine(() => liveRecordsSampleMachine(access, builder), [access, builder], sampleOf(draft))
  return (
    <Frame role="group" aria-label={messages.bar}>
      <FilterRuleMount builder={builder} draft={draft} fields={fields} />
      <SplitRuleMount builder={builder} draft={draft} sample={sample} />
      <GroupRuleMount builder={builder} draft={draft} />
      {children}
      <RecordsFlow actor={sample} draft={draft} />
    </Frame>
  )
}

const Frame = styled.div`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};

  /* Panels follow their buttons, for the keyboard, and are shown below all of them. */
  & > section {
    order: 1;
  }
`
