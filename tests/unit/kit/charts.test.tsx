// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'

import { BarChart, LineChart } from '#src/views/kit/charts/Chart.tsx'
import { type ChartPoint, type ChartSeries, labelled, placesIn, plotHeight } from '#src/views/kit/charts/chart.ts'
import { pathOf } from '#src/views/kit/charts/path.ts'
import { scaleOf } from '#src/views/kit/charts/scale.ts'

afterEach(cleanup)

const series: readonly ChartSeries[] = [
  { name: 'Delivered', role: 'chart.1' },
  { name: 'Failed', role: 'chart.4' },
]
const point = (minute: number, ...values: (number | null)[]): ChartPoint => ({
  key: `13:0${minute}`,
  tick: `13:0${minute}`,
  title: `24 Nov, 13:0${minute}`,
  values,
})
const points = [point(0, 20, 0), point(1, 160, 82), point(2, 30, 0), { ...point(3, 12, 0), isOpen: true }]
const expected: ChartPoint = { ...point(4, 90, null), range: { low: 0, high: 4_180 } }
const usual = { title: 'Records per minute', series, points, empty: 'No records read.', write: String }

const bars = () => [...document.querySelectorAll('figure svg > g[opacity] > rect')]
const said = () => document.querySelector('[aria-live]')?.textContent

describe('the scale of a chart', () => {
  it.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [242, [0, 100, 200, 300]],
    [1_000, [0, 250, 500, 750, 1_000]],
  ])('ends with what holds %i, in steps that are easy to read', (highest, lines) => {
    expect(scaleOf([point(0, highest)], true, true).lines).toEqual(lines)
  })

  it('holds what stands on each other, and is not widened by what is expected', () => {
    expect(scaleOf(points, true, true).top).toBe(300)
    expect(scaleOf([...points, expected], true, true)).toMatchObject({ top: 300, lines: [0, 100, 200, 300] })
    expect(scaleOf([...points, expected], true, true).y(4_180)).toBe(scaleOf(points, true, true).y(300))
  })

  it('measures parts of a second where nothing is counted', () => {
    expect(scaleOf([point(0, 0.8)], false, false).lines).toHaveLength(5)
  })
})

describe('a line', () => {
  const scale = scaleOf([point(0, 10)], false, false)

  it('has a gap where nothing was measured, and a point where a value stands alone', () => {
    const { line, alone } = pathOf([1, 2, null, 3, null, 4, 5], placesIn(480, 7), scale)
    expect(line.match(/M/g)).toHaveLength(2)
    expect(alone.map(({ index }) => index)).toEqual([3])
  })
})

it('labels no more places than have room, the first and the last always', () => {
  expect(labelled(60, 480)).toEqual([0, 20, 39, 59])
  expect(labelled(3, 480)).toEqual([0, 1, 2])
})

describe('bars', () => {
  it('stand on each other as high as their values, and what goes on still is pale', () => {
    render(<BarChart {...usual} />)
    const heights = bars().map((bar) => Number(bar.getAttribute('height')))
    expect(heights.map((height) => Math.round((height / plotHeight) * 300))).toEqual([20, 160, 82, 30, 12])
    expect([...document.querySelectorAll('svg > g[opacity]')].map((it) => it.getAttribute('opacity'))).toEqual([
      '1',
      '1',
      '1',
      '0.35',
    ])
  })

  it('are read with the keys, and what is expected says its range', async () => {
    const user = userEvent.setup()
    render(<BarChart {...usual} points={[...points, expected]} />)
    await user.tab()
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('application', { name: 'Records per minute' }))
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(said()).toBe('24 Nov, 13:01: Delivered 160, Failed 82')
    await user.keyboard('{End}{ArrowLeft}')
    expect(said()).toBe('24 Nov, 13:03: Delivered 12, Failed 0, still running')
    await user.keyboard('{End}')
    expect(said()).toBe('24 Nov, 13:04: Expected about 90 (0 to 4180)')
    await user.keyboard('{Escape}')
    expect(said()).toBe('')
  })

  it('open what is read with Enter and a click, and nothing that is only expected', async () => {
    const user = userEvent.setup()
    const opened: string[] = []
    render(<BarChart {...usual} points={[...points, expected]} onOpen={({ key }) => opened.push(key)} />)
    const plot = screen.getByRole('application')
    plot.focus()
    await user.keyboard('{Home}{ArrowRight}{Enter}{End}{Enter}')
    fireEvent.pointerDown(plot, { button: 0, buttons: 1, clientX: 50 })
    fireEvent.pointerUp(plot, { button: 0, clientX: 50 })
    expect(opened).toEqual(['13:01', '13:00'])
  })

  it('are enlarged where a part is drawn over or marked with Shift', async () => {
    const user = userEvent.setup()
    const parts: string[] = []
    const opened: string[] = []
    render(
      <BarChart
        {...usual}
        onOpen={({ key }) => opened.push(key)}
        onZoom={(first, last) => parts.push(`${first.key} to ${last.key}`)}
      />,
    )
    const plot = screen.getByRole('application')
    plot.focus()
    await user.keyboard('{End}{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}{Enter}')
    fireEvent.pointerDown(plot, { button: 0, buttons: 1, clientX: 60, pointerId: 1 })
    fireEvent.pointerMove(plot, { buttons: 1, clientX: 300 })
    fireEvent.pointerUp(plot, { button: 0, clientX: 300 })
    expect(parts).toEqual(['13:01 to 13:03', '13:00 to 13:02'])
    expect(opened).toEqual([])
  })

  it('stand as a table behind the chart, the newest first', async () => {
    const user = userEvent.setup()
    render(<BarChart {...usual} />)
    await user.click(screen.getByRole('button', { name: 'Records per minute as a table' }))
    const rows = within(screen.getByRole('table')).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'TimeDeliveredFailed',
      '24 Nov, 13:03120',
      '24 Nov, 13:02300',
      '24 Nov, 13:0116082',
      '24 Nov, 13:00200',
    ])
  })

  it('say that they load, and that there is nothing', () => {
    const { rerender } = render(<BarChart {...usual} points={null} />)
    screen.getByText('Loading records per minute…')
    rerender(<BarChart {...usual} points={[]} />)
    screen.getByText('No records read.')
  })
})

it('a line chart compares with the time before, and says what was not measured', async () => {
  const user = userEvent.setup()
  const latency = [
    { ...point(0, null), before: 300 },
    { ...point(1, 420), before: null },
  ]
  render(<LineChart {...usual} title="Average latency" series={series.slice(0, 1)} points={latency} beforeName="Hour before" />)
  screen.getByRole('application').focus()
  await user.keyboard('{Home}')
  expect(said()).toBe('24 Nov, 13:00: Delivered not measured, Hour before 300')
  expect(document.querySelectorAll('figure svg circle')).toHaveLength(1)
})
