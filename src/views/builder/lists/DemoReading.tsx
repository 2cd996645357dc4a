import styled from 'styled-components'

import type { Sample } from '#contract/builder/probe.ts'
import { detectedIn } from '#contract/connectors/config/seen-lists.ts'
import { space } from '#src/theme/theme.ts'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { number } from '../../kit/format/numbers.ts'
import { ItemPreview } from './ItemPreview.tsx'
import { listProcessingMessages } from './list-processing.messages.ts'

const messages = listProcessingMessages.demo

type DemoReadingProps = {
  readonly sample: Sample
  /** Null where the list is not delivered in batches. */
  readonly batchSize: number | null
}

/** One answer of the shop: where its list is, how many items it holds, and the first two. */
export function DemoReading({ sample, batchSize }: DemoReadingProps) {
  const list = detectedIn(sample.lists)
  const count = sample.records?.count ?? 0
  return (
    <Frame>
      {sample.problem === null ? null : <ProblemAlert problem={sample.problem} />}
      {sample.startpoint === null || sample.records === null ? null : (
        <p>{messages.read(sample.startpoint, listProcessingMessages.items(count))}</p>
      )}
      <p>
        {batchSize === null ? messages.one : messages.batches(number(batchSize), messages.batch(Math.ceil(count / batchSize)))}
      </p>
      {sample.note === undefined ? null : <p>{sample.note}</p>}
      <ItemPreview list={list} path="items" />
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`
