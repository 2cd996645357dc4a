import styled from 'styled-components'

import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { type DotLook, StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { Row } from '../../kit/layout/blocks.ts'
import { reviewMessages as messages } from './review.messages.ts'
import { type namedDestinations, placesOf, resultOf, type Tried, triedFields, wholeOf } from './trial-table.ts'

/** Fields of a record that fit beside its key and its result. */
const columnsMax = 5
/** At least so many of them hold something, where there are as many. */
const columnsFilled = 3
const shownCharacters = 40

const looks = { mapped: 'ok', 'left-out': 'off', skipped: 'off', failed: 'bad' } as const satisfies Record<
  Tried['outcome'],
  DotLook
>
function textOf(value: unknown): string {
  const text = wholeOf(value)
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
}

type TrialTableProps = {
  readonly records: readonly Tried[]
  /** Fields of the destination that no line of the mapping fills. */
  readonly empty?: readonly string[]
  /** Of a connector that has several: each row says where its record goes. */
  readonly destinations?: ReturnType<typeof namedDestinations>
  /** Takes them along as a file. */
  readonly onSave: () => void
}

/** The records of a dry run as they would be delivered, one in a row. */
export function TrialTable({ records, empty = [], destinations = [], onSave }: TrialTableProps) {
  const { fields, outputs } = triedFields(records)
  const columns = fields.slice(0, Math.max(columnsMax - empty.length, columnsFilled))
  const open = empty.filter((name) => !fields.includes(name)).slice(0, columnsMax - columns.length)
  return (
    <>
      <Scrolled role="region" aria-label={messages.results} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{messages.record}</th>
              {[...columns, ...open].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              {destinations.length === 0 ? null : <th scope="col">{messages.goesTo}</th>}
              <th scope="col">{messages.result}</th>
            </tr>
          </thead>
          <tbody>
            {records.map((record, at) => (
              <tr key={`${at.toString()} ${record.key}`} data-bad={record.outcome === 'failed'}>
                <td>
                  <code>{record.key}</code>
                </td>
                {columns.map((name) => (
                  <td key={name}>{textOf(outputs[at]?.[name])}</td>
                ))}
                {open.map((name) => (
                  <td key={name}>
                    <Absent>{messages.emptyField}</Absent>
                  </td>
                ))}
                {destinations.length === 0 ? null : <td>{placesOf(record, destinations)}</td>}
                <td>
                  <StatusDot look={looks[record.outcome]}>{resultOf(record)}</StatusDot>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      <Row role="group" aria-label={messages.file}>
        <Button kind="quiet" onPress={onSave}>
          {messages.csv}
        </Button>
      </Row>
    </>
  )
}

const Absent = styled.span`
  color: ${color['text.muted']};
`

const Scrolled = styled.div`
  min-width: 0;
  overflow-x: auto;

  & > table {
    width: 100%;
    border-collapse: collapse;
  }

  & th {
    height: 2rem;
    color: ${color['text.muted']};
    font: ${font.dense};
    font-weight: 500;
    white-space: nowrap;
  }

  & td {
    height: 2.5rem;
    border-top: 1px solid ${color['border.subtle']};
    max-width: 15rem;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  & th,
  & td {
    padding: 0 ${space[8]};
    text-align: left;
  }

  & tr[data-bad='true'] > td:first-child {
    box-shadow: inset 2px 0 ${color['danger.icon']};
  }

  & td:last-child {
    white-space: normal;
  }
`
