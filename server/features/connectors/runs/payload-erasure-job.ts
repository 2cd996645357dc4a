/** Erases payloads of connectors that store none: what they stored before, and what a crash left, groups of runs that have ended among it. */
import type { Kysely } from 'kysely'
import { restoreWeeks } from '#server/engine/ledger/cold-weeks.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { forgetLeft } from '#server/records/ledger/source-pages.repository.ts'
import { forgetGroups } from '#server/records/runs/run-groups.repository.ts'
import { eraseNext, listErasures } from './payload-erasure.repository.ts'

/** Steps for one connector before the others have their turn. */
const stepsMax = 50

export async function erasePayloads(db: Kysely<Tables>): Promise<void> {
  await forgetLeft(db)
  await forgetGroups(db)
  for (const whose of await listErasures(db)) {
    // What lies in files is erased in the database, and goes back into files without its payloads.
    await restoreWeeks({ db }, { companyId: whose.companyId })
    for (let step = 0; step < stepsMax && (await inOneCommit(db, (tx) => eraseNext(tx, whose))); step += 1);
  }
}
