/** Fewer points than there are, so that nothing that stands out is lost. */

/**
 * Of each group of neighbours the least and the most, in their order. All of them where there are no more than `most`; a point without a value is left
 * out before one with a value.
 */
export function decimated<T>(points: readonly T[], most: number, readingOf: (point: T) => number | null): readonly T[] {
  if (points.length <= most) return points
  const groups = Math.max(1, Math.floor(most / 2))
  return Array.from({ length: groups }, (_, at) => {
    const group = points.slice(Math.floor((at * points.length) / groups), Math.floor(((at + 1) * points.length) / groups))
    return extremesOf(group, readingOf)
  }).flat()
}

function extremesOf<T>(group: readonly T[], readingOf: (point: T) => number | null): T[] {
  let [least, most] = [-1, -1]
  const values = group.map(readingOf)
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    if (least === -1 || value < (values[least] ?? 0)) least = at
    if (most === -1 || value > (values[most] ?? 0)) most = at
  }
  const kept = least === -1 ? [0] : [...new Set([least, most])].toSorted((a, b) => a - b)
  return kept.flatMap((at) => group[at] ?? [])
}
