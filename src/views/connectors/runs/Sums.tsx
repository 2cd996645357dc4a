import { Equal, EqualNot } from 'lucide-react'
import styled from 'styled-components'

import type { Run } from '#contract/connectors/runs/run.ts'
import type { RunSums } from '#contract/connectors/runs/run-sums.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { number } from '../../kit/format/numbers.ts'
import { runMessages } from './run.messages.ts'

type Counted = Pick<Run, 'status' | 'sourceRecordsRead' | keyof typeof RunSums.properties>

const messages = runMessages.sums

/** The sum of a run: every record that was read was delivered, skipped, failed, or is on its way. */
export function Sums({ of, isOpen }: { readonly of: Counted; readonly isOpen: boolean }) {
  const { recordsRead, recordsDelivered, recordsSkipped, recordsFailed, recordsUnknown, recordsUnchanged, recordsLeftOut } = of
  const ended = recordsDelivered + recordsSkipped + recordsFailed + recordsUnknown + recordsUnchanged + recordsLeftOut
  const open = recordsRead - ended
  const { sourceRecordsRead: records } = of
  const lines = records === null ? messages.read : recordsRead < records ? messages.groups : messages.lines
  const parts = [
    runMessages.delivered(number(recordsDelivered)),
    runMessages.skipped(number(recordsSkipped)),
    runMessages.failed(number(recordsFailed)),
    ...(recordsUnknown > 0 ? [runMessages.unknown(number(recordsUnknown))] : []),
    ...(recordsUnchanged > 0 ? [runMessages.unchanged(number(recordsUnchanged))] : []),
    ...(recordsLeftOut > 0 ? [runMessages.leftOut(number(recordsLeftOut))] : []),
  ]
  const sum = `${runMessages.readFrom(recordsRead, records)} = ${parts.join(' + ')}`
  const isFailed = of.status === 'failed' && open === 0
  // What a failed run has read adds up and is no good news.
  const sentenceOf = () => {
    if (isOpen && recordsRead === 0) return records === null ? messages.nothingYet : messages.grouping(records)
    if (isFailed) return recordsRead === 0 ? messages.nothingRead : messages.failedAfter(sum)
    return open === 0 ? messages.holds(sum) : (isOpen ? messages.onTheirWay : messages.holdsNot)(sum, number(open))
  }
  return (
    <div>
      <Figures>
        <Figure word={lines} value={recordsRead} />
        <Figure word={messages.delivered} value={recordsDelivered} />
        <Figure word={messages.skipped} value={recordsSkipped} />
        <Figure word={messages.failed} value={recordsFailed} />
        {recordsUnknown > 0 ? <Figure word={messages.unknown} value={recordsUnknown} /> : null}
        {recordsUnchanged > 0 ? <Figure word={messages.unchanged} value={recordsUnchanged} /> : null}
        {recordsLeftOut > 0 ? <Figure word={messages.leftOut} value={recordsLeftOut} /> : null}
      </Figures>
      <Sentence>
        {isFailed || (isOpen && recordsRead === 0) ? null : open === 0 || isOpen ? (
          <Equal aria-hidden="true" />
        ) : (
          <EqualNot aria-hidden="true" />
        )}
        {sentenceOf()}
      </Sentence>
    </div>
  )
}

function Figure({ word, value }: { readonly word: string; readonly value: number }) {
  return (
    <div>
      <dt>{word}</dt>
      <dd>{number(value)}</dd>
    </div>
  )
}

const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(6rem, 1fr));
  gap: ${space[12]};

  & dt {
    color: ${color['text.muted']};
  }

  & dd {
    font: ${font.figure};
    font-variant-numeric: tabular-nums;
  }
`

const Sentence = styled.p`
  display: flex;
  align-items: center;
  gap: ${space[4]};
  margin-top: ${space[8]};
  color: ${color['text.muted']};
  font: ${font.dense};

  & > svg {
    flex: none;
    width: 1rem;
    height: 1rem;
  }
`
