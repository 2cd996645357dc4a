import { Equal, EqualNot } from 'lucide-react'
import styled from 'styled-components'

import type { Run } from '../../../contract/run.ts'
import { color, font, space } from '../../theme/theme.ts'
import { number } from '../parts/words.ts'

type Counted = Pick<Run, 'recordsRead' | 'recordsDelivered' | 'recordsSkipped' | 'recordsFailed' | 'recordsUnknown'>

/** The sum of a run: every record that was read was delivered, skipped, failed, or is on its way. */
export function Sums({ of, isOpen }: { readonly of: Counted; readonly isOpen: boolean }) {
  const { recordsRead, recordsDelivered, recordsSkipped, recordsFailed, recordsUnknown } = of
  const open = recordsRead - recordsDelivered - recordsSkipped - recordsFailed - recordsUnknown
  return (
    <div>
      <Figures>
        <Figure word="Read" value={recordsRead} />
        <Figure word="Delivered" value={recordsDelivered} />
        <Figure word="Skipped" value={recordsSkipped} />
        <Figure word="Failed" value={recordsFailed} />
        {recordsUnknown > 0 ? <Figure word="Unknown" value={recordsUnknown} /> : null}
      </Figures>
      <Sentence>
        {open === 0 || isOpen ? <Equal aria-hidden="true" /> : <EqualNot aria-hidden="true" />}
        {`${number(recordsRead)} read = ${number(recordsDelivered)} delivered + ${number(recordsSkipped)} skipped + ${number(recordsFailed)} failed`}
        {recordsUnknown > 0 ? ` + ${number(recordsUnknown)} of unknown outcome` : null}
        {open === 0 ? '. The sum holds.' : null}
        {open !== 0 && isOpen ? ` + ${number(open)} on their way.` : null}
        {open !== 0 && !isOpen ? `. The sum does not hold: ${number(open)} not accounted for.` : null}
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
