/** Of a long list only the rows around those in sight are kept. */

/** Rows that are read at once. */
export const windowSize = 100
const step = windowSize / 2
/** Rows beyond those in sight that are there before they are needed. */
const margin = 10

/** Rows in sight, counted from 0, both included. */
export type VisibleRows = { readonly first: number; readonly last: number }

/** Where the window for these rows begins; null when the present one does. */
export function windowFor({ first, last }: VisibleRows, present: number, total: number): number | null {
  const isCovered =
    (present === 0 || first >= present + margin) && (present + windowSize >= total || last < present + windowSize - margin)
  if (isCovered && first < present + windowSize) return null
  const wanted = Math.max(0, (Math.round((first + last) / 2 / step) - 1) * step)
  return wanted === present ? null : wanted
}
