import { type PeriodCode, periods } from '#contract/kit/time-range.ts'
import { ToolbarSelect } from '../../kit/layout/ToolbarSelect.tsx'
import { transactionMessages as messages } from './transaction.messages.ts'

export type RangeCode = PeriodCode | 'any'

type RangeSelectProps = {
  readonly value: RangeCode
  readonly onChoose: (code: RangeCode) => void
  /** Whether there may be no bound at all. */
  readonly canBeAny: boolean
}

/** Which time is looked at. A range with two ends comes by a link, and is left by choosing another. */
export function RangeSelect({ value, onChoose, canBeAny }: RangeSelectProps) {
  const offered = periods.filter(({ code }) => code !== 'custom' || value === 'custom')
  const options = Object.fromEntries([
    ...(canBeAny ? [['any', messages.anyTime] as const] : []),
    ...offered.map(({ code, label }) => [code, label] as const),
  ]) as Record<RangeCode, string>
  return <ToolbarSelect label={messages.range} options={options} value={value} onChoose={onChoose} />
}
