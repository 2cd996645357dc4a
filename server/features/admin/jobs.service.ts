/** Background jobs as the operator sees them, and the retry of one that failed. */
import { type Kysely, sql } from 'kysely'

import type { FailedJob, JobQueueState, JobsState } from '#contract/admin/jobs.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import { type JobQueue, retryJob } from '../../platform/database/job-queues.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { readQueues } from '../../platform/jobs/queue-figures.repository.ts'
import type { Audit } from '../kit/audit-trail.ts'

type Db = Kysely<Tables>

const failedShown = 20
/** Characters. An error may quote a whole statement. */
const reasonMax = 300

async function listFailed(db: Db): Promise<FailedJob[]> {
  const { rows } = await sql<{ id: string; queue: JobQueue; failedAt: Date; attempts: number; reason: string | null }>`
    select id, name as queue, completed_on as "failedAt", retry_count + 1 as attempts, 
      left(coalesce(output->>'message', output->'value'->>'message', output->>'value'), ${reasonMax}) as reason
    from pgboss.job where state = 'failed' order by completed_on desc limit ${failedShown}`.execute(db)
  return rows.map((row) => ({ ...row, failedAt: row.failedAt.toISOString(), reason: row.reason ?? '' }))
}

/** Whether a process of this installation has opened the queues. */
async function areQueuesOpen(db: Db): Promise<boolean> {
  const { rows } = await sql<{ areOpen: boolean }>`select to_regclass('pgboss.job') is not null as "areOpen"`.execute(db)
  return rows[0]?.areOpen === true
}

async function readJobs(db: Db): Promise<JobsState> {
  if (!(await areQueuesOpen(db))) return { queues: [], failed: [] }
  const queues = (await readQueues(db)).map(
    ({ queue, ready, later, active, failed, age }): JobQueueState => ({
      ...{ queue, waiting: ready, later, active, failed },
      oldest: ready === 0 ? null : Math.round(age * 1_000),
    }),
  )
  return { queues, failed: await listFailed(db) }
}

export function createJobsService({ db }: { readonly db: Db }) {
  return {
    list: (): Promise<JobsState> => readJobs(db),

    /** @throws `job/not-failed`, `job/queued` */
    retry: (id: string, audit: Audit): Promise<JobsState> =>
      inOneCommit(db, async (tx) => {
        if (!(await areQueuesOpen(tx))) throw refusal('job/not-failed')
        const { rows } = await sql<{ queue: JobQueue }>`
          select name as queue from pgboss.job where id = ${id} and state = 'failed' for update`.execute(tx)
        const [found] = rows
        if (found === undefined) throw refusal('job/not-failed')
        const { rows: open } = await sql`select id from pgboss.job
          where name = ${found.queue} and policy = 'exclusive' and state <= 'active' limit 1`.execute(tx)
        if (open.length > 0) throw refusal('job/queued')
        await retryJob(tx, found.queue, id)
        await audit(tx, { target: { type: 'job', id }, after: { queue: found.queue } })
        return readJobs(tx)
      }),
  }
}
