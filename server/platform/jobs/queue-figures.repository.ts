/** Figures of the job queues, counted when they are read. */
import { type Kysely, sql } from 'kysely'

import type { JobQueue } from '../database/job-queues.ts'
import type { Tables } from '../database/tables/tables.ts'

export type QueueFigures = {
  readonly queue: JobQueue
  /** Due and not started. */
  readonly ready: number
  /** Due later. */
  readonly later: number
  readonly active: number
  /** Given up and kept. */
  readonly failed: number
  /** Seconds that the oldest due job has waited. */
  readonly age: number
}

/** Of every queue, by one statement. */
export async function readQueues(db: Kysely<Tables>): Promise<QueueFigures[]> {
  const { rows } = await sql<QueueFigures>`
    select q.name as queue, count(j.id) filter (where j.state < 'active' and j.start_after <= now())::int as ready,
      count(j.id) filter (where j.state < 'active' and j.start_after > now())::int as later,
      count(j.id) filter (where j.state = 'active')::int as active,
      count(j.id) filter (where j.state = 'failed')::int as failed,
      coalesce(extract(epoch from now() - min(greatest(j.created_on, j.start_after))
        filter (where j.state < 'active' and j.start_after <= now())), 0)::float8 as age
    from pgboss.queue q left join pgboss.job j on j.name = q.name
    where q.name not like '\\_\\_pgboss%' group by q.name order by q.name`.execute(db)
  return rows
}

/** Queues with a job that is due and not started. */
export async function dueQueues(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select q.name from pgboss.queue q where exists (
      select from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}
