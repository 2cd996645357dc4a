/**
 * Runs of this process whose writes wait for the database. What they say of it is kept in memory, because the database cannot keep it: whoever asks
 * this process reads it.
 */
import type { StatusReason } from './run-leases.repository.ts'

type Late = { readonly standing: StatusReason; writes: number; isRefused: boolean }

const late = new Map<string, Late>()

/** What a run says of writes that wait; null when none does. */
export const unwrittenStatus = (runId: string): StatusReason | null => late.get(runId)?.standing ?? null

/** Whether the database refuses writes of this process, and not only lets them wait for others. */
export const writesAreRefused = (): boolean => [...late.values()].some(({ isRefused }) => isRefused)

/** A write of a run waits since a time. Returns what is called when it is refused once more, and when it is over. */
export function lateWrite(runId: string, since: Date): { readonly refused: () => void; readonly over: () => void } {
  const standing = {
    reason: `The database has not accepted this run's progress since ${since.toISOString()}.`,
    next: 'We try again every second. The run continues when the database accepts it.',
  }
  const it = late.get(runId) ?? { standing, writes: 0, isRefused: false }
  it.writes += 1
  late.set(runId, it)
  return {
    refused: () => {
      it.isRefused = true
    },
    over: () => {
      it.writes -= 1
      if (it.writes === 0) late.delete(runId)
    },
  }
}
