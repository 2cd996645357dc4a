/** One action on many, each by itself and recorded as if it were done alone: what one refuses does not stop the others. */
import type { Kysely } from 'kysely'

import type { BulkProgress } from '#contract/kit/bulk/bulk-job.ts'
import { type Problem, refusal, toProblem } from '#contract/kit/problem.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { JobContext } from '../../../platform/jobs/boss.ts'
import { beginAttempt } from '../../../platform/jobs/job-rows.repository.ts'
import type { Caller } from '../../../platform/security/access.ts'
import type { Audit } from '../audit-trail.ts'
import {
  addJob,
  type BulkKind,
  beginNext,
  bulkRows,
  endAttempt,
  endItem,
  findJob,
  type Item,
  isOtherRunning,
  type JobRow,
  lineUpAgain,
  listFailures,
  moveJob,
  type NewJob,
  roleOf,
} from './bulk-jobs.repository.ts'

type Db = Kysely<Tables>
export type Order = Omit<NewJob, 'kind' | 'companyId' | 'userId'>
type Deps = {
  readonly db: Db
  readonly runners: BulkRunners
  readonly kind: BulkKind
  /** Of the audit log. */
  readonly target: string
  /** How many are changed at the same time. */
  readonly atOnce: number
  /** The person may still do it: as `caller`. */
  readonly act: (job: JobRow, targetId: string, caller: Caller) => Promise<unknown>
  readonly isAllowed: (caller: Caller) => boolean
  /** Whether a refusal says that it is done already, as by a process that died before it could say so. */
  readonly isDone: (problem: Problem, wasBegun: boolean) => boolean
}
export type BulkJob = BulkProgress & { readonly form: unknown }

/** What does an action of each kind, filled by the services that start them. */
export type BulkRunners = Map<BulkKind, (job: JobRow, signal: AbortSignal) => Promise<void>>

/** Milliseconds. Longer than one step of an action: a process of the version before does not see by its attempt that another one has taken it over. */
const lease = 120_000
const failuresShown = 100

/** The job of one action. @throws what cuts it off; it goes on where it ended */
export async function doBulkAction(
  db: Db,
  runners: BulkRunners,
  id: string,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const job = await beginAttempt(db, bulkRows, id, lease)
  if (job !== null) await runners.get(job.kind)?.(job, signal)
}

export function createBulkJobs({ db, runners, kind, target, atOnce, act, isAllowed, isDone }: Deps) {
  async function shown(of: Db, lane: string, id: string | null): Promise<BulkJob | null> {
    const row = await findJob(of, lane, id)
    if (row === null) return null
    const { total, changed, waiting, failed, status, by, form } = row
    return {
      ...{ id: row.id, form, status, startedBy: by, total, changed, waiting, failed },
      startedAt: row.created_at.toISOString(),
      failures: failed === 0 ? [] : await listFailures(of, row, failuresShown),
    }
  }

  /** @throws `bulk/not-found` */
  async function get(of: Db, lane: string, id: string): Promise<BulkJob> {
    const job = await shown(of, lane, id)
    if (job === null) throw refusal('bulk/not-found')
    return job
  }

  async function tryOne(job: JobRow, { place, targetId, wasBegun }: Item): Promise<void> {
    let message: string | null = null
    try {
      const role = await roleOf(db, job)
      const caller = { kind: 'session', userId: job.user_id, companyId: job.company_id, role } as Caller
      if (role === null || !isAllowed(caller)) throw refusal('auth/forbidden')
      await act(job, targetId, caller)
    } catch (thrown) {
      const problem = toProblem(thrown)
      if (!isDone(problem, wasBegun)) message = problem.message
    }
    await endItem(db, job.id, place, message)
  }

  /** As far as it goes; the end of the process ends it after those that are under way. */
  async function work(job: JobRow, signal: AbortSignal): Promise<void> {
    let last = 0
    // Places are handed out one by one: two calls at once would begin the same one.
    let turn: Promise<unknown> = Promise.resolve()
    const next = () => {
      const item = turn.then(async () => {
        const begun = signal.aborted ? null : await beginNext(db, job, lease, last)
        last = begun?.place ?? last
        return begun
      })
      turn = item.catch(() => {})
      return item
    }
    const worker = async () => {
      for (let item = await next(); item !== null; item = await next()) await tryOne(job, item)
    }
    try {
      await Promise.all(Array.from({ length: atOnce }, worker))
    } finally {
      await endAttempt(db, job)
    }
    const left = await findJob(db, job.lane, job.id)
    if (left?.waiting === 0) await moveJob(db, job.id, 'job.done')
    else if (signal.aborted) throw new Error('Bulk action interrupted.')
  }
  runners.set(kind, work)

  return {
    /** What was begun with this id; null where nothing was. */
    known: (lane: string, id: string): Promise<BulkJob | null> => shown(db, lane, id),

    /** The same id again gives what was begun with it. @throws `bulk/running` */
    async start(order: Order, { companyId, userId }: Caller, audit: Audit, recorded: object): Promise<BulkJob> {
      return inOneCommit(db, async (tx) => {
        const known = await shown(tx, order.lane, order.id)
        if (known !== null) return known
        if (!(await addJob(tx, { ...order, kind, companyId, userId }))) throw refusal('bulk/running')
        await audit(tx, { target: { type: target, id: order.id }, after: recorded as Record<string, unknown> })
        return get(tx, order.lane, order.id)
      })
    },

    newest: (lane: string): Promise<BulkJob | null> => shown(db, lane, null),

    /** @throws `bulk/not-found`, `bulk/status` */
    stop: (lane: string, id: string, audit: Audit): Promise<BulkJob> =>
      inOneCommit(db, async (tx) => {
        const before = await get(tx, lane, id)
        if (!(await moveJob(tx, id, 'user.stopped'))) throw refusal('bulk/status')
        await audit(tx, { target: { type: target, id }, before: { changed: before.changed, waiting: before.waiting } })
        return get(tx, lane, id)
      }),

    /** @throws `bulk/not-found`, `bulk/status`, `bulk/running` */
    async retry(lane: string, id: string, caller: Caller, audit: Audit): Promise<BulkJob> {
      return inOneCommit(db, async (tx) => {
        const { failed, waiting } = await get(tx, lane, id)
        if (failed + waiting === 0) throw refusal('bulk/status')
        if (await isOtherRunning(tx, { id, lane })) throw refusal('bulk/running')
        if (!(await moveJob(tx, id, 'user.retried'))) throw refusal('bulk/status')
        await lineUpAgain(tx, id, caller)
        await audit(tx, { target: { type: target, id }, after: { targets: failed + waiting } })
        return get(tx, lane, id)
      })
    },
  }
}
