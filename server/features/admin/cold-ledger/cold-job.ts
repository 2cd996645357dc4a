/** Closed weeks of the ledger become files after a number of weeks, and copies that nobody reads any more are removed. */
import type { Logger } from 'pino'
import { weeksToFreeze } from '../../../engine/ledger/cold-weeks.repository.ts'
import { type ColdWork, freezeWeek, removeLeftFiles } from '../../../engine/ledger/cold-weeks.ts'
import type { Cold } from '../../../platform/database/cold/cold.ts'
import { nameOfWeek } from '../../../platform/database/ledger-weeks.ts'
import { dropOldCopies } from '../../../records/ledger/cold-copies.repository.ts'
import { coldTotals } from '../../../records/ledger/cold-files.repository.ts'

type Deps = ColdWork & {
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** After which a closed week becomes files; null: never. */
  readonly weeks: number | null
  readonly now?: Date
}

/** @throws where the files cannot be written or read; it is tried again */
export async function doColdLedger({ log, weeks, now = new Date(), ...work }: Deps): Promise<void> {
  const { db, isOver = () => false } = work
  while ((await dropOldCopies(db)) > 0) if (isOver()) return
  if (weeks !== null)
    for (const begins of await weeksToFreeze(db, weeks, now.getTime())) {
      if (isOver()) return
      const { kept, ...frozen } = await freezeWeek(work, begins)
      const week = nameOfWeek(begins)
      if (kept === null) log.info({ week, ...frozen }, 'moved a week of the ledger to files')
      else log.info({ week, why: kept }, 'kept a week of the ledger in the database')
    }
  // Also where no week is cold any more: a file that could not be reached when its week was deleted is still there.
  const left = await removeLeftFiles(db)
  if (left > 0) log.info({ files: left }, 'removed files of the cold ledger that no week needs')
}

type Warning = Pick<Deps, 'db' | 'log' | 'weeks'> & { readonly cold: Cold }

/** Says at the start where the files of cold weeks cannot be read. The product works without them. */
export async function warnOfColdLedger({ db, log, weeks, cold }: Warning): Promise<void> {
  try {
    if (weeks === null && (await coldTotals(db)).files === 0) return
    await cold.reader.use((ask) => ask('rows', { query: 'select 1::varchar', values: [] }))
  } catch (thrown) {
    log.warn(
      { err: thrown },
      'Records in the cold ledger cannot be read, and no week moves to files. Install the package @duckdb/node-api with its optional packages.',
    )
  }
}
