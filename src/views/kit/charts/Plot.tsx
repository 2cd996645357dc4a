import { type ComponentType, type KeyboardEvent, type PointerEvent, useCallback, useId, useMemo, useState } from 'react'
import styled from 'styled-components'
import { color, focusRing, font, unseen } from '#src/theme/theme.ts'
import type { MarksProps } from './Bars.tsx'
import { ChartCard } from './ChartCard.tsx'
import { type ChartPoint, type ChartSeries, indexAt, labelled, margin, placesIn, plotHeight } from './chart.ts'
import { chartMessages as messages } from './charts.messages.ts'
import { scaleOf } from './scale.ts'

export type PlotProps = {
  readonly title: string
  readonly series: readonly ChartSeries[]
  readonly points: readonly ChartPoint[]
  readonly marks: ComponentType<MarksProps>
  readonly isStacked: boolean
  /** Whether what is shown is counted: there is nothing between two whole numbers. */
  readonly isWhole: boolean
  readonly writeTick: (value: number) => string
  readonly valueAt: (point: ChartPoint, at: number) => string
  readonly beforeName: string | undefined
  readonly beforeAt: (point: ChartPoint) => string
  /** A click on a place, or Enter. */
  readonly onOpen: ((point: ChartPoint) => void) | undefined
  /** A part was drawn over, or marked with the keys. */
  readonly onZoom: ((first: ChartPoint, last: ChartPoint) => void) | undefined
}

const height = margin.top + plotHeight + margin.bottom
const assumedWidth = 480
const before = { role: 'border.default' } as const

/** The drawing of a chart, read place by place with the pointer or the keys. */
export function Plot(props: PlotProps) {
  const {
    title,
    series,
    points,
    marks: Marks,
    isStacked,
    isWhole,
    writeTick,
    valueAt,
    beforeName,
    beforeAt,
    onOpen,
    onZoom,
  } = props
  const keysId = useId()
  const [width, measure] = useWidth(assumedWidth)
  const [reading, setReading] = useState<Reading | null>(null)
  const scale = useMemo(() => scaleOf(points, isStacked, isWhole), [points, isStacked, isWhole])
  const places = useMemo(() => placesIn(width, points.length), [width, points.length])
  const last = points.length - 1
  const index = reading === null ? null : Math.min(reading.index, last)
  const point = index === null ? undefined : points[index]
  const part = onZoom === undefined ? null : marked(reading)
  const canZoomHere = (at: number) => onZoom !== undefined && points[at]?.range === undefined

  const act = (from: Reading | null) => {
    const span = marked(from)
    const [first, end] = (span ?? []).map((at) => points[at])
    const one = points[from?.index ?? -1]
    if (span !== null && onZoom !== undefined && first !== undefined && end !== undefined) onZoom(first, end)
    else if (one !== undefined && one.range === undefined) onOpen?.(one)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setReading(null)
    if (event.key === 'Enter') return act(reading)
    const next = walked(reading, event.key, event.shiftKey && onZoom !== undefined, last)
    if (next === null) return
    event.preventDefault()
    setReading(next)
  }
  const under = (event: PointerEvent<HTMLElement>) =>
    indexAt(places, points.length, event.clientX - event.currentTarget.getBoundingClientRect().left)
  const move = (event: PointerEvent<HTMLElement>) => {
    const at = under(event)
    setReading({ index: at, isWalked: false, anchor: event.buttons === 1 ? (reading?.anchor ?? null) : null })
  }
  const grip = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const at = under(event)
    const canMark = event.pointerType !== 'touch' && canZoomHere(at)
    if (canMark) event.currentTarget.setPointerCapture(event.pointerId)
    setReading({ index: at, isWalked: false, anchor: canMark ? at : null })
  }
  const letGo = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    act(reading)
    setReading((now) => (now === null ? null : { ...now, anchor: null }))
  }

  const rows = point === undefined ? [] : series.map((it, at) => ({ series: it, value: valueAt(point, at) }))
  const compared =
    point === undefined || beforeName === undefined || point.range !== undefined
      ? []
      : [{ series: { name: beforeName, ...before }, value: beforeAt(point) }]
  const shown = point?.range === undefined ? [...rows, ...compared] : rows.slice(0, 1).map(expected)
  const [first, end] = (part ?? []).map((at) => points[at]?.title ?? '')
  const heading = first === undefined || end === undefined ? (point?.title ?? '') : messages.part(first, end)
  const note = point === undefined ? null : noteOf(point, part !== null, onOpen !== undefined)
  return (
    <Reader
      ref={measure}
      role="application"
      tabIndex={0}
      aria-label={title}
      aria-describedby={keysId}
      $canOpen={onOpen !== undefined}
      onKeyDown={press}
      onBlur={() => setReading(null)}
      onPointerMove={move}
      onPointerDown={grip}
      onPointerUp={letGo}
      onPointerLeave={() => setReading(null)}
    >
      <svg width={width} height={height} aria-hidden="true">
        {scale.lines.map((value) => (
          <g key={value}>
            <line
              x1={margin.left}
              x2={width - margin.right}
              y1={Math.round(scale.y(value)) + 0.5}
              y2={Math.round(scale.y(value)) + 0.5}
              stroke={color['border.subtle']}
            />
            <text x={margin.left - 8} y={scale.y(value) + 4} textAnchor="end">
              {writeTick(value)}
            </text>
          </g>
        ))}
        {part === null ? null : (
          <rect
            x={places.middle(part[0]) - places.step / 2}
            y={margin.top}
            width={places.step * (part[1] - part[0] + 1)}
            height={plotHeight}
            fill={color['brand.subtle']}
          />
        )}
        {index === null ? null : (
          <rect
            x={places.middle(index) - places.step / 2}
            y={margin.top}
            width={places.step}
            height={plotHeight}
            fill={color['bg.hover']}
          />
        )}
        <Marks points={points} series={series} places={places} scale={scale} />
        {labelled(points.length, width).map((at) => (
          <text key={points[at]?.key} x={places.middle(at)} y={height - 6} textAnchor={anchorOf(at, last)}>
            {points[at]?.tick}
          </text>
        ))}
      </svg>
      {index === null || point === undefined ? null : (
        <Hover aria-hidden="true" style={cardAt(places.middle(index), width)}>
          <ChartCard title={heading} rows={shown} note={note} />
        </Hover>
      )}
      <Unseen aria-live={reading?.isWalked ? 'polite' : 'off'}>
        {point === undefined
          ? null
          : messages.point(
              heading,
              [...shown.map(({ series: { name }, value }) => messages.value(name, value)), note].filter(Boolean).join(', '),
            )}
      </Unseen>
      <Unseen id={keysId}>
        {messages.keys} {onOpen === undefined ? null : messages.keysOpen} {onZoom === undefined ? null : messages.keysZoom}
      </Unseen>
    </Reader>
  )
}

function noteOf({ isOpen, range }: ChartPoint, isPart: boolean, canOpen: boolean): string | null {
  if (isPart) return messages.zoom
  const notes = [isOpen ? messages.running : null, canOpen && range === undefined ? messages.open : null]
  return notes.filter((it) => it !== null).join(' · ') || null
}

const expected = ({ series, value }: { readonly series: ChartSeries; readonly value: string }) => ({
  series: { ...series, name: messages.expected },
  value,
})

/** The first and the last label end with the axis. */
const anchorOf = (at: number, last: number) => (at === 0 && last > 8 ? 'start' : at === last && last > 8 ? 'end' : 'middle')

/** Beside what is read, on the side with more room. */
const cardAt = (x: number, width: number) => (x < width / 2 ? { left: x + 12 } : { right: width - x + 12 })

const Reader = styled.div<{ readonly $canOpen: boolean }>`
  position: relative;
  height: ${height}px;
  min-width: 0;
  cursor: ${({ $canOpen }) => ($canOpen ? 'pointer' : 'default')};
  touch-action: pan-y;
  user-select: none;
  ${focusRing}

  & > svg {
    display: block;
    overflow: visible;
  }

  & text {
    fill: ${color['text.subtle']};
    font: ${font.dense};
    font-variant-numeric: tabular-nums;
  }
`

const Hover = styled.div`
  position: absolute;
  top: ${margin.top}px;
  z-index: 2;
  pointer-events: none;
`

const Unseen = styled.p`
  ${unseen}
`

/** Which place one reads, whether the keys led there (what the pointer passes over is not read out), and where a part to enlarge begins. */
type Reading = { readonly index: number; readonly isWalked: boolean; readonly anchor: number | null }

const leap = 10

/** Where a key leads, or null where it means nothing here. */
function walked(reading: Reading | null, key: string, isHeld: boolean, last: number): Reading | null {
  const from = reading?.index ?? null
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: from === null ? 0 : from + 1,
    ArrowLeft: from === null ? last : from - 1,
    PageUp: (from ?? 0) + leap,
    PageDown: (from ?? last) - leap,
    Home: 0,
    End: last,
  }
  const target = targets[key]
  if (target === undefined) return null
  const anchor = isHeld ? (reading?.anchor ?? from) : null
  return { index: Math.min(last, Math.max(0, target)), isWalked: true, anchor }
}

/** The part that was marked, from its first place to its last; null where it is a single place. */
function marked(reading: Reading | null): readonly [first: number, last: number] | null {
  if (reading === null || reading.anchor === null || reading.anchor === reading.index) return null
  return [Math.min(reading.anchor, reading.index), Math.max(reading.anchor, reading.index)]
}

/** How wide an element is, now and after each change; `assumed` until it is known. */
function useWidth(assumed: number) {
  const [width, setWidth] = useState(assumed)
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) setWidth(element.clientWidth)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [width, measure] as const
}
