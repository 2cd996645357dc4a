/** Calendar months by UTC, in which everything is billed. */
export type Month = { readonly from: Date; readonly to: Date; readonly days: number }

const day = 86_400_000

/** The month of an instant; `offset` counts months from it. */
export function monthAt(at: Date, offset = 0): Month {
  const from = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1))
  const to = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset + 1, 1))
  return { from, to, days: Math.round((to.getTime() - from.getTime()) / day) }
}

/** "2026-11-25" */
export const dayText = (at: Date) => at.toISOString().slice(0, 10)
/** The midnight that begins a day. */
export const midnightOf = (at: Date) => new Date(Math.floor(at.getTime() / day) * day)
export const laterByDays = (at: Date, days: number) => new Date(at.getTime() + days * day)
export const daysBetween = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / day)
