/** The queues of background jobs, and how a job is queued in the commit that causes it. `server/jobs.ts` lists who does them. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'

import type { jobQueues } from '#contract/admin/jobs.ts'
import type { Tables } from './tables/tables.ts'

/** The data of a job names a row. What is to be done is read from the row, which is the truth. */
export type JobQueue = (typeof jobQueues)[number]
type OfOneRow =
  | 'mail'
  | 'company-mail'
  | 'company-export'
  | 'own-data-file'
  | 'webhook'
  | 'afterwards'
  | 'bulk-action'
  | 'company-retention'
  | 'company-removal'
  | 'deployment'
export type JobQueues = { readonly [Name in JobQueue]: Name extends OfOneRow ? { readonly id: string } : null }

type Options = {
  /** Milliseconds from now. */
  readonly after?: number
  /** Jobs of one group are done one after another in a process. */
  readonly group?: string
}

/** A database and its transactions share one adapter, and nothing else that could be a key. */
const bosses = new WeakMap<object, PgBoss>()
const keyOf = (db: Kysely<Tables>): object => db.getExecutor().adapter

/** @param boss null: this process queues nothing any more. */
export function setBoss(db: Kysely<Tables>, boss: PgBoss | null): void {
  if (boss === null) bosses.delete(keyOf(db))
  else bosses.set(keyOf(db), boss)
}

/** Queues a job in the commit of `db`. A process without jobs (`npm run restore`) queues nothing: the sweeps of the next process find the row. */
export async function sendJob<Name extends JobQueue>(
  db: Kysely<Tables>,
  queue: Name,
  data: JobQueues[Name],
  { after, group }: Options = {},
): Promise<void> {
  const boss = bosses.get(keyOf(db))
  if (!boss) return
  await boss.send(queue, data, {
    db: fromKysely(db),
    ...(data === null ? {} : { singletonKey: data.id }),
    // A number of seconds is counted by the clock of the database, as the times of the rows are.
    ...(after === undefined || after <= 0 ? {} : { startAfter: after / 1_000 }),
    ...(group === undefined ? {} : { group: { id: group } }),
  })
}

/** Queues a failed job once more, in the commit of `tx`. @throws where this process queues nothing */
export async function retryJob(tx: Kysely<Tables>, queue: JobQueue, id: string): Promise<void> {
  const boss = bosses.get(keyOf(tx))
  if (!boss) throw new Error('The job queues of this process are not open.')
  await boss.retry(queue, id, { db: fromKysely(tx) })
}

/** Whether no job of these queues is waiting or active for a row. @param id the column that identifies the row */
export const hasNoJob = (queues: readonly JobQueue[], id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`not exists (select from pgboss.job j where j.name = any(${queues}) and j.singleton_key = ${id}::text and j.state < 'completed')`

/** Makes jobs due at once that wait for their next attempt: for those that were cut off and did not fail. */
export async function retryNow(db: Kysely<Tables>, queue: JobQueue): Promise<void> {
  await sql`update pgboss.job set start_after = now() where name = ${queue} and state = 'retry'`.execute(db)
}

/** Failed jobs stay a week, so that an operator sees and retries them. Completed ones are removed after an hour, that of a day's work after a day. */
export async function forgetCompletedJobs(db: Kysely<Tables>): Promise<void> {
  await sql`delete from pgboss.job where state in ('completed', 'cancelled') and completed_on < now() - interval '1 hour'
    and (name <> 'daily-maintenance' or completed_on < now() - interval '1 day')`.execute(db)
}
