/** Opens the runs that nobody presses for: those of schedules that are due, and those for events that wait. As many processes as there are. */
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { lockWaitingHooks } from '../../records/connectors/hook-events.repository.ts'
import {
  bringBackSchedules,
  lockDueSchedules,
  moveSchedules,
  untilNextDue,
} from '../../records/connectors/schedules.repository.ts'
import { openRuns } from '../../records/runs/starts.repository.ts'
import type { Log } from '../kit/engine-deps.ts'
import { untilEventsAreDue, wakeRestingRuns } from '../runs/resting-runs.repository.ts'
import { instantsSince, nextInstant } from './schedule-instants.ts'

type Db = Kysely<Tables>

export type Scheduler = {
  /** Begins to look for what is due; returns at once. */
  readonly start: () => void
  /** Resolves when it opens nothing any more. */
  readonly stop: () => Promise<void>
  /** There may be something: an event came in, a schedule was made. */
  readonly nudge: () => void
}

type Scheduling = {
  readonly db: Db
  readonly log: Log
  /** Milliseconds between two looks when nothing is due before and nobody says that something may be. */
  readonly poll: number
  /** Milliseconds that a run of events waits for more of them. */
  readonly rest: number
  /** Told when runs were opened. */
  readonly opened: () => void
}

/** Connectors of one transaction: their pause and delete wait for its end, which comes hardly later than with 100 (decision 0107). */
const batch = 250
/** Milliseconds before the next look when what is due is in the hands of another process; longer each time. */
const breath = 20
/** Milliseconds before the next look after one that failed. */
const faultPause = 1_000

/** Milliseconds between two looks at starts that lie too far ahead, and how much slower than ours the clock of the database may go between two looks. */
const farPause = 60_000
const slack = 1_000

const isDue = (wait: number | null) => wait !== null && wait <= 0

/** One batch of schedules that are due: a run is opened, or it is written down that the one before is still open. Returns how many there were. */
export function startDueSchedules(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const due = await lockDueSchedules(tx, batch)
    const free = due.filter(({ isBusy }) => !isBusy)
    const started = new Set((await openRuns(tx, free, 'schedule')).map(({ connector_id }) => connector_id))
    const steps = due.map(({ companyId, connectorId, rhythm, dueAt, now }) => ({
      companyId,
      connectorId,
      hasStarted: started.has(connectorId),
      nextAt: nextInstant(rhythm, now, dueAt),
      missed: instantsSince(rhythm, dueAt, now),
    }))
    if (steps.length > 0) await moveSchedules(tx, steps)
    return due.length
  })
}

/** One batch of connectors whose events wait. Returns how many runs were opened. */
export function startWaitingHooks(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => (await openRuns(tx, await lockWaitingHooks(tx, batch), 'webhook')).length)
}

export function createScheduler({ db, log, poll, rest: restOfRuns, opened }: Scheduling): Scheduler {
  let stopping = false
  let nudged = false
  let rouse = () => {}
  let loop: Promise<void> | null = null
  /** When starts too far ahead were looked for, of `performance.now()`; and whether the clock of the database was set back since, or may have been. */
  let farLookedAt = Number.NEGATIVE_INFINITY
  let isSetBack = true
  /** Milliseconds before the next look, where one found something due that it could not take. */
  let pause = breath
  /** How far the clock of the database is before ours that only goes on; null at first. */
  let ahead: number | null = null

  function compareClocks(now: Date) {
    const is = now.getTime() - performance.now()
    if (ahead !== null && is < ahead - slack) isSetBack = true
    ahead = is
  }

  async function bringBack() {
    if (!isSetBack && performance.now() - farLookedAt < farPause) return
    const withCron = isSetBack
    const brought = await bringBackSchedules(db, nextInstant, withCron)
    farLookedAt = performance.now()
    isSetBack &&= !withCron
    if (brought.length > 0)
      log.warn({ connectors: brought }, 'the clock was set back, so the next starts of schedules were calculated again')
  }

  /** Milliseconds until it is worth looking again. */
  async function look(): Promise<number> {
    await bringBack()
    const due = await startDueSchedules(db)
    const events = await untilEventsAreDue(db, restOfRuns)
    const waiting = isDue(events.opens) ? await startWaitingHooks(db) : 0
    const woken = isDue(events.goesOn) ? await wakeRestingRuns(db, restOfRuns) : 0
    if (due + waiting + woken > 0) opened()
    // What is due next, after these: seen by the next look.
    if (due === batch || waiting + woken > 0) return 0
    const { wait, now } = await untilNextDue(db)
    if (now) compareClocks(now)
    const next = Math.min(wait ?? poll, events.opens ?? poll, events.goesOn ?? poll, poll * (1 + Math.random() / 5))
    pause = next > 0 ? breath : Math.min(2 * pause, faultPause)
    return Math.max(pause, next)
  }

  async function run() {
    while (!stopping) {
      nudged = false
      const wait = await look().catch((thrown: unknown) => {
        log.error({ err: thrown }, 'could not check which schedules are due')
        return Math.min(poll, faultPause)
      })
      if (stopping || wait === 0) continue
      // A flow of events nudges all the time; one look serves many of them.
      if (nudged) await sleep(breath)
      else await rest(wait)
    }
  }

  function rest(wait: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, wait)
      rouse = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function nudge() {
    nudged = true
    rouse()
  }

  return {
    start: () => {
      loop ??= run()
    },
    stop: async () => {
      stopping = true
      nudge()
      await loop
    },
    nudge,
  }
}
