import { Equal, EqualNot } from 'lucide-react'
import styled from 'styled-components'

import type { Run } from '#contract/connectors/runs/run.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { number } from '../../kit/format/numbers.ts'
import { runWords } from './run.messages.ts'

type Counted = Pick<Run, 'status' | 'recordsRead' | 'recordsDelivered' | 'recordsSkipped' | 'recordsFailed' | 'recordsUnknown'>

const words = runWords.sums

/** The sum of a run: every record that was read was delivered, skipped, failed, or is on its way. */
export function Sums({ of, isOpen }: { readonly of: Counted; readonly isOpen: boolean }) {
  const { recordsRead, recordsDelivered, recordsSkipped, recordsFailed, recordsUnknown } = of
  const open = recordsRead - recordsDelivered - recordsSkipped - recordsFailed - recordsUnknown
  const parts = [
    runWords.delivered(number(recordsDelivered)),
    runWords.skipped(number(recordsSkipped)),
    runWords.failed(number(recordsFailed)),
    ...(recordsUnknown > 0 ? [runWords.unknown(number(recordsUnknown))] : []),
  ]
  const sum = `${runWords.read(number(recordsRead))} = ${parts.join(' + ')}`
  const isFailed = of.status === 'failed' && open === 0
  // What a failed run has read adds up and is no good news.
  const sentenceOf = () => {
    if (isFailed) return recordsRead === 0 ? words.nothingRead : words.failedAfter(sum)
    return open === 0 ? words.holds(sum) : (isOpen ? words.onTheirWay : words.holdsNot)(sum, number(open))
  }
  return (
    <div>
      <Figures>
        <Figure word={words.read} value={recordsRead} />
        <Figure word={words.delivered} value={recordsDelivered} />
        <Figure word={words.skipped} value={recordsSkipped} />
        <Figure word={words.failed} value={recordsFailed} />
        {recordsUnknown > 0 ? <Figure word={words.unknown} value={recordsUnknown} /> : null}
      </Figures>
      <Sentence>
        {isFailed ? null : open === 0 || isOpen ? <Equal aria-hidden="true" /> : <EqualNot aria-hidden="true" />}
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
