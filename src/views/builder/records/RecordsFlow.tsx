import { useSelector } from '@xstate/react'
import { ArrowRight } from 'lucide-react'
import { Fragment } from 'react'
import styled from 'styled-components'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { type RecordsSampleActor, selectFlow } from '#src/machines/builder/records/records-sample.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { recordsMessages, splitMessages } from './records.messages.ts'

type RecordsFlowProps = { readonly actor: RecordsSampleActor; readonly draft: Draft }

/** What the applied rules make of the sample records: "20 sample records → 12 go on → 31 lines". */
export function RecordsFlow({ actor, draft }: RecordsFlowProps) {
  const split = draft.config.records?.each ?? null
  const flow = useSelector(actor, (snapshot) => selectFlow(snapshot, split), isSame)
  if (flow === null) return null
  const parts = [
    recordsMessages.sampleRecords(flow.records),
    ...(flow.going === null ? [] : [recordsMessages.meet(flow.going)]),
    ...(flow.lines === null ? [] : [splitMessages.lines(flow.lines)]),
  ]
  return (
    <Sentence>
      {parts.map((part, at) => (
        <Fragment key={part}>
          {at === 0 ? null : <ArrowRight aria-hidden="true" />}
          <span>{part}</span>
        </Fragment>
      ))}
    </Sentence>
  )
}

type Flow = ReturnType<typeof selectFlow>
const isSame = (one: Flow, other: Flow) =>
  one === other ||
  (one !== null && other !== null && one.records === other.records && one.going === other.going && one.lines === other.lines)

const Sentence = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[8]};
  margin: 0 0 0 auto;
  color: ${color['text.muted']};
  font: ${font.dense};

  & > span:last-child {
    color: ${color['text.default']};
  }

  & > svg {
    width: 0.875rem;
    height: 0.875rem;
  }
`
