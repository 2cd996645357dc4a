import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { BillLine } from '#contract/billing/bill.ts'
import { color, font, space } from '../../../theme/theme.ts'
import { money } from '../../kit/format/money.ts'
import { number } from '../../kit/format/numbers.ts'
import { type BillRow, billRows } from './bill-rows.ts'
import { planMessages as messages } from './plan.messages.ts'

type BillProps = {
  readonly lines: readonly BillLine[]
  readonly currency: string
  readonly total: number
  /** What the sum is called: "So far". */
  readonly totalName: string
}

/** What a month costs: its lines as they are read, and the sum. */
export function Bill({ lines, currency, total, totalName }: BillProps) {
  return (
    <Lines>
      {billRows(lines).map((row) => {
        const [name, value] = drawn(row, currency)
        return (
          <div key={`${row.kind} ${'description' in row ? row.description : ''}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        )
      })}
      <Sum>
        <dt>{totalName}</dt>
        <dd>{money(total, currency)}</dd>
      </Sum>
    </Lines>
  )
}

function drawn(row: BillRow, currency: string): readonly [ReactNode, ReactNode] {
  if (row.kind === 'priced') return [row.description, money(row.amount, currency)]
  if (row.kind === 'records') {
    const { records, included } = row
    const covers = included === records ? messages.allIncluded : messages.included(number(included))
    return [messages.delivered(number(records)), <small key="included">{covers}</small>]
  }
  const words = row.kind === 'late' ? messages.late : messages.more
  const name = (
    <>
      {words(number(row.records))} <small>{messages.forEach(money(row.price, currency))}</small>
    </>
  )
  return [name, money(row.amount, currency)]
}

const Lines = styled.dl`
  display: grid;
  margin: 0;
  font-variant-numeric: tabular-nums;

  & > div {
    display: flex;
    justify-content: space-between;
    gap: ${space[12]};
    min-height: 1.75rem;
    line-height: 1.75rem;
  }

  & dt {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  & dd {
    flex: none;
  }

  & small {
    color: ${color['text.muted']};
    font: ${font.body};
    line-height: inherit;
  }
`

const Sum = styled.div`
  margin-top: ${space[4]};
  padding-top: ${space[4]};
  border-top: 1px solid ${color['border.subtle']};
  font-weight: 600;
`
