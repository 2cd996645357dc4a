/** Where rows and lines of the canvas are, from numbers alone: nothing is measured in the page. CSS pixels of the unzoomed paper. */
import type { TreeRow } from '#src/machines/builder/mapping/tree.ts'

export const rowHeight = 28
export const column = { width: 340, head: 88 } as const
/** Of the two sides, and of what an enrichment adds: its fields are few. */
export const listHeight = { side: 476, lookup: 7 * rowHeight } as const

export const heightOf = ({ list }: { readonly list: number }): number => column.head + list

/** Between the sides, for the lines, and between structures of one side. */
export const gap = { across: 180, down: 40 } as const

export type Point = { readonly x: number; readonly y: number }

/** A structure as it stands on the paper now. `anchor`: the row of a path, null where it is hidden. */
export type LineState = {
  readonly place: Point
  readonly scroll: number
  /** Height of what is in sight of the list. */
  readonly list: number
  readonly rows: readonly TreeRow[]
  readonly anchor: (path: string) => number | null
}

type End = Point & { readonly isVisible: boolean }

/** The end of a line at a row; above or below what is in sight it leaves by the edge of the list. */
export function endAt({ place, scroll, list }: LineState, index: number, side: 'source' | 'target'): End {
  const middle = index * rowHeight + rowHeight / 2 - scroll
  const isVisible = middle >= 0 && middle <= list
  const y = place.y + column.head + Math.min(list, Math.max(0, middle))
  return { x: side === 'source' ? place.x + column.width : place.x, y, isVisible }
}

/** A soft line between two points. */
export function curve(from: Point, to: Point): string {
  const bend = Math.max(40, Math.abs(to.x - from.x) / 2)
  const [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(Math.round) as [number, number, number, number]
  return `M${x1},${y1}C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}`
}
