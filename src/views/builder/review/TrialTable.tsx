import styled from 'styled-components'

import type { DryRun } from '#contract/builder/dry-run.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { type DotLook, StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { reviewMessages as messages } from './review.messages.ts'

type Tried = DryRun['records'][number]

/** Fields of a record that fit beside its key and its result. */
const columnsMax = 5
const shownCharacters = 40

const looks = { mapped: 'ok', skipped: 'off', failed: 'bad' } as const satisfies Record<Tried['outcome'], DotLook>
const isThing = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of an object are columns of their own: JSON in a cell is not read. */
const leavesOf = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      isThing(value) ? Object.entries(value).map(([inner, it]) => [`${name}.${inner}`, it]) : [[name, value]],
    ),
  )

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
}

/** The records of a dry run as they would be delivered, one in a row. */
export function TrialTable({ records }: { readonly records: readonly Tried[] }) {
  const outputs = records.map(({ output }) => (isThing(output) ? leavesOf(output) : {}))
  const columns = [...new Set(outputs.flatMap((it) => Object.keys(it)))].slice(0, columnsMax)
  return (
    <Scrolled role="region" aria-label={messages.results} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{messages.record}</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">{messages.result}</th>
          </tr>
        </thead>
        <tbody>
          {records.map(({ key, outcome, problem }, at) => (
            <tr key={`${at.toString()} ${key}`} data-bad={outcome === 'failed'}>
              <td>
                <code>{key}</code>
              </td>
              {columns.map((name) => (
                <td key={name}>{textOf(outputs[at]?.[name])}</td>
              ))}
              <td>
                <StatusDot look={looks[outcome]}>{problem?.message ?? messages.outcomes[outcome]}</StatusDot>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}

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
