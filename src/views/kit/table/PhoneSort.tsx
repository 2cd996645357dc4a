import { ArrowDown, ArrowUp } from 'lucide-react'
import styled from 'styled-components'

import { narrow, space } from '#src/theme/theme.ts'
import { IconFace } from '../controls/icon-face.ts'
import { ToolbarSelect } from '../layout/ToolbarSelect.tsx'
import { sortMessages as messages } from './sort.messages.ts'

type PhoneSortProps = {
  /** Those that the table can be sorted by. */
  readonly columns: readonly { readonly id: string; readonly title: string }[]
  readonly sort: { readonly by: string; readonly direction: 'ascending' | 'descending' } | undefined
  /** The column that it is sorted by turns the direction round. */
  readonly onSort: (by: string) => void
}

const none = ''

/** Sorts a table on a narrow screen, whose rows have no head. It stands there with the table, so that nothing moves. */
export function PhoneSort({ columns, sort, onSort }: PhoneSortProps) {
  const titles = columns.map(({ id, title }) => [id, title] as const)
  const known = sort !== undefined && columns.some(({ id }) => id === sort.by) ? sort : undefined
  const options: Readonly<Record<string, string>> = Object.fromEntries(
    known === undefined ? [[none, messages.none] as const, ...titles] : titles,
  )
  return (
    <Bar>
      <ToolbarSelect
        label={messages.by}
        options={options}
        value={known?.by ?? none}
        onChoose={(by) => {
          if (by !== none) onSort(by)
        }}
      />
      {known === undefined ? null : (
        <IconFace
          type="button"
          aria-label={messages[known.direction]}
          title={messages[known.direction]}
          onClick={() => onSort(known.by)}
        >
          {known.direction === 'ascending' ? <ArrowUp aria-hidden="true" /> : <ArrowDown aria-hidden="true" />}
        </IconFace>
      )}
    </Bar>
  )
}

const Bar = styled.div`
  display: none;

  ${narrow} {
    display: flex;
    align-items: center;
    gap: ${space[4]};
    padding-bottom: ${space[8]};
  }
`
