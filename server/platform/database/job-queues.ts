/** The queues of background jobs, and how a job is queued in the commit that causes it. `server/jobs.ts` lists who does them. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'

import type { Tables } from './tables/tables.ts'

/** The data of a job names a row. What is to be done is read from the row, which is the truth. */
export type JobQueues = {
  readonly mail: { readonly id: string }
  readonly 'company-mail': { readonly id: string }
  readonly 'company-export': { readonly id: string }
  readonly 'own-data-file': { readonly id: string }
  readonly 'mail-sweep': null
  readonly 'export-expiry': null
  readonly 'version-notices': null
  readonly 'certificate-notices': null
  readonly alerts: null
  readonly 'own-data': null
  readonly 'hourly-maintenance': null
  readonly 'daily-maintenance': null
  readonly billing: null
  readonly payments: null
  readonly 'payload-erasure': null
}
export type JobQueue = keyof JobQueues

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
    ...(after === undefined ? {} : { startAfter: new Date(Date.now() + after) }),
    ...(group === undefined ? {} : { group: { id: group } }),
  })
}

/** Whether no job of these queues is waiting or active for a row. @param id the column that identifies the row */
export const hasNoJob = (queues: readonly JobQueue[], id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`not exists (select from pgboss.job j where j.name = any(${queues}) and j.singleton_key = ${id}::text and j.state < 'completed')`

/** Failed jobs stay a week, so that an operator sees and retries them. Completed ones are removed after an hour. */
export async function forgetCompletedJobs(db: Kysely<Tables>): Promise<void> {
  await sql`delete from pgboss.job where state in ('completed', 'cancelled') and completed_on < now() - interval '1 hour'`.execute(
    db,
  )
}
