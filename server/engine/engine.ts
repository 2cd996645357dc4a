/** The face of the engine: takes runs over and moves them, as many processes as there are, and carries deployments that its jobs name. */
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as newId } from 'uuid'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { askForTokens, type TokenAnswer, type TokenClient, type TokenWay } from '../outbound/tokens/token-endpoint.ts'
import type { Database } from '../platform/database/database.ts'
import { workFor, workForAll } from '../platform/database/fair-connections.ts'
import type { Vault } from '../platform/security/vault.ts'
import { idleTokens, tokenChannel } from '../records/connections/connection-tokens.repository.ts'
import { findOpenDeployment } from '../records/connectors/deployments.repository.ts'
import {
  abandonedRuns,
  type ClaimedRun,
  claimPart,
  claimRun,
  endEarlierLeases,
  isMovedElsewhere,
  type Look,
  lookAtRuns,
  releaseAbandoned,
  renewLeases,
  untilNextRun,
} from '../records/runs/run-leases.repository.ts'
import { abandonedInParts } from '../records/runs/run-parts.repository.ts'
import { endCancelledParts } from '../records/runs/runs.repository.ts'
import { shortenLeases } from '../records/runs/stalls.repository.ts'
import { type AfterwardsWorker, createAfterwardsWorker } from './afterwards/afterwards-worker.ts'
import { deploy } from './deploy/deployment-worker.ts'
import { createHosts, type Hosts } from './fairness/hosts.ts'
import { createPaceSharing } from './fairness/pace-sharing.ts'
import { createPaces } from './fairness/paces.ts'
import { type CompanyTurns, createCompanyTurns } from './fairness/tenant-scheduling.ts'
import { crashAt } from './fault-injection.ts'
import { withGateways } from './kinds/by-connection.ts'
import type { EngineDeps, Log } from './kit/engine-deps.ts'
import { createFence } from './kit/ownership-check.ts'
import { createPayloads } from './kit/payloads.ts'
import { type EngineLimits, engineLimits } from './limits.ts'
import { createMeter, type RunningMeter } from './metering/meter.ts'
import { createConnectionTokens } from './plan/connection-tokens.ts'
import { createConnections } from './plan/connections.ts'
import { checkAddresses } from './plan/egress-check.ts'
import { createPlans } from './plan/plans.ts'
import { createProbing, type Probing } from './preview/probing/probing.ts'
import { createSharing } from './runs/fair-scheduling.ts'
import { releaseLease } from './runs/lease-release.ts'
import type { RunHandle } from './runs/run-handle.ts'
import { createAfterwardsTools, createRunTools } from './runs/run-tools.ts'
import { moveRun } from './runs/run-worker.ts'
import { createScheduler } from './schedule/run-scheduler.ts'

export type Engine = {
  /** Begins to look for work; returns at once. */
  readonly start: () => void
  /** Takes nothing over any more, waits for what is in flight, gives every run back. */
  readonly stop: () => Promise<void>
  /** There may be work: a run was put into the queue. */
  readonly wake: () => void
  /** Takes an open deployment to its end; does nothing if it has ended. Throws what passes by itself. */
  readonly deploy: (id: string) => Promise<void>
  /** Sends what is due after the deliveries of a run. Throws what passes by itself. */
  readonly afterwards: AfterwardsWorker
  /** Resolves when no process will start a request any more for a connector whose runs, or the one named, were paused or cancelled before. */
  readonly quiesce: (connectorId: string, runId?: string) => Promise<void>
  /** The addresses of a configuration that this process may not reach, as far as they say so themselves. */
  readonly checkAddresses: (config: ConnectorConfig, companyId: string) => Promise<readonly FieldProblem[]>
  /** What the steps of this process measured since it began. */
  readonly totals: RunningMeter['totals']
  /** Runs that this process moves now. */
  readonly moving: () => number
  readonly circuits: Hosts['circuits']
  /** In which companies share the event loop. */
  readonly turns: CompanyTurns
  /** Tries a side of a configuration out. Needs no start. */
  readonly probe: Probing
  /** Asks a token endpoint, by the guarded way out. Needs no start. */
  readonly askForTokens: (
    client: TokenClient,
    parameters: Readonly<Record<string, string>>,
    way: TokenWay,
  ) => Promise<TokenAnswer>
  /** Renews tokens of connections that nobody has used for long. */
  readonly keepTokensAlive: () => Promise<void>
}

/** Where triggers of the database tell that there may be work. */
const wakeChannel = 'datacrane_engines'
/** Of a run, or of a part of it, among those that a process moves. */
const keyOf = (run: string, part: number | null) => (part === null ? run : `${run}/${part}`)

/** `since`: the time of `performance.now()` from which on a look must show it. `off`: its connections that were off when it was looked at last. */
type MovedRun = { readonly mover: RunHandle; readonly since: number; off: string | null }
/** Milliseconds that a person waits for the tokens of a sign-in. */
const tokenLimit = 20_000
/** After which tokens are renewed that nobody uses: providers end idle ones. */
const idleDays = 20

/** Milliseconds between two looks at least, and before the next one after a fault. */
const breath = 20
const faultPause = 1_000

export type EngineOptions = {
  readonly database: Database
  readonly outbound: Outbound
  readonly vault: Vault
  readonly log: Log
  /** Names this life of this process; never used by another. */
  readonly ownerId?: string
  readonly limits?: Partial<EngineLimits>
  /** `<point>#<n>`, for tests that prove what a crash there does. */
  readonly crash?: string | null
}

export function createEngine({ database, outbound, vault, log, ownerId, limits: changed, crash = null }: EngineOptions): Engine {
  const { db, kind } = database
  const owner = ownerId ?? newId()
  const limits = { ...engineLimits, ...changed }
  /** The embedded database belongs to one process at a time. */
  const exclusive = kind === 'embedded'
  const spread = exclusive ? 0 : limits.partSpread
  let isPartFirst = false
  /** By run, each with the time of `performance.now()` from which on a look must show it. */
  const movers = new Map<string, MovedRun>()
  const plans = createPlans(db)
  const giveWay = createSharing(db)
  let stopping = false
  let loop: Promise<void> | null = null
  let claiming: Promise<unknown> = Promise.resolve()
  let woken = false
  let rouse = () => {}
  const timers: NodeJS.Timeout[] = []
  /** Of an engine that has started. */
  let hearing: Promise<{ close(): Promise<void> }> | null = null
  let hearingTokens: Promise<{ close(): Promise<void> }> | null = null
  /** Runs may be left by owners that are gone. */
  let isLeft = true

  const fence = createFence({
    exclusive,
    freshFor: limits.lookFresh,
    look: () => workForAll(() => lookAtRuns(db, owner)),
    tell: heed,
    fault: (thrown) => log.warn({ err: thrown }, 'could not check for runs'),
  })
  const meter = createMeter({ db, log })
  const paces = createPaces({ pauseBase: limits.retryBase, pauseCap: limits.probePause })
  const companies = () => new Set([...movers.values()].map(({ mover }) => mover.run.companyId))
  const sharing = createPaceSharing({ db, owner, paces, companies })
  const connectionTokens = createConnectionTokens({ db, vault, outbound, refresher: owner, crash: crashAt(crash) })
  const toolsDeps = { db, vault, outbound, limits, paces, connectionTokens }
  const around: EngineDeps = {
    db,
    meter,
    limits,
    fence,
    crash: crashAt(crash),
    log,
    hosts: createHosts(limits),
    paces,
    turns: createCompanyTurns(),
    planOf: (run) => plans.planOf(run),
    payloads: createPayloads(vault),
    toolsOf: createRunTools(toolsDeps),
  }

  const afterwards = createAfterwardsWorker({ ...around, planOf: plans.planOf, toolsOf: createAfterwardsTools(toolsDeps) })

  const scheduler = createScheduler({ db, log, ...{ poll: limits.poll, rest: limits.grouping.pause }, opened: wake })

  /** What the rows say about the runs that this process moves. */
  function heed(looks: readonly Look[], begun: number) {
    const byKey = new Map(looks.map((look) => [keyOf(look.id, look.part), look]))
    for (const [key, of] of movers) {
      const { mover: runHandle, since } = of
      if (since > begun) continue
      const look = byKey.get(key)
      if (look?.epoch !== runHandle.run.epoch) runHandle.lose()
      // One that began with other paused destinations is given back, and taken over with the new ones.
      else if (look.status !== 'running' || look.paused !== (runHandle.paused() ?? look.paused)) runHandle.hold()
      // A connection that it uses was switched off: it is given back, so that it waits. One that was off before is noticed where it is opened.
      else if (look.off !== null && (of.off === null ? look.isJustOff : look.off !== of.off)) runHandle.hold()
      of.off = look?.off ?? ''
    }
  }

  async function renew() {
    if (movers.size === 0) return
    const begun = performance.now()
    const runs = [...movers.values()].map(({ mover }) => mover.run)
    const hasParts = runs.some(({ part }) => part)
    const ids = [...new Set(runs.map(({ id }) => id))]
    fence.looked(await renewLeases(db, owner, ids, limits.lease, hasParts), begun)
  }

  function wake() {
    woken = true
    rouse()
  }

  function begin(runHandle: RunHandle) {
    const key = keyOf(runHandle.run.id, runHandle.run.part?.number ?? null)
    movers.set(key, { mover: runHandle, since: performance.now(), off: null })
    void runHandle.done.then(() => {
      if (movers.get(key)?.mover === runHandle) movers.delete(key)
      wake()
      // Events that came in while it ended wait for the next one.
      if (runHandle.run.trigger !== 'schedule') scheduler.nudge()
    })
  }
  const connections = createConnections(db)
  const probe = createProbing({ db, vault, outbound, paces, connectionTokens })
  /** Runs and parts of runs take turns, so that a backlog of one does not hold up the other. */
  async function claimEither(): Promise<ClaimedRun | null> {
    const run = () => claimRun(db, owner, limits.lease, limits.stallPauses, limits)
    const part = () => claimPart(db, owner, limits.lease, { pauses: limits.stallPauses, shares: limits, spread })
    isPartFirst = !isPartFirst
    return isPartFirst ? ((await part()) ?? run()) : ((await run()) ?? part())
  }
  async function claimNext(): Promise<boolean> {
    const claimed = claimEither().then((run) => {
      if (run) begin(workFor(run.companyId, () => moveRun(run, around)))
      return run !== null
    })
    claiming = claimed.catch(() => {})
    return claimed
  }

  /** Returns milliseconds until it is worth looking again. */
  async function work(): Promise<number> {
    if (isLeft) {
      await shortenLeases(db, limits.lease)
      for (const run of await abandonedRuns(db)) await releaseLease(db, run, (tx) => releaseAbandoned(tx, run))
      for (const run of await abandonedInParts(db)) await db.transaction().execute((tx) => endCancelledParts(tx, run))
    }
    while (!stopping && movers.size < limits.runsAtOnce && (await claimNext())) {}
    const isFull = movers.size >= limits.runsAtOnce
    if (isFull) await giveWay([...movers.values()].map(({ mover: runHandle }) => runHandle))
    const next = await untilNextRun(db, limits.lease, limits.partSpread)
    isLeft = next.isLeft
    const sweep = limits.poll * (1 + Math.random() / 5)
    // Who has no room takes nothing back from dead owners; a wait of 0 is looked at by the next claim.
    const ends = Math.min(next.ends ?? sweep, isFull ? sweep : (next.leases ?? sweep), sweep)
    return Math.max(5 * breath, isLeft ? 0 : ends)
  }

  async function rest(pause: number) {
    if (stopping) return
    if (woken) return sleep(breath)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause)
      rouse = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function run() {
    let isFirst = true
    while (!stopping) {
      woken = false
      let pause = Math.min(limits.poll, faultPause)
      try {
        if (exclusive && isFirst) await endEarlierLeases(db)
        pause = await work()
        isFirst = false
      } catch (thrown) {
        log.error({ err: thrown }, 'the engine could not check for work')
        isLeft = true
        await sleep(pause)
      }
      await rest(pause)
    }
  }

  function every(pause: number, action: () => Promise<void>) {
    timers.push(setInterval(() => void action().catch((thrown: unknown) => log.warn({ err: thrown }, 'runs not renewed')), pause))
  }

  async function lookAround() {
    if (movers.size === 0) return
    await Promise.all([fence.refresh(), workForAll(sharing.share)])
  }

  function holdAll(its: (run: RunHandle['run']) => boolean = () => true) {
    for (const { mover: runHandle } of movers.values()) if (its(runHandle.run)) runHandle.hold()
  }

  async function stop() {
    stopping = true
    wake()
    holdAll()
    await hearing?.then((it) => it.close()).catch(() => {})
    await hearingTokens?.then((it) => it.close()).catch(() => {})
    await scheduler.stop()
    await loop
    holdAll()
    const ends = Promise.all([...movers.values()].map(({ mover: runHandle }) => runHandle.done))
    const inTime = new AbortController()
    await Promise.race([ends, sleep(limits.drain, undefined, { signal: inTime.signal }).catch(() => {})])
    inTime.abort()
    for (const { mover: runHandle } of movers.values()) runHandle.cut()
    await ends
    for (const timer of timers) clearInterval(timer)
    if (!exclusive) await sharing.stop().catch((thrown: unknown) => log.warn({ err: thrown }, 'paces not removed'))
    await meter.stop()
  }

  /** Looks for runs and for starts that are due. */
  function wakeAll() {
    wake()
    scheduler.nudge()
  }

  return {
    start: () => {
      loop ??= run()
      hearing ??= database.queue.listen(wakeChannel, (what) => (what === 'run' ? wake() : wakeAll()), wakeAll)
      hearingTokens ??= database.queue.listen(
        tokenChannel,
        (what) => void connectionTokens.heard(what),
        () => {},
      )
      // Without it, tokens are read again every half a minute.
      hearingTokens.catch(() => {})
      // What was told before it heard is looked for once.
      hearing.then(wakeAll, (thrown: unknown) =>
        log.warn({ err: thrown }, 'the engine does not hear what other processes tell, and looks by itself'),
      )
      meter.start()
      scheduler.start()
      every(limits.renewEvery, renew)
      if (!exclusive) every(limits.lookFresh / 2, lookAround)
    },
    stop,
    wake: wakeAll,
    deploy: async (id) => {
      const deployment = await findOpenDeployment(db, id)
      if (!deployment) return
      await deploy(deployment, { db, outbound, log, takeOver: plans.takeOver, startAt: probe.startAt })
      wakeAll()
    },
    afterwards,
    checkAddresses: async (config, companyId) =>
      checkAddresses(await withGateways(config, connections.of(companyId)), outbound, companyId),
    totals: meter.totals,
    moving: () => movers.size,
    circuits: around.hosts.circuits,
    turns: around.turns,
    probe,
    askForTokens: (client, parameters, way) =>
      askForTokens(outbound.request, client, parameters, { ...way, signal: AbortSignal.timeout(tokenLimit) }),
    keepTokensAlive: async () => {
      for (const which of await idleTokens(db, idleDays)) await connectionTokens.keepAlive(which)
    },
    quiesce: async (connectorId, runId) => {
      await claiming
      holdAll((run) => run.connectorId === connectorId && (runId ?? run.id) === run.id)
      if (!exclusive && (await isMovedElsewhere(db, connectorId, owner))) await sleep(limits.lookFresh + 100)
    },
  }
}
