import { useMemo, useState } from 'react'
import styled from 'styled-components'

import type { JsonValue } from '#src/machines/kit/json-read.ts'
import { cellText, type JsonTable, sorted, type TableColumn, type TableRow } from '#src/machines/studio/renderer/table.ts'
import { color } from '#src/theme/theme.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { type Column, type Sort, Table } from '../../kit/layout/Table.tsx'
import { rendererMessages } from './renderer.messages.ts'

const messages = rendererMessages.table

/** The place of a row, which no field can be called. */
const place = '\0'

/** Rows with a column for each field; a press on its title sorts by it. */
export function PayloadTable({ table: { rows, columns, more } }: { readonly table: JsonTable }) {
  const [sort, setSort] = useState<Sort | null>(null)
  const ordered = useMemo(() => {
    if (sort === null) return rows
    const isDescending = sort.direction === 'descending'
    if (sort.by === place) return isDescending ? rows.toReversed() : rows
    return sorted(rows, sort.by, isDescending)
  }, [rows, sort])
  const drawn = useMemo(() => [placeColumn, ...columns.map(columnOf)], [columns])
  const press = (by: string) =>
    setSort({ by, direction: sort?.by === by && sort.direction === 'ascending' ? 'descending' : 'ascending' })
  if (rows.length === 0) return <EmptyState title={messages.empty}>{messages.emptyMore}</EmptyState>
  return (
    <>
      <Hint role="status">{messages.rows(rows.length)}</Hint>
      <Table
        name={messages.name}
        rows={ordered}
        columns={drawn}
        keyOf={({ at }) => String(at)}
        {...(sort === null ? {} : { sort })}
        onSort={press}
      />
      {more === 0 ? null : <Hint>{messages.more(more)}</Hint>}
    </>
  )
}

const placeColumn: Column<TableRow> = {
  id: place,
  onPhone: 'name',
  title: messages.place,
  width: '4rem',
  isNumeric: true,
  canSort: true,
  draw: ({ at }) => number(at + 1),
}

/** Fields of a payload that a narrow screen shows at once. */
const factsMax = 3

const columnOf = ({ path, kind }: TableColumn, at: number): Column<TableRow> => ({
  id: path,
  onPhone: at < factsMax ? 'fact' : 'rest',
  title: messages.column(path === '' ? messages.value : path, messages.kinds[kind]),
  width: kind === 'number' || kind === 'yesNo' ? 'minmax(8rem, 1fr)' : 'minmax(11rem, 2fr)',
  isNumeric: kind === 'number',
  canSort: true,
  draw: ({ cells }) => <Cell value={cells.get(path)} />,
})

function Cell({ value }: { readonly value: JsonValue | undefined }) {
  if (value === undefined) return null
  const text = cellText(value)
  return typeof value === 'string' || typeof value === 'number' ? <bdi>{text}</bdi> : <Quiet>{text}</Quiet>
}

const Quiet = styled.code`
  color: ${color['text.muted']};
`
