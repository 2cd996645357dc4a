/** How a run ended, beside its `status`: a run that lost records did not simply succeed. */
import type { RunState } from './run.lifecycle.ts'

export const runResults = ['succeeded', 'completedWithErrors', 'failed', 'cancelled'] as const
export type RunResult = (typeof runResults)[number]

type Counted = { readonly recordsFailed: number; readonly recordsUnknown: number }

const isEnd = (status: string): status is RunResult & RunState =>
  status === 'succeeded' || status === 'failed' || status === 'cancelled'

/** Null while the run is open. A record that may not have arrived is an error as one that did not. */
export function resultOf({ status, recordsFailed, recordsUnknown }: Counted & { readonly status: string }): RunResult | null {
  if (!isEnd(status)) return null
  return status === 'succeeded' && recordsFailed + recordsUnknown > 0 ? 'completedWithErrors' : status
}
