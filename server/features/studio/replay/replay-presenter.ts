/** What is said of a replay: its own rows, its run and the ledger, put together. */
import type { Kysely } from 'kysely'
import type { RunState } from '#contract/connectors/runs/run.lifecycle.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { allowedMoves } from '#contract/kit/lifecycle.ts'
import { type ProblemError, problem, refusal } from '#contract/kit/problem.ts'
import { type ReplayState, replayLifecycle, replaySteps } from '#contract/studio/replay.lifecycle.ts'
import type { Replay, ReplayDecisions, ReplayPlan, ReplayRecordStatus } from '#contract/studio/replay.ts'
import type { ReplayCounts } from '#server/platform/database/tables/stored-values.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { recordStatusesOf } from '#server/records/replay/replay-status.repository.ts'
import { linesOfReplay, type ReplayLineRow, type ReplayRow } from '#server/records/replay/replays.repository.ts'
import { findRun } from '#server/records/runs/runs.repository.ts'
import { isRemoved } from './replay-failed.repository.ts'
import { failsAgain } from './replay-reasons.repository.ts'

type Db = Kysely<Tables>

/** A line with how its record stands: now until the start, and then as it stood at the start. */
export type LineWithStatus = ReplayLineRow & { readonly standing: ReplayRecordStatus }

/** The lines of a replay, in order. */
export async function linesWithStatus(db: Db, replay: ReplayRow): Promise<LineWithStatus[]> {
  const lines = await linesOfReplay(db, replay)
  const known = lines.flatMap(({ standing }) => standing ?? [])
  const standings =
    known.length === lines.length
      ? known
      : await recordStatusesOf(db, { companyId: replay.company_id, connectorId: replay.connector_id }, lines)
  return lines.map((line, at) => ({ ...line, standing: standings[at] ?? 'not-kept' }))
}

/** The run of a replay; null until the start. */
export const runOf = (db: Db, { company_id, connector_id, run_id }: ReplayRow): Promise<Run | null> =>
  run_id === null ? Promise.resolve(null) : findRun(db, company_id, connector_id, run_id)

const statesOfEnds = { succeeded: 'completed', failed: 'failed', cancelled: 'stopped' } as const satisfies Partial<
  Record<RunState, ReplayState>
>

/** Where a replay stands: where its run stands. */
export function stateOf({ discarded_at }: Pick<ReplayRow, 'discarded_at'>, run: Run | null, chosen: number): ReplayState {
  if (run === null) return discarded_at === null ? 'planned' : 'discarded'
  if (run.status === 'running') return run.recordsRead < chosen ? 'sending' : 'processing'
  return run.status === 'queued' || run.status === 'paused' ? run.status : statesOfEnds[run.status]
}

const moveWords = { 'user.started': 'start', 'user.stopped': 'stop' } as const

/** The 409 for a move that the state of a replay forbids: it names what is possible. */
export function notAllowedNow(state: ReplayState): ProblemError {
  const allowed = allowedMoves(replayLifecycle, state).flatMap((type) =>
    type in moveWords ? [moveWords[type as keyof typeof moveWords]] : [],
  )
  return refusal('replay/not-allowed-now', { allowed })
}

/** What a plan holds, how many of it are sent, and whether retention has removed all of its records. */
export type Tally = {
  readonly plan: ReplayPlan
  readonly chosen: number
  readonly isRemoved: boolean
  readonly failsAgain: number
}

function planOf(count: (standing: ReplayRecordStatus) => number): ReplayPlan {
  return {
    new: count('new'),
    neverArrived: count('never-arrived'),
    skipped: count('skipped'),
    unknown: count('unknown'),
    arrived: count('arrived'),
    pending: count('pending'),
    notKept: count('not-kept'),
    noDestination: count('no-destination'),
  }
}

/** Of a plan of everything that failed, as it was counted; of others by their lines. */
export async function tallyOf(db: Db, row: ReplayRow): Promise<Tally> {
  const counts = row.counts as ReplayCounts | null
  if (counts) {
    const plan = planOf((standing) => counts.standings[standing] ?? 0)
    const isGone = row.run_id === null && row.discarded_at === null && (await isRemoved(db, row))
    return isGone
      ? { plan: onlyRemoved(plan), chosen: 0, isRemoved: true, failsAgain: 0 }
      : { plan, chosen: counts.chosen, isRemoved: isEmptied(plan), failsAgain: await failsAgain(db, row, null) }
  }
  const lines = await linesWithStatus(db, row)
  const failed = lines.flatMap(({ standing, number }) => (standing === 'never-arrived' ? [number] : []))
  const plan = planOf((standing) => lines.filter((it) => it.standing === standing).length)
  const chosen = lines.filter(({ place }) => place !== null).length
  return { plan, chosen, isRemoved: isEmptied(plan), failsAgain: await failsAgain(db, row, failed) }
}

const sumOf = (plan: ReplayPlan) => Object.values(plan).reduce((sum, count) => sum + count, 0)

/** A plan of which nothing is left to be sent. */
const isEmptied = (plan: ReplayPlan) => plan.notKept > 0 && plan.notKept === sumOf(plan)

const onlyRemoved = (plan: ReplayPlan): ReplayPlan => ({ ...planOf(() => 0), notKept: sumOf(plan) })

/** Milliseconds after which a plan is not started any more: what it was made of may have gone, and who made it has forgotten. */
const planLives = 24 * 3_600_000

/** Why a plan is not started any more; null while it may be. @param live version of its connector; null while it has none. */
export function hindranceOf({ version, created_at }: Pick<ReplayRow, 'version' | 'created_at'>, live: number | null) {
  if (live !== null && live !== version) return 'replay/version-changed'
  return Date.now() - created_at.getTime() > planLives ? 'replay/plan-old' : null
}

const removedMessage = (count: number) =>
  count === 1 ? 'Retention removed 1 record of this plan.' : `Retention removed ${count} records of this plan.`

const again = 'This plan can no longer be sent. Discard it and plan again.'
const words = {
  startable: ['Nothing has been sent yet.', 'Send or discard this plan.'],
  'replay/version-changed': ['Another version went live after you planned this replay.', again],
  'replay/plan-old': ['This plan is more than a day old.', again],
  'replay/records-removed': ['Retention removed the records of this plan.', again],
  discarded: ['This plan was discarded before it started.', 'The replay has ended.'],
} as const

function sumsOf(run: Run | null, chosen: number): Replay['sums'] {
  if (run === null) return { chosen, delivered: 0, failed: 0, skipped: 0, leftOut: 0, unknown: 0, waiting: 0, notSent: 0 }
  const { recordsDelivered: delivered, recordsFailed: failed, recordsSkipped: skipped, recordsUnknown: unknown } = run
  const { recordsLeftOut: leftOut } = run
  const ended = delivered + failed + skipped + leftOut + unknown
  const notSent = run.endedAt === null ? 0 : Math.max(0, chosen - run.recordsRead)
  return { chosen, delivered, failed, skipped, leftOut, unknown, waiting: chosen - ended - notSent, notSent }
}

function resultOf({ startedAt, endedAt }: Run, { delivered, failed, skipped, unknown }: Replay['sums']): Replay['result'] {
  if (endedAt === null) return null
  const processed = delivered + failed + skipped + unknown
  const successRate = processed === 0 ? null : Math.floor((100 * delivered) / processed)
  const timeTaken = startedAt === null ? 0 : Date.parse(endedAt) - Date.parse(startedAt)
  return { processed, successRate, timeTaken, failures: failed }
}

function decisionsOf({ plan, failsAgain: wouldFail }: Tally): ReplayDecisions {
  const { new: own, neverArrived, unknown } = plan
  const sent = own + neverArrived
  return { send: sent - wouldFail, askFirst: unknown, wouldFail, leftOut: sumOf(plan) - sent - unknown }
}

/** @param live version of its connector; @param plannedBy who planned it. */
export function toReplay(
  row: ReplayRow,
  tally: Tally,
  run: Run | null,
  { live, plannedBy }: { readonly live: number | null; readonly plannedBy: string | null },
): Replay {
  const { plan, chosen } = tally
  const ended = stateOf(row, run, chosen)
  // A run without records has nothing against it: that it moved nothing is said of the replay.
  const movedNothing = ended === 'completed' && plan.notKept > 0 && run?.recordsRead === 0
  const state = movedNothing ? 'failed' : ended
  const sums = sumsOf(run, chosen)
  const hindrance = hindranceOf(row, live) ?? (tally.isRemoved ? 'replay/records-removed' : null)
  const standing = state === 'discarded' ? state : (hindrance ?? 'startable')
  const [reason, next] = movedNothing ? words['replay/records-removed'] : words[standing]
  const removed = plan.notKept > 0 && (standing === 'startable' || ended === 'completed') && !movedNothing
  const said = (movedNothing ? undefined : run?.statusReason) ?? reason
  return {
    replayId: row.id,
    connectorId: row.connector_id,
    version: row.version,
    liveVersion: live,
    source: row.source,
    delay: row.delay_ms,
    startDate: row.from_at?.toISOString() ?? null,
    endDate: row.to_at?.toISOString() ?? null,
    state,
    stateReason: removed ? `${said} ${removedMessage(plan.notKept)}` : said,
    stateNext: (movedNothing ? undefined : run?.statusNext) ?? next,
    step: replaySteps[state],
    isStartable: state === 'planned' && standing === 'startable',
    plannedAt: row.created_at.toISOString(),
    startedAt: run?.startedAt ?? null,
    endedAt: run?.endedAt ?? row.discarded_at?.toISOString() ?? null,
    found: row.found,
    plan,
    failsAgain: tally.failsAgain,
    decisions: decisionsOf(tally),
    plannedBy,
    include: row.include as Replay['include'],
    runId: row.run_id,
    sums,
    result: run && resultOf(run, sums),
    error: movedNothing ? problem('replay/records-removed') : (run?.error ?? null),
  }
}
