import styled from 'styled-components'

import type { BillLine } from '#contract/billing/bill.ts'
import { color, font, narrow, space } from '../../../theme/theme.ts'
import { money } from '../../kit/format/money.ts'
import { number } from '../../kit/format/numbers.ts'
import { planMessages as messages } from './plan.messages.ts'

/** Of an invoice a line says between which systems its records went. */
type Line = BillLine & { readonly source?: string; readonly destination?: string }

type BillLinesProps = {
  readonly lines: readonly Line[]
  readonly currency: string
  readonly total: number
  readonly totalName: string
  /** How the types of lines are called, where they are shown. */
  readonly types?: Readonly<Record<BillLine['type'], string>>
}

/** The lines of a bill and their sum. */
export function BillLines({ lines, currency, total, totalName, types }: BillLinesProps) {
  const { columns } = messages
  return (
    <Lines>
      <thead>
        <tr>
          <th scope="col">{columns.description}</th>
          <th scope="col">{columns.quantity}</th>
          <th scope="col">{columns.price}</th>
          {types ? <th scope="col">{columns.type}</th> : null}
          <th scope="col">{columns.amount}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.type} ${line.connectorId} ${line.day} ${line.description}`}>
            <td>
              {line.description}
              {line.source ? <small>{messages.betweenSystems(line.source, line.destination ?? '')}</small> : null}
              {line.included === 0 ? null : <small>{messages.includedOf(number(line.included), number(line.records))}</small>}
            </td>
            <td data-name={columns.quantity}>{quantityOf(line)}</td>
            <td data-name={columns.price}>{priceOf(line, currency)}</td>
            {types ? <td data-name={columns.type}>{types[line.type]}</td> : null}
            <td data-name={columns.amount}>{money(line.amount, currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={types ? 4 : 3}>
            {totalName}
          </th>
          <td>{money(total, currency)}</td>
        </tr>
      </tfoot>
    </Lines>
  )
}

const isOfRecords = ({ type }: BillLine) => type === 'records' || type === 'late'
const quantityOf = (line: BillLine) =>
  isOfRecords(line)
    ? messages.ofRecords(number(line.quantity))
    : line.type === 'plan'
      ? messages.ofDays(number(line.quantity))
      : ''
const priceOf = (line: BillLine, currency: string) =>
  isOfRecords(line)
    ? messages.perThousand(money(line.price, currency))
    : line.type === 'plan'
      ? messages.aMonth(money(line.price, currency))
      : ''

const Lines = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-variant-numeric: tabular-nums;

  & th,
  & td {
    padding: ${space[8]} ${space[12]} ${space[8]} 0;
    border-bottom: 1px solid ${color['border.subtle']};
    text-align: left;
    vertical-align: top;
    overflow-wrap: anywhere;
  }

  & th:not(:first-child),
  & td:not(:first-child) {
    text-align: right;
    white-space: nowrap;
  }

  & th:last-child,
  & td:last-child {
    padding-right: 0;
  }

  & thead th {
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  & tfoot th,
  & tfoot td {
    border: 0;
    font: ${font.strong};
  }

  & small {
    display: block;
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  ${narrow} {
    &,
    & tbody,
    & tfoot {
      display: block;
    }

    & thead {
      display: none;
    }

    & tfoot tr {
      display: flex;
      justify-content: space-between;
      gap: ${space[8]};
    }

    & tbody tr {
      display: block;
      padding: ${space[8]} 0;
      border-bottom: 1px solid ${color['border.subtle']};
    }

    & tbody td,
    & tbody td:not(:first-child) {
      display: flex;
      justify-content: space-between;
      gap: ${space[8]};
      padding: ${space[4]} 0;
      border: 0;
      text-align: left;
    }

    & tbody td:first-child {
      display: block;
    }

    & tbody td:empty {
      display: none;
    }

    & td[data-name]::before {
      color: ${color['text.muted']};
      content: attr(data-name);
    }
  }
`
