/** One action on many, each by itself and recorded as if it were done alone: what one refuses does not stop the others. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { BulkProgress } from '#contract/kit/bulk/bulk-job.ts'
import { type Problem, refusal, toProblem } from '#contract/kit/problem.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { repeatedly } from '../../../platform/jobs/repeatedly.ts'
import type { Caller } from '../../../platform/security/access.ts'
import type { Audit } from '../audit-trail.ts'
import {
  addJob,
  type BulkKind,
  beginNext,
  endItem,
  findJob,
  type Item,
  isOtherRunning,
  type JobRow,
  leaseJob,
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
  readonly log: Pick<Logger, 'warn'>
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

/** Milliseconds. */
const pause = 5_000
const lease = 60_000
const failuresShown = 100

export function createBulkJobs({ db, log, kind, target, atOnce, act, isAllowed, isDone }: Deps) {
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

  let isOver = false

  /** One job as far as it goes; the end of the process ends it after those that are under way. */
  async function workAt(job: JobRow): Promise<void> {
    let last = 0
    // Places are handed out one by one: two calls at once would begin the same one.
    let turn: Promise<unknown> = Promise.resolve()
    const next = () => {
      const item = turn.then(async () => {
        const begun = isOver ? null : await beginNext(db, job.id, lease, last)
        last = begun?.place ?? last
        return begun
      })
      turn = item.catch(() => {})
      return item
    }
    const worker = async () => {
      for (let item = await next(); item !== null; item = await next()) await tryOne(job, item)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    const left = await findJob(db, job.lane, job.id)
    if (left?.waiting === 0) await moveJob(db, job.id, 'job.done')
    // Another process goes on at once.
    else await db.updateTable('bulk_jobs').set({ lease_until: null }).where('id', '=', job.id).execute()
  }

  async function work(): Promise<void> {
    const job = isOver ? null : await leaseJob(db, kind, lease)
    if (job !== null) await workAt(job)
  }

  const fault = (thrown: unknown) => log.warn({ err: thrown }, 'a bulk action was interrupted, it continues automatically')

  return {
    /** What was begun with this id; null where nothing was. */
    known: (lane: string, id: string): Promise<BulkJob | null> => shown(db, lane, id),

    /** The same id again gives what was begun with it. @throws `bulk/running` */
    async start(order: Order, { companyId, userId }: Caller, audit: Audit, recorded: object): Promise<BulkJob> {
      const job = await inOneCommit(db, async (tx) => {
        const known = await shown(tx, order.lane, order.id)
        if (known !== null) return known
        if (!(await addJob(tx, { ...order, kind, companyId, userId }))) throw refusal('bulk/running')
        await audit(tx, { target: { type: target, id: order.id }, after: recorded as Record<string, unknown> })
        return get(tx, order.lane, order.id)
      })
      void work().catch(fault)
      return job
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
      const job = await inOneCommit(db, async (tx) => {
        const { failed, waiting } = await get(tx, lane, id)
        if (failed + waiting === 0) throw refusal('bulk/status')
        if (await isOtherRunning(tx, { id, lane })) throw refusal('bulk/running')
        if (!(await moveJob(tx, id, 'user.retried'))) throw refusal('bulk/status')
        await lineUpAgain(tx, id, caller)
        await audit(tx, { target: { type: target, id }, after: { targets: failed + waiting } })
        return get(tx, lane, id)
      })
      void work().catch(fault)
      return job
    },

    /** In every process; one works at a job at a time. @returns what ends it, after those that are under way */
    begin(): () => Promise<void> {
      const rest = repeatedly(pause, work, fault)
      return () => {
        isOver = true
        return rest()
      }
    },
  }
}
