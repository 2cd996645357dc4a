/** `/metrics`: what this process and its database do, as Prometheus text. No names, texts or keys of any company are in it. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

import type { PlatformCheck } from '#contract/admin/platform.ts'
import { openRunStates } from '#contract/connectors/runs/run.lifecycle.ts'
import { refusal } from '#contract/kit/problem.ts'
import { platformEndpoints } from '#contract/shell/platform.ts'
import type { Engine } from '../../engine/engine.ts'
import { endedRuns } from '../../engine/runs/run-end-log.ts'
import type { Database } from '../../platform/database/database.ts'
import { readQueues } from '../../platform/jobs/queue-figures.repository.ts'
import { readGauges } from './gauges.repository.ts'

type Deps = {
  readonly database: Database
  readonly engine: Partial<Pick<Engine, 'totals' | 'moving' | 'circuits'>>
  /** What is compared with a threshold on the operator's page. */
  readonly checks: () => Promise<readonly PlatformCheck[]>
  /** Opens the metrics to other machines; null: to none. */
  readonly token: string | null
  readonly isLoopbackRequest: (request: FastifyRequest) => boolean
  /** Identifies the key that seals secrets. The key cannot be computed from it. */
  readonly keyId: string
}

const prefix = 'datacrane_'
/** Hosts that are named. */
const circuitsMax = 200
/** Seconds. */
const answerTimes = [0.005, 0.02, 0.1, 0.5, 2, 10]

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Counts the answers of the app from now on and serves `/metrics`. To be called before the first route. */
export function servePrometheus(app: FastifyInstance, deps: Deps): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix })
  countAnswers(app, registry)
  gaugeKey(registry, deps)
  gaugeEngine(registry, deps)
  const askDatabase = gaugeDatabase(registry, deps)
  const askChecks = gaugeChecks(registry, deps)

  const isOpenTo = (request: FastifyRequest) => {
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (given !== undefined && deps.token !== null && isSame(given, deps.token)) return true
    return deps.isLoopbackRequest(request)
  }
  const { method, path, summary, status, reply: shape } = platformEndpoints.metrics
  app.route({
    method,
    url: path,
    schema: { summary, tags: ['metrics'], security: [], response: { [status]: shape } },
    onRequest: async (request) => {
      if (!isOpenTo(request)) throw refusal('auth/token-missing')
    },
    handler: async (_, reply) => {
      await askDatabase()
      await askChecks()
      const metrics = await registry.metrics()
      return reply.header('cache-control', 'no-store').type(registry.contentType).serializer(String).send(metrics)
    },
  })
}

function countAnswers(app: FastifyInstance, registry: Registry): void {
  const answers = new Histogram({
    name: `${prefix}http_request_duration_seconds`,
    help: 'Responses of this server by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: answerTimes,
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }
    answers.observe(labels, reply.elapsedTime / 1_000)
  })
}

function gaugeKey(registry: Registry, { keyId }: Deps): void {
  const help = 'ID of the key that encrypts secrets, as a label. All processes must share it.'
  const info = new Gauge({ name: `${prefix}key_info`, help, labelNames: ['key_id'] as const, registers: [registry] })
  info.set({ key_id: keyId }, 1)
}

function gaugeEngine(registry: Registry, { engine }: Deps): void {
  const { totals, moving, circuits } = engine
  const registers = [registry]
  const ended: Counter<'result'> = new Counter({
    name: `${prefix}runs_ended_total`,
    help: 'Runs that this process has finished, by result',
    labelNames: ['result'] as const,
    registers,
    collect: () => {
      ended.reset()
      for (const [result, count] of endedRuns()) ended.inc({ result }, count)
    },
  })
  if (moving) {
    const gauge: Gauge = new Gauge({
      name: `${prefix}runs_moving`,
      help: 'Runs in progress in this process',
      registers,
      collect: () => void gauge.set(moving()),
    })
  }
  if (circuits) {
    const gauge: Gauge<'host' | 'state'> = new Gauge({
      name: `${prefix}circuit_not_closed`,
      help: 'Hosts whose circuit breaker is open or half-open, by state',
      labelNames: ['host', 'state'] as const,
      registers,
      collect: () => {
        gauge.reset()
        for (const [host, state] of circuits().slice(0, circuitsMax)) gauge.set({ host, state }, 1)
      },
    })
  }
  if (!totals) return
  const labelNames = ['step', 'host'] as const
  const counter = (name: string, help: string, of: 'calls' | 'errors' | 'records' | 'latencySum', scale = 1) => {
    const made: Counter<'step' | 'host'> = new Counter({
      name: `${prefix}${name}`,
      help,
      labelNames,
      registers,
      collect: () => {
        made.reset()
        for (const [step, hosts] of totals()) for (const [host, sums] of hosts) made.inc({ step, host }, sums[of] * scale)
      },
    })
  }
  counter('step_calls_total', 'Calls per step (pages read, enrichments, pages mapped, delivery attempts)', 'calls')
  counter('step_errors_total', 'Failed calls per step', 'errors')
  counter('step_records_total', 'Records of successful calls per step', 'records')
  counter('step_duration_seconds_total', 'Duration of calls per step', 'latencySum', 0.001)
}

/** Of the whole installation, whichever process is asked. @returns asks; to be awaited before the registry is read. */
function gaugeChecks(registry: Registry, { checks }: Deps): () => Promise<void> {
  const [labelNames, registers] = [['check'] as const, [registry]]
  const value = new Gauge({
    name: `${prefix}check_value`,
    help: 'Value measured by an Admin Console check',
    labelNames,
    registers,
  })
  const help = 'Result of an Admin Console check (0 OK, 1 warning, 2 error, -1 unknown)'
  const level = new Gauge({ name: `${prefix}check_level`, help, labelNames, registers })
  const levels = { ok: 0, warn: 1, bad: 2, unknown: -1 } as const
  return async () => {
    const found = await checks().catch(() => [])
    value.reset()
    level.reset()
    for (const check of found) {
      level.set({ check: check.id }, levels[check.level])
      if (check.value !== null) value.set({ check: check.id }, check.value)
    }
  }
}

/** @returns asks the database; to be awaited before the registry is read. */
function gaugeDatabase(registry: Registry, { database }: Deps): () => Promise<void> {
  const registers = [registry]
  const gauge = (name: string, help: string) => new Gauge({ name: `${prefix}${name}`, help, registers })
  const runs = new Gauge({ name: `${prefix}runs_open`, help: 'Open runs', labelNames: ['status'] as const, registers })
  const waiting = gauge('runs_waiting', 'Runs waiting for an engine')
  const pending = gauge('records_pending', 'Records of open runs that were read but not finished')
  const held = gauge('hook_events_held', 'Webhook events waiting for delivery')
  const pool: Gauge<'state'> = new Gauge({
    name: `${prefix}database_connections`,
    help: 'Database connections of this process, and requests waiting for one',
    labelNames: ['state'] as const,
    registers,
    collect: () => {
      for (const [state, count] of Object.entries(database.connections())) pool.set({ state }, count)
    },
  })
  const jobs = new Gauge({
    name: `${prefix}jobs`,
    help: 'Background jobs by queue; failed: given up in the past week',
    labelNames: ['queue', 'state'] as const,
    registers,
  })
  const age = new Gauge({
    name: `${prefix}jobs_oldest_seconds`,
    help: 'How long the oldest due job of a queue has waited',
    labelNames: ['queue'] as const,
    registers,
  })
  const up = gauge('database_up', 'Whether the database responds. Without it, queue metrics are missing.')
  return async () => {
    const told = await readGauges(database.db).catch(() => null)
    up.set(told ? 1 : 0)
    for (const status of openRunStates) runs.set({ status }, told ? (told.runs.get(status) ?? 0) : Number.NaN)
    waiting.set(told?.waitingRuns ?? Number.NaN)
    pending.set(told?.pendingRecords ?? Number.NaN)
    held.set(told?.heldEvents ?? Number.NaN)
    const queues = told ? await readQueues(database.db).catch(() => []) : []
    jobs.reset()
    age.reset()
    for (const { queue, age: waited, ...counts } of queues) {
      age.set({ queue }, waited)
      for (const [state, count] of Object.entries(counts)) jobs.set({ queue, state }, count)
    }
  }
}
