import type { Analytics } from '#contract/analytics/analytics.ts'
import { type FigureRow, figureRows } from '../../machines/analytics/figure-rows.ts'
import { number } from '../kit/format/numbers.ts'
import { duration } from '../kit/format/spans.ts'
import { type Column, Table } from '../kit/layout/Table.tsx'
import { forecastMessages, periodWord } from './analytics.format.ts'
import { analyticsMessages } from './analytics.messages.ts'

const messages = analyticsMessages.table
const titles = messages.columns

const counted = (id: 'count' | 'delivered' | 'failed'): Column<FigureRow> => ({
  id,
  title: titles[id],
  width: 'minmax(5rem, 1fr)',
  isNumeric: true,
  draw: (row) => (row.foretold !== null ? null : (told(row[id], number) ?? messages.leftOut)),
})

const told = (value: number | undefined, write: (value: number) => string) => (value === undefined ? null : write(value))

/** The figures of the charts, the newest first. */
export function FigureTable({ of }: { readonly of: Analytics }) {
  const columns: readonly Column<FigureRow>[] = [
    {
      id: 'period',
      title: titles.period,
      width: 'minmax(9rem, 1.5fr)',
      draw: ({ date }) => <time dateTime={date}>{periodWord(date, of.interval, of.zone)}</time>,
    },
    counted('count'),
    counted('delivered'),
    counted('failed'),
    {
      id: 'latency',
      title: titles.latency,
      width: 'minmax(7rem, 1fr)',
      isNumeric: true,
      draw: ({ latency, foretold }) =>
        foretold !== null ? null : latency === undefined ? messages.leftOut : latencyWord(latency),
    },
    {
      id: 'forecast',
      title: titles.forecast,
      width: 'minmax(9rem, 1.5fr)',
      isNumeric: true,
      draw: ({ foretold }) => (foretold === null ? null : messages.foretold(...forecastMessages(foretold))),
    },
  ]
  return <Table name={messages.name} rows={figureRows(of).toReversed()} columns={columns} keyOf={({ date }) => date} />
}

const latencyWord = (latency: number | null) => (latency === null ? analyticsMessages.noData : duration(latency))
