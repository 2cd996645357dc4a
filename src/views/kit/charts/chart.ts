import type { Role } from '#src/theme/roles.ts'

/** What one kind of mark means, from the axis up where several stand on each other. */
export type ChartSeries = { readonly name: string; readonly role: Role }

/** One place along the axis. Places are equally wide: a period, a run. */
export type ChartPoint = {
  readonly key: string
  /** As the axis names it: "13:07". */
  readonly tick: string
  /** As the card and the table name it: "24 Nov, 13:07". */
  readonly title: string
  /** One for each series; null where nothing was measured. */
  readonly values: readonly (number | null)[]
  /** Goes on still: drawn pale, because more may come. */
  readonly isOpen?: boolean
  /** The same place of the time before. */
  readonly before?: number | null
  /** Not measured but expected: `values` holds the estimate, and four of five cases lie in between. It never widens the scale. */
  readonly range?: { readonly low: number; readonly high: number }
}

/** CSS pixels. */
export const plotHeight = 168
/** Around the plot, for the labels of both axes. */
export const margin = { top: 8, right: 4, bottom: 24, left: 44 } as const

/** Where a place stands: its middle, and how wide it is. */
export function placesIn(width: number, count: number) {
  const inner = Math.max(0, width - margin.left - margin.right)
  const step = count === 0 ? inner : inner / count
  return { step, middle: (index: number) => margin.left + step * (index + 0.5) }
}

export type Places = ReturnType<typeof placesIn>

/** The place under a pointer that is `x` pixels from the left edge. */
export const indexAt = ({ step }: Places, count: number, x: number) =>
  Math.min(count - 1, Math.max(0, Math.floor((x - margin.left) / step)))

/** Places that get a label, so that none touches the next. */
export function labelled(count: number, width: number): readonly number[] {
  const most = Math.max(2, Math.floor((width - margin.left) / 96))
  if (count <= most) return Array.from({ length: count }, (_, index) => index)
  return Array.from({ length: most }, (_, index) => Math.round((index * (count - 1)) / (most - 1)))
}
