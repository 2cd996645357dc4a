import type { Kysely } from 'kysely'

import type { RunState } from '#contract/connectors/runs/run.lifecycle.ts'
import { problem } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { failPending } from '../../records/ledger/unsent-records.repository.ts'
import type { Lease } from '../../records/runs/run-leases.repository.ts'

/** Gives a run back in one commit with its end: of a cancelled one, what was not sent has failed. @param release says how the run stands. */
export function releaseLease(
  db: Kysely<Tables>,
  { id, companyId }: Pick<Lease, 'id' | 'companyId'>,
  release: (tx: Kysely<Tables>) => Promise<RunState | null>,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if ((await release(tx)) === 'cancelled') await failPending(tx, { id, companyId }, () => problem('run/cancelled'))
  })
}
