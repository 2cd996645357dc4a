/** Pages that are all named. */
const allUpTo = 5

/** The numbers of pages that a pager names, null for a gap: all up to 5; above the first, the last, and a window around the current one. */
export function pagesShown(current: number, last: number): readonly (number | null)[] {
  if (last <= allUpTo) return Array.from({ length: last }, (_, at) => at + 1)
  const near = [current - 1, current, current + 1].filter((page) => page > 1 && page < last)
  const [from = 2, to = last - 1] = [near[0], near.at(-1)]
  return [1, ...(from > 2 ? [null] : []), ...near, ...(to < last - 1 ? [null] : []), last]
}
