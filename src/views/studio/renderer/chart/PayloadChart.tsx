import { AreaSeries, LineSeries } from '@visx/xychart'
import { useMemo, useState } from 'react'

import { type Along, type SeriesPoint, seriesOf } from '#src/machines/studio/renderer/series.ts'
import type { JsonTable } from '#src/machines/studio/renderer/table.ts'
import { color } from '#src/theme/theme.ts'
import { estimate } from '#src/views/analytics/analytics.format.ts'
import { Select } from '#src/views/kit/controls/Select.tsx'
import { EmptyState } from '#src/views/kit/feedback/EmptyState.tsx'
import { compact, number } from '#src/views/kit/format/numbers.ts'
import { exactMoment, zoneOfPage } from '#src/views/kit/format/times.ts'
import { Hint, Row } from '#src/views/kit/layout/blocks.ts'
import { rendererMessages } from '../renderer.messages.ts'
import { pointsIn } from './room.ts'
import { type Point, Walk } from './Walk.tsx'

const messages = rendererMessages.chart

type PayloadChartProps = { readonly table: JsonTable }

const atOf = ({ at }: { readonly at: number }) => at
const measured = ({ value }: { readonly value: number | null }) => value ?? Number.NaN
/** Where an option stands for a column of times, besides the two that are always there. */
const timePrefix = 'time:'

/** A field of numbers: along the rows, along a field of times, or how many have about the same value. */
export function PayloadChart({ table }: PayloadChartProps) {
  const [field, chooseField] = useState<string | null>(null)
  const [along, chooseAlong] = useState('rows')
  const fields = table.columns.filter(({ kind }) => kind === 'number').map(({ path }) => path)
  const times = table.columns.filter(({ kind }) => kind === 'time').map(({ path }) => path)
  const path = fields.find((it) => it === field) ?? fields[0]
  if (path === undefined) return <EmptyState title={messages.none}>{messages.noneMore}</EmptyState>
  const alongs: Readonly<Record<string, string>> = {
    rows: messages.rows,
    count: messages.count,
    ...Object.fromEntries(times.map((it) => [timePrefix + it, messages.time(it)])),
  }
  const way = along in alongs ? along : 'rows'
  return (
    <>
      <Row>
        <Select
          label={messages.field}
          options={Object.fromEntries(fields.map((it) => [it, nameOf(it)]))}
          value={path}
          onChoose={chooseField}
        />
        <Select label={messages.along} options={alongs} value={way} onChoose={chooseAlong} />
      </Row>
      <Drawn table={table} path={path} way={way} title={messages.title(nameOf(path), alongs[way] ?? '')} />
    </>
  )
}

const nameOf = (path: string) => (path === '' ? rendererMessages.table.value : path)

function alongOf(way: string): Along {
  if (way === 'count') return { by: 'count' }
  return way.startsWith(timePrefix) ? { by: 'time', path: way.slice(timePrefix.length) } : { by: 'rows' }
}

type DrawnProps = PayloadChartProps & { readonly path: string; readonly way: string; readonly title: string }

function Drawn({ table, path, way, title }: DrawnProps) {
  const along = useMemo(() => alongOf(way), [way])
  const { points, counted, width } = useMemo(
    () => seriesOf(table, path, along, Math.max(2, pointsIn(globalThis.innerWidth))),
    [table, path, along],
  )
  const said = useMemo(
    () => points.map((point): Point => ({ ...point, said: sentenceOf(point, along, width) })),
    [points, along, width],
  )
  if (points.length === 0) return <EmptyState title={messages.noPoints}>{messages.noPointsMore}</EmptyState>
  const isCount = along.by === 'count'
  return (
    <Walk
      title={title}
      points={said}
      zone={zoneOfPage()}
      {...(along.by === 'time' ? {} : { writeAt: isCount ? estimate : wholeOnly })}
      writeValue={isCount ? wholeOnly : (value) => (Math.abs(value) < 1_000 ? estimate(value) : compact(value))}
      dataKey="payload"
      legend={
        <Hint>
          {isCount || points.length === counted ? messages.all(counted) : messages.drawn(number(points.length), number(counted))}{' '}
          {messages.behind}
        </Hint>
      }
    >
      {isCount ? (
        <AreaSeries
          dataKey="steps"
          data={stepsOf(points, width)}
          xAccessor={atOf}
          yAccessor={measured}
          fill={color['chart.1']}
          fillOpacity={0.35}
          lineProps={{ stroke: color['chart.1'] }}
        />
      ) : null}
      <LineSeries
        dataKey="payload"
        data={said}
        xAccessor={atOf}
        yAccessor={measured}
        stroke={isCount ? 'transparent' : color['chart.1']}
      />
    </Walk>
  )
}

/** On an axis of whole things there is nothing between them. */
const wholeOnly = (value: number) => (Number.isInteger(value) ? compact(value) : '')

function sentenceOf({ at, value }: SeriesPoint, along: Along, width: number): string {
  if (along.by === 'count') return messages.interval(estimate(at), estimate(at + width), rendererMessages.table.rows(value))
  if (along.by === 'time') return messages.moment(exactMoment(new Date(at)), estimate(value))
  return messages.row(number(at), estimate(value))
}

/** Each interval as high as it is from its begin to its end. */
const stepsOf = (points: readonly SeriesPoint[], width: number): SeriesPoint[] =>
  points.flatMap(({ at, value }) => [
    { at, value },
    { at: at + width, value },
  ])
