import { useState } from 'react'
import { BarChart, LineChart } from '../../kit/charts/Chart.tsx'
import type { ChartPoint } from '../../kit/charts/chart.ts'
import { Pager } from '../../kit/controls/Pager.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Example } from './Example.tsx'
import { kitMessages as messages } from './kit.messages.ts'

const { chart } = messages
const volumes = [
  [20, 0],
  [24, 0],
  [160, 82],
  [0, 0],
  [30, 4],
  [28, 0],
  [12, 0],
] as const
const latencies = [420, null, 380, null, 440, 460, 410] as const

const place = (index: number) => {
  const minute = String(index + 1).padStart(2, '0')
  return { key: minute, tick: chart.tick(minute), title: chart.at(minute), isOpen: index === volumes.length - 1 }
}
const volume: readonly ChartPoint[] = [
  ...volumes.map((values, index) => ({ ...place(index), values })),
  { ...place(volumes.length), isOpen: false, values: [31, null], range: { low: 24, high: 38 } },
]
const latency: readonly ChartPoint[] = latencies.map((value, index) => ({
  ...place(index),
  values: [value],
  before: 400 + index * 10,
}))
const series = [
  { name: chart.series.delivered, role: 'chart.1' },
  { name: chart.series.failed, role: 'chart.4' },
] as const

type Run = { readonly id: string; readonly started: string; readonly isFailed: boolean; readonly records: number }

const runs: readonly Run[] = volumes.map(([delivered, failed], index) => ({
  id: place(index).key,
  started: place(index).title,
  isFailed: failed > 0,
  records: delivered + failed,
}))
const columns: readonly Column<Run>[] = [
  { id: 'started', title: messages.run.started, width: 'minmax(9rem, 2fr)', canSort: true, draw: ({ started }) => started },
  {
    id: 'result',
    title: messages.run.result,
    width: 'minmax(8rem, 1fr)',
    draw: ({ isFailed }) => (
      <StatusDot look={isFailed ? 'bad' : 'ok'}>{isFailed ? messages.dots.bad : messages.dots.ok}</StatusDot>
    ),
  },
  {
    id: 'records',
    title: messages.run.records,
    width: 'minmax(6rem, 1fr)',
    isNumeric: true,
    draw: ({ records }) => number(records),
  },
]
const inMilliseconds = (value: number) => chart.milliseconds(number(value))

/** What shows much at once. */
export function DataExamples() {
  const [page, turn] = useState(1)
  const [sort, setSort] = useState<'ascending' | 'descending'>('ascending')
  const rows = sort === 'ascending' ? runs : runs.toReversed()
  return (
    <>
      <Example title={messages.sections.charts}>
        <BarChart title={chart.volume} series={series} points={volume} empty={chart.empty} write={number} onZoom={() => {}} />
        <LineChart
          title={chart.latency}
          series={[{ name: chart.series.now, role: 'chart.2' }]}
          points={latency}
          empty={chart.empty}
          write={inMilliseconds}
          beforeName={chart.before}
        />
        <BarChart title={chart.loading} series={series} points={null} empty={chart.empty} write={number} />
        <BarChart title={chart.nothing} series={series} points={[]} empty={chart.empty} write={number} isFlat />
      </Example>
      <Example title={messages.sections.table}>
        <Table
          name={messages.runs}
          rows={rows}
          columns={columns}
          keyOf={({ id }) => id}
          sort={{ by: 'started', direction: sort }}
          onSort={() => setSort(sort === 'ascending' ? 'descending' : 'ascending')}
          onOpen={() => {}}
        />
        <Pager name={messages.runs} page={page} pageSize={7} total={40} onPage={turn} />
      </Example>
    </>
  )
}
