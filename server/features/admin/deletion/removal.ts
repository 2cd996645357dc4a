/** Removes everything of a company whose time of grace is over, in slices: one that is cut off continues in the next attempt. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import { dropColdWeeks } from '../../../engine/ledger/cold-weeks.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { repeatedly } from '../../../platform/jobs/repeatedly.ts'
import { holdCompany } from '../../auth/companies.repository.ts'
import { requestCustomerRemoval } from '../../billing/payments/provider-removals.ts'
import { addAuditEvent } from '../../kit/audit-events.repository.ts'
import { removeRun } from '../../settings/retention/removal.repository.ts'
import { moveCompany } from '../company-status.repository.ts'
import { anonymizeCompany, listRuns, removeRows, removeUnmarked, tablesOfCompanies } from './company-rows.repository.ts'
import { endDeletion, endLease, goneOf, noteRemoved, takeLease } from './deletion.repository.ts'

type Db = Kysely<Tables>

export type Removal = {
  readonly db: Db
  /** Rows of one statement at most, and of a table that others refer to. */
  readonly slices?: { readonly rows: number; readonly referenced: number }
  /** Asked between two slices: true ends the work in the middle. */
  readonly isOver?: () => boolean
}

const usual = { rows: 5_000, referenced: 500 }
/** Milliseconds; longer than any slice takes. */
const lease = 60_000
const folderPause = 600_000
const runsAtOnce = 100

/** False where it was ended in the middle. */
async function removeSlices(deps: Removal, companyId: string): Promise<boolean> {
  const { db, slices = usual, isOver = () => false } = deps
  await dropColdWeeks(db, { companyId })
  // What the ledger holds of each run is found by its run; all else by its company.
  for (let runs = await listRuns(db, companyId, runsAtOnce); runs.length > 0; runs = await listRuns(db, companyId, runsAtOnce)) {
    let rows = 0
    const add = (_: string, gone: number) => {
      rows += gone
    }
    for (const runId of runs) {
      if (isOver()) return false
      await removeRun(db, companyId, runId, add)
      await db.deleteFrom('runs').where('id', '=', runId).where('company_id', '=', companyId).execute()
    }
    await noteRemoved(db, companyId, rows + runs.length, lease)
  }
  for (const { name, isReferenced } of await tablesOfCompanies(db)) {
    const most = isReferenced ? slices.referenced : slices.rows
    for (let gone = most; gone === most; ) {
      if (isOver()) return false
      gone = await removeRows(db, companyId, name, most)
      if (gone > 0) await noteRemoved(db, companyId, gone, lease)
    }
  }
  return true
}

/** What was added meanwhile goes in the commit that ends it. */
async function finish({ db, slices = usual }: Removal, companyId: string): Promise<void> {
  await inOneCommit(db, async (tx) => {
    await holdCompany(tx, companyId)
    await requestCustomerRemoval(tx, companyId)
    for (const { name } of await tablesOfCompanies(tx))
      while ((await removeRows(tx, companyId, name, slices.rows)) === slices.rows);
    await removeUnmarked(tx, companyId)
    await anonymizeCompany(tx, companyId)
    if (!(await moveCompany(tx, companyId, 'job.done', { reason: 'Deleted', userId: null }))) return
    const { operatorCompanyId } = await endDeletion(tx, companyId)
    await addAuditEvent(tx, {
      ...{ companyId: operatorCompanyId, action: 'company.deleted', address: null, before: null, after: null },
      actor: { kind: 'system', id: null },
      target: { type: 'company', id: companyId },
    })
  })
}

/** Nothing else is begun once the row says so: no call, run or job takes the company any more. */
async function begin({ db }: Removal, companyId: string): Promise<void> {
  await inOneCommit(db, async (tx) => {
    await holdCompany(tx, companyId)
    await moveCompany(tx, companyId, 'clock.due', { reason: 'Deleted', userId: null })
    await requestCustomerRemoval(tx, companyId)
    await removeUnmarked(tx, companyId)
  })
}

/** The first that is due; false where it was ended in the middle. */
async function removeCompany(deps: Removal, companyId: string): Promise<boolean> {
  await begin(deps, companyId)
  if (!(await removeSlices(deps, companyId))) return false
  await finish(deps, companyId)
  return true
}

/** The job of one company. @throws what cuts it off; it goes on where it ended */
export async function doRemoval(deps: Removal, companyId: string): Promise<void> {
  const { db } = deps
  // Not due, ended, or held by a process that died: then the sweep queues another job when its lease is over.
  if (!(await takeLease(db, companyId, lease))) return
  try {
    if (!(await removeCompany(deps, companyId))) throw new Error('Company deletion interrupted.')
  } finally {
    await endLease(db, companyId)
  }
}

type Folders = Pick<Removal, 'db'> & { readonly dataDir: string }

/** Of deleted companies, below the data folder of this process. */
export async function removeFolders({ db, dataDir }: Folders): Promise<void> {
  for (const kind of ['archives', 'backups']) {
    const folders = await readdir(join(dataDir, kind)).catch(() => [])
    for (const companyId of await goneOf(
      db,
      folders.filter((name) => uuid.test(name)),
    ))
      await rm(join(dataDir, kind, companyId), { recursive: true, force: true })
  }
}

/** In each process, because folders belong to machines. @returns what ends it */
export function startRemovingFolders({ log, ...deps }: Folders & { readonly log: Pick<Logger, 'warn'> }): () => Promise<void> {
  const warn = (thrown: unknown) => log.warn({ err: thrown }, 'the folder of a deleted company could not be removed, will retry')
  return repeatedly(folderPause, () => removeFolders(deps), warn)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
