/** Sends the requests after the deliveries of a run (decision 0092): each with its own tries, and once only where a second one could have an effect. */
import type { Kysely } from 'kysely'
import { ProblemError, problem } from '#contract/kit/problem.ts'
import { sendJob } from '../../platform/database/job-queues.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import {
  type AfterwardsEnd,
  type LeasedAfterwards,
  leaseAfterwards,
  type RunOfAfterwards,
  runOfAfterwards,
  settleAfterwards,
  untilNextAfterwards,
} from '../../records/ledger/afterwards.repository.ts'
import { waitBefore } from '../deliver/backoff.ts'
import type { AfterRequest, AfterSender, Outcome, Tools } from '../kit/kind.ts'
import type { Payloads } from '../kit/payloads.ts'
import type { Plan } from '../kit/plan.ts'
import type { EngineLimits } from '../limits.ts'
import { bareProblem } from '../outbox/private-payloads.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly limits: EngineLimits
  readonly payloads: Payloads
  readonly planOf: (run: RunOfAfterwards) => Promise<Pick<Plan, 'openAfterwards'>>
  readonly toolsOf: (run: RunOfAfterwards) => Tools
}

/** Of one run at once in a process. */
const atOnce = 4
/** Milliseconds; longer than a request and its waits may take. */
const lease = 300_000
/** Milliseconds until it is seen whether a connection can be used again. */
const connectionPause = 60_000

/** What is written down after a request. */
export function endOf(
  outcome: Outcome,
  { tries }: Pick<LeasedAfterwards, 'tries'>,
  isIdempotent: boolean,
  limits: EngineLimits,
): AfterwardsEnd {
  if (outcome.outcome === 'delivered') return { status: 'done', answer: outcome.answer, error: null }
  if (outcome.outcome === 'withheld') return { status: 'pending', wait: 0, isTry: false, error: null }
  if (outcome.outcome === 'partial')
    return { status: 'unknown', answer: outcome.answer, error: problem('destination/outcome-unknown') }
  const error = outcome.problem
  const answer = error.answer ?? null
  const wait = waitBefore(tries, limits, error.retryAfter, Math.random())
  if (outcome.outcome === 'limited') return { status: 'pending', wait, isTry: false, error }
  const isAgain = outcome.outcome === 'retry' || (outcome.outcome === 'unknown' && isIdempotent && outcome.isAnswered !== true)
  if (isAgain && tries <= limits.retries) return { status: 'pending', wait, isTry: true, error }
  return { status: outcome.outcome === 'unknown' ? 'unknown' : 'failed', answer, error }
}

const cutOff = () =>
  problem('destination/outcome-unknown', {
    message:
      "We were interrupted while sending the follow-up request. It may have arrived, so we don't send it again automatically.",
  })

/** The job of one run; does nothing where nothing is due. */
export function createAfterwardsWorker({ db, limits, payloads, planOf, toolsOf }: Deps) {
  /** By run, as this process sends them. `isAsked`: something may have become due since it looked last. */
  const open = new Map<string, { isAsked: boolean }>()

  async function sendNext(run: RunOfAfterwards, sender: AfterSender, signal: AbortSignal): Promise<boolean> {
    const it = await leaseAfterwards(db, run, lease)
    if (it === null) return false
    const end = await endFor(run, it, sender, signal)
    const keepsRequest = !run.isPrivate || end.status === 'pending'
    const bare = run.isPrivate && end.error !== null ? { ...end, error: bareProblem(end.error) } : end
    await settleAfterwards(db, run, it, run.isPrivate && 'answer' in bare ? { ...bare, answer: null } : bare, keepsRequest)
    return true
  }

  async function endFor(
    run: RunOfAfterwards,
    it: LeasedAfterwards,
    sender: AfterSender,
    signal: AbortSignal,
  ): Promise<AfterwardsEnd> {
    if (it.wasBegun && !sender.isIdempotent) return { status: 'unknown', answer: null, error: cutOff() }
    const request = JSON.parse(payloads.openText(it.request, run)) as AfterRequest
    const outcome = await sender.send(request, `${it.key}-afterwards`, signal)
    return endOf(outcome, it, sender.isIdempotent, limits)
  }

  /** False where its connection cannot be used now: what is due stays due, and is tried again later. */
  async function drain(run: RunOfAfterwards, signal: AbortSignal): Promise<boolean> {
    const sender = await (await planOf(run)).openAfterwards(toolsOf(run)).catch((thrown: unknown) => {
      if (thrown instanceof ProblemError && thrown.problem.code.startsWith('connection/')) return 'waits' as const
      throw thrown
    })
    if (sender === 'waits') return false
    if (sender === null) return true
    const lane = async () => {
      while (!signal.aborted && (await sendNext(run, sender, signal)));
    }
    for (const result of await Promise.allSettled(Array.from({ length: atOnce }, lane)))
      if (result.status === 'rejected') throw result.reason
    return true
  }

  return async (runId: string, signal: AbortSignal): Promise<void> => {
    const other = open.get(runId)
    if (other) {
      other.isAsked = true
      return
    }
    const own = { isAsked: true }
    open.set(runId, own)
    try {
      while (own.isAsked && !signal.aborted) {
        own.isAsked = false
        const run = await runOfAfterwards(db, runId)
        if (run === null) return
        if (!(await drain(run, signal))) return void (await sendJob(db, 'afterwards', { id: runId }, { after: connectionPause }))
        const wait = await untilNextAfterwards(db, run)
        if (wait !== null && wait > 0 && !own.isAsked) await sendJob(db, 'afterwards', { id: runId }, { after: wait + 50 })
      }
    } finally {
      open.delete(runId)
    }
    if (signal.aborted) throw new Error('Sending was interrupted.')
  }
}

export type AfterwardsWorker = ReturnType<typeof createAfterwardsWorker>
