/**
 * Judges alarms. Each part is one commit with the messages that it is the reason of; one process at a time does it, and the chart's guards make
 * sure of the rest. What a part leaves for its bound is done by the next pass, the longest waiting first.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { alarmLifecycle } from '#contract/alerts/alarm.lifecycle.ts'
import { allowedMoves } from '#contract/kit/lifecycle.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { tellCleared, tellRaised } from './alarm-delivery.ts'
import {
  dueVolumes,
  failuresOf,
  hoursOf,
  type LateStart,
  lateStarts,
  type MadeStart,
  madeStarts,
  markVolumesJudged,
} from './alarm-evidence.repository.ts'
import { databaseTime, orphanedAlarms, overMutes, restingAlarms, tryToJudge } from './alarm-notices.repository.ts'
import { restingAt, rhythmOf } from './alarm-watching.repository.ts'
import { alarmStatesOf, moveAlarms } from './alarms.repository.ts'
import { tellFailingConnections } from './connection-alerts.ts'
import { failuresSince, judgeFailures } from './failures.ts'
import { at, count, type Finding, found, foundNothing } from './finding.ts'
import { historyHours, judgedUntil, judgeQuiet, judgeStrange } from './volumes.ts'

type Db = Kysely<Tables>
export type EvaluationDeps = {
  readonly db: Db
  readonly publicUrl: string
  /** Whether the process leaves: what is left then is done by the next pass. */
  readonly isOver?: () => boolean
}

/** Alarms that one commit moves for each reason. */
const movedAtOnce = 1_000
/** Connectors whose failures are looked at in one commit. */
const failuresAtOnce = 1_000
/** Connectors whose volume is looked at in one pass. With a pass a minute an hour is enough for 10,000 and some. */
const volumesAPass = 250
const volumesAtOnce = 50
/** Milliseconds of a pass that they may take. */
const volumesLimit = 20_000
const hour = 3_600_000

/** Where one and the same judge is at work elsewhere, there is nothing to do. */
async function asJudge(db: Db, work: (tx: Transaction<Tables>) => Promise<void>): Promise<boolean> {
  return inOneCommit(db, async (tx) => {
    if (!(await tryToJudge(tx))) return false
    await work(tx)
    return true
  })
}

async function settle(tx: Db, now: Date): Promise<void> {
  const done = { at: now, actorId: null }
  const mutes = await overMutes(tx, now, movedAtOnce)
  await moveAlarms(
    tx,
    'clock.muteEnded',
    mutes.map((it) => ({ ...it, reason: 'The mute has ended.', next: rhythmOf(it.kind) })),
    done,
  )
  const rests = await restingAlarms(tx, movedAtOnce)
  await moveAlarms(
    tx,
    'connector.rested',
    rests.map((it) => ({ ...it, ...restingAt(it.status) })),
    done,
  )
  const orphans = await orphanedAlarms(tx, movedAtOnce)
  const gone = { reason: 'The connector was deleted.', next: '' }
  await moveAlarms(
    tx,
    'connector.deleted',
    orphans.map((it) => ({ ...it, ...gone })),
    done,
  )
}

/** Findings that move something: most alarms stand already where they belong, and cost no commit. */
async function newsOf(db: Db, findings: readonly Finding[]): Promise<Finding[]> {
  const standings = await alarmStatesOf(db, [...new Set(findings.map(({ connectorId }) => connectorId))])
  const stateOf = new Map(standings.map((it) => [`${it.connectorId} ${it.kind}`, it.state]))
  return findings.filter(({ connectorId, kind, isFound }) =>
    allowedMoves(alarmLifecycle, stateOf.get(`${connectorId} ${kind}`) ?? 'watching').includes(
      isFound ? 'judge.found' : 'judge.foundNothing',
    ),
  )
}

/** Raises and clears by what was found, and tells it. */
async function conclude(
  tx: Db,
  findings: readonly Finding[],
  { now, publicUrl }: { readonly now: Date; readonly publicUrl: string },
) {
  const done = { at: now, actorId: null }
  await moveAlarms(
    tx,
    'judge.found',
    findings.filter(({ isFound }) => isFound),
    done,
  )
  const over = findings.filter(({ isFound }) => !isFound)
  const cleared = await moveAlarms(tx, 'judge.foundNothing', over, done)
  const wasTold = new Set(cleared.filter((it) => it.wasNotified).map((it) => `${it.connectorId} ${it.kind}`))
  await tellCleared(
    tx,
    over.filter((it) => wasTold.has(`${it.connectorId} ${it.kind}`)),
    { now, publicUrl },
  )
  await tellRaised(tx, { now, publicUrl })
}

async function judgeStarts(tx: Db, now: Date): Promise<Finding[]> {
  const made = await madeStarts(tx, now, movedAtOnce)
  const late = await lateStarts(tx, now, movedAtOnce)
  // A start that waits and the one after it that nobody made are one delay.
  const first = new Map(late.toReversed().map((it) => [it.connectorId, it]))
  return [...made.map(judgeMade), ...[...first.values()].map((it) => judgeLate(it, now))]
}

/** Looks at the volume of some connectors that were not looked at since the last whole hour. @returns how many there were. */
async function judgeSomeVolumes({ db, publicUrl }: EvaluationDeps, now: Date): Promise<number> {
  const until = judgedUntil(now)
  const watched = await dueVolumes(db, until, volumesAtOnce)
  const from = new Date(until.getTime() - historyHours * hour)
  const ids = watched.map(({ connectorId }) => connectorId)
  const volumes = await hoursOf(db, ids, { from, to: until })
  const findings: Finding[] = []
  for (const it of watched) {
    const volume = volumes.get(it.connectorId)
    if (volume === undefined) continue
    const quiet = it.quiet.isOn ? judgeQuiet(it, volume, until) : null
    // What is quiet is strange as well, and one of them says it.
    const strange = it.strange.isOn && !quiet?.isFound ? judgeStrange(it, volume, until) : null
    findings.push(...[quiet, strange].filter((finding) => finding !== null))
    // A forecast takes milliseconds: who waits for an answer meanwhile gets it.
    await breathe()
  }
  const news = await newsOf(db, findings)
  const isOurs = await asJudge(db, async (tx) => {
    await conclude(tx, news, { now, publicUrl })
    await markVolumesJudged(tx, watched, until)
  })
  return isOurs ? watched.length : 0
}

/** Until all are judged, a pass has done its part, or its time is over. */
async function judgeVolumes(deps: EvaluationDeps, now: Date): Promise<void> {
  const end = performance.now() + volumesLimit
  for (let done = 0; done < volumesAPass && performance.now() < end && !deps.isOver?.(); done += volumesAtOnce) {
    if ((await judgeSomeVolumes(deps, now)) < volumesAtOnce) return
  }
}

/**
 * One pass over everything that is due.
 * @param given the time; that of the database when it is left out.
 */
export async function judgeOnce(deps: EvaluationDeps, given?: Date): Promise<void> {
  const { db, publicUrl } = deps
  const now = given ?? (await databaseTime(db))
  const isOurs = await asJudge(db, async (tx) => {
    await settle(tx, now)
    await tellFailingConnections(tx, publicUrl)
    await conclude(tx, await judgeStarts(tx, now), { now, publicUrl })
  })
  if (!isOurs) return
  const since = failuresSince(now)
  let after: string | null = null
  do {
    const ask: { after: string | null; since: Date; limit: number } = { after, since, limit: failuresAtOnce }
    const { failures, last } = await failuresOf(db, ask)
    const found = failures.map((it) => judgeFailures(it, since, now)).filter((finding) => finding !== null)
    const findings = await newsOf(db, found)
    if (findings.length > 0) await asJudge(db, (tx) => conclude(tx, findings, { now, publicUrl }))
    after = last
  } while (after !== null && !deps.isOver?.())
  await judgeVolumes(deps, now)
}

/** Whether starts are late. */
const minute = 60_000

/** A start whose grace is over. */
function judgeLate(it: LateStart, now: Date): Finding {
  const { dueAt, graceMinutes, isQueued } = it
  const lateFrom = new Date(dueAt.getTime() + graceMinutes * minute)
  const due = `A run was due ${dueAt.toISOString()} and should have started by ${lateFrom.toISOString()}.`
  const [state, next] = isQueued
    ? ['the run was still in the queue', 'The run starts as soon as an engine has capacity.']
    : [
        'no run had started',
        'The run starts as soon as an engine is available. If it stays overdue, check that the engine is running.',
      ]
  return found(it, 'late', {
    reason: `${due} At ${now.toISOString()}, ${state}.`,
    next,
    figures: [at('dueAt', dueAt), count('graceMinutes', graceMinutes), at('judgedAt', now)],
  })
}

/** A connector that was late and is not any more. */
function judgeMade(it: MadeStart): Finding {
  const { lastRunAt, nextAt, since } = it
  const next = nextAt === null ? '' : ` The next run is due ${nextAt.toISOString()}.`
  const hasRun = lastRunAt !== null && lastRunAt >= since
  const what = hasRun ? `A run started ${lastRunAt.toISOString()}.` : 'No further run is due.'
  return foundNothing(it, 'late', `${what}${next}`)
}
