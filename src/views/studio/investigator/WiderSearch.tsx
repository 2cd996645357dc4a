import { type PeriodCode, periods } from '#contract/kit/time-range.ts'
import type { StudioRange } from '#src/machines/studio/studio.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Row } from '../../kit/layout/blocks.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { investigatorMessages } from './investigator.messages.ts'

const messages = investigatorMessages.wider
const offered = ['7d', '30d'] as const satisfies readonly PeriodCode[]

type WiderSearchProps = { readonly range: StudioRange; readonly onPeriod: (period: PeriodCode) => void }

/** Which time was searched in vain, and longer ones to search. */
export function WiderSearch({ range, onPeriod }: WiderSearchProps) {
  const { past, from, to } = range
  const label = periods.find(({ span }) => span !== null && span === past)?.label
  const isLonger = (code: PeriodCode) => past === undefined || (periods.find((it) => it.code === code)?.span ?? 0) > past
  return (
    <>
      <p>
        {label === undefined ? (
          <Sentence of={messages.between} parts={{ from: <Moment at={from ?? null} />, to: <Moment at={to ?? null} /> }} />
        ) : (
          messages.past(label)
        )}
      </p>
      <Row>
        {offered.filter(isLonger).map((code) => (
          <Button key={code} onPress={() => onPeriod(code)}>
            {messages.search[code]}
          </Button>
        ))}
      </Row>
    </>
  )
}
