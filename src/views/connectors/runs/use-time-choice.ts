import { periods } from '#contract/kit/time-range.ts'
import { usePlace } from '../../kit/use-place.ts'
import type { RangeCode } from './RangeSelect.tsx'

export type TimeChoice = {
  readonly code: RangeCode
  /** Milliseconds that end now. */
  readonly past?: number
  /** As the address has it. What is no time is refused by the server, in its words. */
  readonly from?: string
  readonly to?: string
}

function choiceOf(period: string | null, from: string | null, to: string | null): TimeChoice | null {
  const known = periods.find(({ code }) => code === period)
  if (known !== undefined && known.span !== null) return { code: known.code, past: known.span }
  if (from === null && to === null) return null
  return { code: 'custom', ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) }
}

/** Which time is looked at, in the address: `period`, or `from` and `to`. Null where it says nothing. */
export function useTimeChoice() {
  const { read, move } = usePlace()
  const choose = (code: RangeCode) =>
    move({ period: code === 'any' ? null : code, from: null, to: null, page: null, open: null, problem: null })
  return { choice: choiceOf(read('period'), read('from'), read('to')), choose }
}
