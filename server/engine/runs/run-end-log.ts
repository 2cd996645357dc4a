/** What the operator hears of a run that has ended: one line in the log, and a count for `/metrics`. Names and figures, nothing of what was moved. */

import type { ClaimedRun } from '../../records/runs/run-leases.repository.ts'
import { findRun } from '../../records/runs/runs.repository.ts'
import type { EngineDeps } from '../kit/engine-deps.ts'
import { isLastOwner } from './run-epochs.repository.ts'

const ends = ['succeeded', 'failed', 'cancelled'] as const
type End = (typeof ends)[number]

const counts = new Map<End, number>(ends.map((end) => [end, 0]))

/** How many runs this process has ended, by how they ended. */
export const endedRuns = (): ReadonlyMap<End, number> => counts

const isEnd = (status: string): status is End => ends.some((end) => end === status)

/** Says how a run stands that this process has moved, if it has ended; not of one that was lost, for whoever took it over says that. */
export async function tellEnd(claimed: ClaimedRun, { db, log }: Pick<EngineDeps, 'db' | 'log'>): Promise<void> {
  const { id, companyId, connectorId } = claimed
  const run = await findRun(db, companyId, connectorId, id)
  if (!run || !isEnd(run.status) || !(await isLastOwner(db, claimed))) return
  counts.set(run.status, (counts.get(run.status) ?? 0) + 1)
  const {
    recordsRead: read,
    sourceRecordsRead,
    recordsDelivered: delivered,
    recordsFailed: failed,
    recordsSkipped: skipped,
    recordsUnknown: unknown,
    recordsUnchanged: unchanged,
    recordsLeftOut: leftOut,
  } = run
  const took = run.startedAt && run.endedAt ? Date.parse(run.endedAt) - Date.parse(run.startedAt) : null
  const line = {
    ...{ companyId, connectorId, runId: id, result: run.status, read, delivered, failed, skipped, unknown, unchanged, leftOut },
    ...(sourceRecordsRead === null ? {} : { sourceRecords: sourceRecordsRead }),
    ...{ milliseconds: took, ...(run.error === null ? {} : { error: run.error.code }) },
  }
  if (run.status === 'failed') log.warn(line, 'run failed')
  else log.info(line, 'run ended')
}
