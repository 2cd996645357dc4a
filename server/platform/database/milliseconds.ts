/** A column of the type integer holds 24 days of milliseconds; a paused run may take longer, and is said to have taken at least that. */
const columnMax = 2 ** 31 - 1

/** Milliseconds from one instant to a later one, as a column holds them. */
export const millisecondsBetween = (from: Date, to: Date): number =>
  Math.min(columnMax, Math.max(0, to.getTime() - from.getTime()))
