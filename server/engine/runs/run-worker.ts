/** Moves one run: source page → outbox → delivered → settled, until the source is at its end or the run is taken away. */
import { setMaxListeners } from 'node:events'
import { initialTransition, transition } from 'xstate'
import { waitingNext } from '#contract/connections/connection-ended.ts'
import { firstRoute } from '#contract/connectors/config/routes/routes.ts'
import { type Problem, ProblemError, problem, toProblem } from '#contract/kit/problem.ts'
import { inQueue } from '../../outbound/tenant-queue.ts'
import { isTransient } from '../../platform/database/transient.ts'
import type { Delivery } from '../../records/ledger/delivery.repository.ts'
import {
  forgetDelivered,
  type PendingDelivery,
  pendingDeliveries,
  pendingRecords,
} from '../../records/ledger/source-pages.repository.ts'
import { countUnsent } from '../../records/ledger/unsent.repository.ts'
import { failPending } from '../../records/ledger/unsent-records.repository.ts'
import { forgetGroups } from '../../records/runs/run-groups.repository.ts'
import {
  type ClaimedRun,
  type Ending,
  endRun,
  OwnershipLost,
  pausedTextOf,
  releaseRun,
} from '../../records/runs/run-leases.repository.ts'
import { findRun, ledgerSums } from '../../records/runs/runs.repository.ts'
import { begin, settle } from '../deliver/attempts.repository.ts'
import { createBatchCommitter } from '../deliver/batch-committer.ts'
import { createSender } from '../deliver/sending.ts'
import { hostOf } from '../fairness/paces.ts'
import { persist, persisted } from '../kit/durable-writes.ts'
import type { EngineDeps } from '../kit/engine-deps.ts'
import type { Destination, Source } from '../kit/kind.ts'
import { createMeasure, type Measure } from '../kit/metering.ts'
import type { Plan } from '../kit/plan.ts'
import { perhapsCreated, takenUp, takeUp, unknownAttempt } from '../outbox/outbox-takeover.ts'
import { writtenBy } from '../outbox/private-payloads.ts'
import { openReading, type Reading } from '../read/replay-source.ts'
import { createChanges } from './changes.ts'
import { fillWithGroups } from './group-folding.ts'
import { createLanes, type Lane, type Lanes, type Route } from './lanes.ts'
import { releaseLease } from './lease-release.ts'
import { fillOutbox } from './outbox-writer.ts'
import { restLimited, restRun } from './resting-runs.repository.ts'
import { type RunEvent, type RunOutcome, runMachine } from './run.machine.ts'
import { tellEnd } from './run-end-log.ts'
import { endingOf, failedEnding, notSent, refusedEnding, stoppedEnding } from './run-ending.ts'
import type { RunHandle } from './run-handle.ts'
import { endFailedRun, notesOf } from './run-notes.ts'
import { reachOf } from './run-reach.repository.ts'
import { endPartOf, settlementEpochOf, splitRun } from './run-splitting.ts'
import { createRunWaiting } from './run-waiting.ts'

/** Milliseconds after which it is seen whether events wait that one of several destinations can have while another one is away. */
const lookPause = 1_000

type Filling = Parameters<typeof fillOutbox>[0]
type Opened = Pick<Filling, 'plan' | 'replayKey' | 'enrich' | 'measure'> &
  Pick<Reading, 'overtaken'> & { readonly measureOf: (destination: Destination) => Measure }
type LaneOf = Parameters<Parameters<typeof createLanes>[1]['senderOf']>[1]

const routeOf = ({ id, name, plan }: Pick<Route, 'id' | 'name' | 'plan'>, destination: Destination): Route => ({
  ...{ id, name, plan, destination },
  host: hostOf(destination.host, destination.way, destination.connection),
})

/** Only where there are several. */
const nameOfFirst = ({ others, name, systems }: Plan) =>
  others.length === 0 ? null : (name ?? systems.destination ?? 'First destination')

/** Begins to move a run that was claimed. */
export function moveRun(run: ClaimedRun, around: EngineDeps): RunHandle {
  const { db, limits, log, meter } = around
  const [writer, written] = [{ runId: run.id, log }, writtenBy(run, around.payloads)]
  const { changed, until } = createChanges()
  const reading = new AbortController()
  const cutting = new AbortController()
  setMaxListeners(0, cutting.signal)
  let [condition] = initialTransition(runMachine)
  let systems: Plan['systems'] | null = null
  const earlierWait = run.waiting?.side === 'destination' && run.waiting.kind !== 'limited' ? run.waiting : null
  let lanes: Lanes | null = null
  let paused: string | null = null
  let settlements = 0
  let isGrouped = false
  const isStopped = () => condition.value !== 'running'

  function send(event: RunEvent) {
    if (condition.status !== 'active') return
    const wasStopped = isStopped()
    condition = transition(runMachine, condition, event)[0]
    if (wasStopped || !isStopped()) return
    reading.abort()
    lanes?.hold()
    changed()
  }

  const hold = () => send({ type: 'engine.held' })
  const lose = () => send({ type: 'lease.lost' })
  /** A run whose connection is off or not signed in waits as it does for a limit: it keeps its records, and its events are kept. */
  function breakOff(error: unknown) {
    if (error instanceof OwnershipLost) return lose()
    const next = error instanceof ProblemError ? waitingNext[error.problem.code] : undefined
    if (!(error instanceof ProblemError) || next === undefined) return send({ type: 'worker.failed', error })
    const standing = { reason: error.problem.message, next, heldBy: 'connection' } as const
    send({ type: 'limit.exceeded', rest: { wait: 0, standing } })
  }

  const { watch, status, paced, tokens, filling } = createRunWaiting(run, around, {
    written,
    sender: () => lanes?.standing() ?? null,
    systemOf: (side) => (side === 'enrichment' ? null : (systems?.[side] ?? null)),
    sideOfTokens: () => (lanes !== null && lanes.open() > 0 ? 'destination' : 'source'),
    left: (host) => (condition.context.isRead ? (lanes?.left(host) ?? null) : null),
    giveBack: (wait, standing) => send({ type: 'limit.exceeded', rest: { wait, standing } }),
  })

  const batchCommitter = createBatchCommitter({
    commit: (attempts) => {
      settlements += 1
      // Unique among all owners of the run, and the same when the commit is made again.
      const settlement = { id: settlementEpochOf(run) * 2 ** 32 + settlements, attempts, standing: status.now() }
      return persist(writer, () => settle(db, run, settlement).then(() => forgetDelivered(db, run)))
    },
    settled: (attempt) => {
      around.crash('after-settle')
      lanes?.settled(attempt)
    },
    failed: breakOff,
    ended: () => {
      lanes?.pump()
      lanes?.refill()
      changed()
    },
    isIdle: () => lanes === null || lanes.open() === 0,
    pause: limits.settlePause,
    group: limits.settleGroup,
  })

  const beginDelivery = (delivery: Delivery, number: number) => persist(writer, () => begin(db, run, delivery, number))

  function senderFor({ destination, host, name, plan: { atMostOnce } }: Route, { overtaken, measureOf }: Opened, lane: LaneOf) {
    const measure = measureOf(destination)
    return createSender({
      ...{ destination, overtaken, company: run.companyId },
      ...{
        host: around.hosts.of(host, run.connectorId),
        pace: around.paces.of(run.companyId, host),
        waiting: watch.of('destination'),
      },
      limits: { ...limits, sendsAtOnce: run.sendsAtOnce ?? limits.sendsAtOnce },
      ...{ turns: around.turns, fence: around.fence, crash: around.crash },
      begin: atMostOnce ? beginDelivery : null,
      ...(destination.searchesFirst ? { beginCreation: beginDelivery } : {}),
      signal: cutting.signal,
      report: (attempts, then) => {
        for (const { outcome, startedAt, endedAt, delivery } of attempts) {
          if (outcome === 'not-sent') continue
          measure.call('destination', endedAt.getTime() - startedAt.getTime(), outcome !== 'delivered', delivery.count)
        }
        batchCommitter.add(written.attempts(attempts), then)
      },
      limited: (duration) => measure.call('destination', duration, false, 0),
      unsettled: batchCommitter.open,
      told: status.refresh,
      earlierWait: name === null || earlierWait?.system === name ? earlierWait : null,
      isRead: () => condition.context.isRead && !lane.hasBacklog(),
      refuse: lane.refuse,
      broke: breakOff,
      ended: () => {
        batchCommitter.nudge()
        changed()
      },
    })
  }

  /** Why the source could not be read to its end, or null; what was read is settled by then, unless the run was stopped. */
  async function carry(): Promise<Problem | null> {
    if (run.suspected !== null && run.leftOut >= limits.stallsMax) return problem('run/crash-loop')
    const given = around.toolsOf(run)
    const { accessTokens } = given
    const tools = {
      ...{ ...given, outbound: inQueue(given.outbound, run.id), paced },
      ...(accessTokens ? { accessTokens: tokens(accessTokens) } : {}),
    }
    const { source, plan, ...asReplay } = await openReading(run, await around.planOf(run), tools, around)
    systems = plan.systems
    const destination = await plan.openDestination(tools)
    const measureOf = (its: Destination) => watch.measured(createMeasure(meter, run, { source, destination: its }))
    const measure = measureOf(destination)
    const routes: Route[] = [routeOf({ id: firstRoute, name: nameOfFirst(plan), plan }, destination)]
    const lookup = (...it: [number, boolean, number]) => measure.call('enrichment', ...it)
    const enrich = plan.openEnrichment && (await plan.openEnrichment(tools, { limits, tell: status.tell, measure: lookup }))
    try {
      for (const it of plan.others) routes.push(routeOf(it, await it.plan.openDestination(tools)))
      if (routes.length > 1) paused = await persisted(writer, () => pausedTextOf(db, run))
      const isPaused = ({ id }: Route) => paused?.split(',').includes(String(id)) === true
      const { perSecond } = destination
      if (await splitRun(source, { run, around, plan, perSecond, signal: reading.signal })) {
        lose()
        return null
      }
      return await carryFrom(
        source,
        routes.map((it) => ({ ...it, isPaused: isPaused(it) })),
        { plan, ...asReplay, enrich, measure, measureOf },
      )
    } finally {
      await Promise.allSettled([source.close?.(), ...routes.map((it) => it.destination.close?.())])
    }
  }

  async function carryFrom(source: Source, routes: readonly Route[], opened: Opened): Promise<Problem | null> {
    const open = (kept: Buffer) => around.payloads.open(kept, run)
    const to = createLanes(routes, {
      limits,
      senderOf: (route, lane) => senderFor(route, opened, lane),
      takeIn,
      load: (of) => persisted(writer, () => pendingDeliveries(db, run, open, of)),
      waiting: (route) => persisted(writer, () => pendingRecords(db, run, route)),
      refused: (why) => send({ type: 'destination.refused', problem: written.problem(why) }),
      broke: breakOff,
      changed,
    })
    lanes = to
    if (isStopped()) to.hold()
    await to.begin(({ destination, plan }, of) => {
      const mayRepeat = destination.honoursKeys?.() !== true
      const notesCutOff = !plan.atMostOnce && (mayRepeat || run.trigger === 'replay')
      return takeUp(run, { db, writer, limits, notesCutOff, open, of })
    }, run.pagesRead)
    const given = { run, ...opened, ...filling, source, around, destinationOf: to.destinationOf, signal: reading.signal }
    const rest = (milliseconds: number) => send({ type: 'source.rested', milliseconds })
    async function room() {
      await until(() => isStopped() || to.mayRead() || to.isShut())
      if (to.isShut() && !isStopped()) status.refresh()
      await until(() => isStopped() || to.mayRead())
    }
    const isOver = () => to.open() === 0 && !to.isLoading() && batchCommitter.open() === 0 && (isStopped() || to.isDone())
    /** Waits until something holds, and says meanwhile that only records of paused destinations are left. */
    async function untilEither(holds: () => boolean) {
      await until(() => holds() || to.isOnlyPausedLeft())
      if (!holds() && !isStopped()) status.refresh()
      await until(holds)
    }
    /** Events that come while one destination is away are read for the others. After the window of the run only then, so that a steady flow ends it. */
    const more: Filling['more'] = async ({ later, rest: window }) => {
      if (routes.length === 1 || !later) return false
      const wait = Math.min(lookPause, limits.grouping.pause)
      send({ type: 'source.ended' })
      to.refill()
      let isFirst = true
      while (!isStopped() && !isOver()) {
        let isDue = false
        const timer = setTimeout(() => {
          isDue = true
          changed()
        }, wait)
        await (isFirst ? untilEither : until)(() => isDue || isStopped() || isOver())
        isFirst = false
        clearTimeout(timer)
        if (isDue && !isStopped() && (window || to.isHeldUp()) && (await persisted(writer, later.isThere))) return true
      }
      return false
    }
    const whole = { ...given, rest, more, room, isStopped, enqueue: to.enqueue }
    const { group } = opened.plan
    isGrouped = group !== null
    // What is replayed are groups already.
    const filled = group === null || run.trigger === 'replay' ? fillOutbox(whole) : fillWithGroups({ ...whole, group })
    const fault = await filled.catch((thrown: unknown) => {
      breakOff(thrown)
      return null
    })
    send({ type: 'source.ended' })
    to.refill()
    await untilEither(isOver)
    const refusal = to.refusal()
    if (refusal !== null && fault === null) send({ type: 'destination.refused', problem: written.problem(refusal) })
    return fault
  }

  /** Sets up in the sender of a destination what waits for it. */
  function takeIn({ sender, destination, plan }: Lane, pending: readonly PendingDelivery[]) {
    sender.enter(pending.map(({ delivery }) => delivery))
    for (const it of pending) {
      if (it.isBegun && destination.searchesFirst && !plan.atMostOnce)
        batchCommitter.add([perhapsCreated(it.delivery, it.attempts)], () => sender.add(takenUp(it, limits), it.notBefore))
      else if (it.isBegun)
        batchCommitter.add([unknownAttempt(it.delivery, it.attempts, problem('destination/outcome-unknown'))], () => {})
      else sender.add(takenUp(it, limits), it.notBefore)
    }
  }

  const leave = (isStalled = false) => releaseLease(db, run, (tx) => releaseRun(tx, run, isStalled ? limits.stallPauses : null))

  /** Ends the run in one commit, with what it leaves to the next one. Its steps have told their calls before: no page shows one without the other. */
  async function end(write: (tx: typeof db) => Promise<void>) {
    await meter
      .flush()
      .catch((thrown: unknown) => log.warn({ err: thrown, runId: run.id }, 'could not save measured minutes yet'))
    const ended = () =>
      db.transaction().execute(async (tx) => {
        await write(tx)
        if (run.part) return
        await countUnsent(tx, run)
        await forgetDelivered(tx, run)
      })
    await persist(writer, ended).catch((thrown: unknown) => {
      // Paused or cancelled in the last moment: it does not end here.
      if (thrown instanceof OwnershipLost) return persist(writer, () => leave())
      throw thrown
    })
  }

  /** Ends a part; who ends the last one ends the run by what all of them came to. */
  async function endOfPart(why: Problem | null) {
    const plan = await around.planOf(run)
    const refusal = lanes?.refusedAll() ?? null
    await end(async (tx) => {
      if (why !== null) await failPending(tx, run, notSent(why))
      await endPartOf(tx, run, { why, plan, refusal: refusal && written.problem(refusal) })
    })
  }

  type EndingOf = (tx: typeof db, unsent: number) => Ending | Promise<Ending>
  const endFailed = (why: Problem, given: EndingOf = () => failedEnding(why)) =>
    run.part
      ? endOfPart(why)
      : end(async (tx) => {
          const unsent = await failPending(tx, run, notSent(why))
          await endFailedRun(tx, run, await given(tx, unsent))
        })

  const endRefused = (why: Problem) =>
    endFailed(why, async (tx, unsent) => stoppedEnding(why, unsent, await reachOf(tx, run), lanes?.isOnly === false))

  async function endBySums() {
    if (run.part) return endOfPart(null)
    const kept = await findRun(db, run.companyId, run.connectorId, run.id)
    if (!kept) return
    const sums = await ledgerSums(db, run.companyId, run.id)
    const plan = await around.planOf(run)
    const note = await notesOf(db, run, kept.recordsPossiblyTwice, plan)
    const ending = endingOf(kept.recordsRead, sums, note, plan.routing !== null)
    const why = lanes?.refusedAll() ?? null
    await end((tx) => endRun(tx, run, refusedEnding(ending, why && written.problem(why))))
  }

  async function move() {
    let fault: Problem | null = null
    try {
      fault = await carry()
    } catch (thrown) {
      breakOff(thrown)
    }
    reading.abort()
    lanes?.hold()
    watch.stop()
    send({ type: 'records.settled', problem: fault })
    if (condition.status !== 'done') throw new Error('a run ends once its records are settled')
    await conclude(condition.output)
  }

  async function conclude(outcome: RunOutcome) {
    switch (outcome.type) {
      case 'abandoned':
        return
      case 'interrupted':
        log.error({ err: outcome.error, runId: run.id }, 'run was interrupted')
        // What passes by itself is no end: the run is taken up again.
        return isTransient(outcome.error)
          ? persist(writer, () => leave(true))
          : endFailed(written.problem(toProblem(outcome.error)))
      case 'refused':
        return endRefused(outcome.problem)
      case 'limited':
        return end((tx) => restLimited(tx, run, outcome.rest))
      case 'released':
        return persist(writer, () => leave())
      case 'failed':
        return endFailed(written.problem(outcome.problem))
      case 'rested':
        return end((tx) => restRun(tx, run, outcome.milliseconds))
      case 'completed':
        return persist(writer, endBySums)
    }
  }

  const ended = move()
    .then(async () => {
      if (isGrouped) await forgetGroups(db, run)
    })
    .then(() => tellEnd(run, around))
  const done = ended.catch((thrown: unknown) => {
    log.error({ err: thrown, runId: run.id }, 'could not end the run, it is taken over when its lease ends')
  })
  return { run, hold, lose, paused: () => paused, cut: () => cutting.abort(), done }
}
