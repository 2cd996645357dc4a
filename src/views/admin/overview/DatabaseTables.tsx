import styled from 'styled-components'

import type { PlatformState } from '#contract/admin/platform.ts'
import { color } from '../../../theme/theme.ts'
import { number } from '../../kit/format/numbers.ts'
import { bytes } from '../../kit/format/sizes.ts'
import { dayOf } from '../../kit/format/times.ts'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { adminMessages } from '../admin.messages.ts'

const { database: messages } = adminMessages
const { columns: heads } = messages

type Database = PlatformState['database']

const columns: readonly Column<Database['tables'][number]>[] = [
  { id: 'table', title: heads.table, width: 'minmax(10rem, 2fr)', draw: ({ name }) => name },
  { id: 'bytes', title: heads.bytes, width: '7rem', isNumeric: true, draw: (it) => bytes(it.bytes) },
  {
    id: 'rows',
    title: heads.rows,
    width: '9rem',
    isNumeric: true,
    draw: ({ rows }) => (rows === null ? messages.noEstimate : number(rows)),
  },
  {
    id: 'partitions',
    title: heads.partitions,
    width: '5rem',
    isNumeric: true,
    draw: ({ partitions }) => (partitions === 0 ? '–' : number(partitions)),
  },
]

const weekColumns: readonly Column<Database['weeks'][number]>[] = [
  { id: 'week', title: heads.week, width: 'minmax(10rem, 2fr)', draw: ({ begins }) => messages.weekOf(dayOf(new Date(begins))) },
  { id: 'bytes', title: heads.bytes, width: '7rem', isNumeric: true, draw: (it) => bytes(it.bytes) },
]

function coldText({ after, weeks, rows, bytes: size }: Database['cold']): string {
  const held = weeks === 0 ? '' : messages.cold(weeks, number(rows), bytes(size))
  return `${messages.coldAfter(after)} ${held}`.trim()
}

/** The largest tables; those of the ledger are kept by weeks. */
export function DatabaseTables({ database }: { readonly database: Database }) {
  const { kind, version, migration } = database
  return (
    <section aria-label={messages.title}>
      <SectionHeader title={messages.title} note={messages.size(messages.kinds[kind], version, bytes(database.bytes))} />
      <Table name={messages.name} rows={database.tables} columns={columns} keyOf={({ name }) => name} />
      {database.weeks.length === 0 ? null : (
        <Table name={messages.weeksName} rows={database.weeks} columns={weekColumns} keyOf={({ begins }) => begins} />
      )}
      <Note>{coldText(database.cold)}</Note>
      <Note>
        {messages.migration(migration.name)} <Moment at={migration.appliedAt} />
      </Note>
    </section>
  )
}

const Note = styled.p`
  color: ${color['text.muted']};
`
