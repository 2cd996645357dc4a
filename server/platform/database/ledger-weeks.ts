/** The weeks of the ledger: a row belongs to the week in which its run was opened, as the run's id says (UUID version 7 begins with milliseconds). */

const day = 86_400_000
export const week = 7 * day
/** 1970-01-05 was the first Monday of UTC. */
const firstMonday = 4 * day

/** Weeks that are younger than these are never cold, so that what is read about recent runs looks for no files. */
export const coldWeeksMin = 6

/** Whether the week of an instant, in milliseconds, may lie in files. */
export const mayBeCold = (at: number, now = Date.now()): boolean => at < now - (coldWeeksMin - 1) * week

/** The begin of the week of an instant; both in milliseconds. */
export const weekOf = (at: number): number => Math.floor((at - firstMonday) / week) * week + firstMonday

/** The smallest id of version 7 that can be made at an instant or later. */
export function firstIdAt(instant: Date): string {
  const hex = instant.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

const millisecondsDigits = 13

/** When a run was opened, to the millisecond. Its first digits are enough. */
export const timeOfRun = (runId: string): Date =>
  new Date(Number.parseInt(runId.slice(0, millisecondsDigits).replace('-', ''), 16))

/** The begin of the week in which a run was opened. */
export const weekOfRun = (runId: string): number => weekOf(timeOfRun(runId).getTime())

/** The day on which a week begins, e.g. `2026-11-16`. */
export const nameOfWeek = (begins: number): string => new Date(begins).toISOString().slice(0, 10)

/** The ids of the runs that were opened in a week: from the first, up to and without the second. */
export const idsOfWeek = (begins: number): readonly [string, string] => [
  firstIdAt(new Date(begins)),
  firstIdAt(new Date(begins + week)),
]
