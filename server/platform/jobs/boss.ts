/** Runs the jobs that are queued in the database, each by one process at a time: pg-boss over our own connections. */
import { PgBoss, type Queue as QueueOptions } from 'pg-boss'
import type { Logger } from 'pino'

import type { Database } from '../database/database.ts'
import { type JobQueue, type JobQueues, setBoss } from '../database/job-queues.ts'
import { endLeases } from '../mail/messages.repository.ts'
import { repeatedly } from './repeatedly.ts'

export type JobContext = {
  /** Aborted when the process stops, or has lost the job. */
  readonly signal: AbortSignal
  /** Counted from 1. An attempt that a kill cut off counts. */
  readonly attempt: number
}

export type Job<Name extends JobQueue = JobQueue> = {
  readonly queue: Name
  /** `exclusive`: one is queued or active in all processes together. `standard`: as many as were queued. */
  readonly policy: 'exclusive' | 'standard'
  /** After the first attempt. */
  readonly retries: number
  /** Seconds before the first retry, doubled each time, and at most. */
  readonly backoff: readonly [from: number, to: number]
  /** Seconds that a job may take. */
  readonly expire: number
  /** Jobs that run at once in a process; 1 when it is left out. */
  readonly concurrency?: number
  /** Jobs of one group that run at once in a process. */
  readonly groupConcurrency?: number
  /** Seconds between two polls without a notification: a job that was queued for later becomes due without one. */
  readonly poll?: number
  /** Seconds: queued again and again by the clock, once for all processes. */
  readonly every?: number
  /** Seconds after the start; as `every` when it is left out. */
  readonly first?: number
  /** False: this process queues it, and others run it. */
  readonly runsHere?: boolean
  readonly handle: (data: JobQueues[Name], context: JobContext) => Promise<void>
}

/** Infers that data and handler belong to the queue. */
export const job = <Name extends JobQueue>(it: Job<Name>): Job => it as unknown as Job

export type Jobs = {
  /** Ends the workers. Jobs can still be queued, for the next process. */
  readonly stop: () => Promise<void>
  /** From now on this process queues nothing. */
  readonly close: () => void
}

type Deps = {
  readonly database: Database
  readonly log: Pick<Logger, 'warn' | 'error'>
  readonly jobs: readonly Job[]
}

const schema = 'pgboss'
/** Seconds. A killed process is noticed after the heartbeat and one poll. */
const heartbeat = 10
/** Of failed jobs, and of jobs that wait. Completed ones are removed earlier (`forgetCompletedJobs`). */
const keptFor = 7 * 86_400
const usualPoll = 30
const otherPoll = 300
/** Where other processes work as well, a job that comes back from a killed one is found by polling. */
const sharedPoll = 3
/** Milliseconds that active jobs have when the process stops, before they are cut off; and until all have ended. */
const stopGrace = 3_000
const stopLimit = 5_000

const optionsOf = ({ policy, retries, backoff: [from, to], expire }: Job) => ({
  policy,
  retryLimit: retries,
  retryDelay: from,
  retryBackoff: true,
  retryDelayMax: to,
  expireInSeconds: expire,
  heartbeatSeconds: heartbeat,
  deleteAfterSeconds: keptFor,
  retentionSeconds: keptFor,
  notify: true,
})

/** Creates the schema and the queues. Call it before anything is queued and before the product listens. */
export async function openJobs({ database, log }: Pick<Deps, 'database' | 'log'>, jobs: readonly Job[]): Promise<PgBoss> {
  const isEmbedded = database.kind === 'embedded'
  const boss = new PgBoss({
    db: database.queue,
    ...(isEmbedded ? { backend: 'pglite' } : {}),
    ...{ schema, schedule: false, useListenNotify: true, registerInstance: false, openTelemetry: { enabled: false } },
    // A job of the embedded database is lost only with this process.
    superviseIntervalSeconds: isEmbedded ? 30 : 2,
    monitorIntervalSeconds: isEmbedded ? 30 : 2,
    ...{ maintenanceIntervalSeconds: 3_600, queueCacheIntervalSeconds: isEmbedded ? 600 : 60, flowIntervalSeconds: 3_600 },
    ...{ bamIntervalSeconds: 3_600, reindex: false, monitorVacuum: false },
  })
  boss.on('error', (thrown) => log.warn({ err: thrown }, 'the job queue reported an error and continues'))
  boss.on('warning', (it) => log.warn({ it }, 'the job queue reported a warning'))
  await boss.start()
  const existing = new Map((await boss.getQueues()).map((it) => [it.name, it]))
  for (const each of jobs) {
    const { policy, ...options } = optionsOf(each)
    const old = existing.get(each.queue)
    if (!old) await boss.createQueue(each.queue, { policy, ...options })
    else if (differs(old, options)) await boss.updateQueue(each.queue, options)
  }
  if (isEmbedded) {
    await failActive(boss, database)
    await endLeases(database.db)
  }
  setBoss(database.db, boss)
  return boss
}

/** No other process works on the embedded database: what is active at the start was cut off, and need not wait for a missed heartbeat. */
async function failActive(boss: PgBoss, { queue }: Database): Promise<void> {
  const { rows } = await queue.executeSql(`select name, id from ${schema}.job where state = 'active'`)
  for (const { name, id } of rows as { name: string; id: string }[])
    await boss.fail(name, id, { message: 'The server process stopped.' })
}

/** The policy of a queue never changes: another policy takes a queue of another name. */
const differs = (old: QueueOptions, options: object) =>
  Object.entries(options).some(([name, value]) => old[name as keyof QueueOptions] !== value)

/** Starts the workers. @returns what stops them: active jobs have a moment to end, and are retried elsewhere. */
export async function startJobs(boss: PgBoss, { database, log, jobs }: Deps): Promise<Jobs> {
  const stopping = new AbortController()
  const timers: (() => Promise<void>)[] = []
  for (const it of jobs) {
    const warn = (thrown: unknown) => log.warn({ err: thrown, queue: it.queue }, 'a job failed')
    if (it.every !== undefined) timers.push(queueByClock(boss, it, it.every, warn))
    if (it.runsHere !== false) await startWorkers(boss, it, { isEmbedded: database.kind === 'embedded', stopping, warn })
  }
  return {
    stop: async () => {
      await Promise.all(timers.map((stop) => stop()))
      const cutOff = setTimeout(() => stopping.abort(), stopGrace)
      await boss.stop({ graceful: true, timeout: stopLimit, close: false })
      clearTimeout(cutOff)
      stopping.abort()
    },
    close: () => setBoss(database.db, null),
  }
}

/** One job is queued for each span of time, by whichever process is first. */
function queueByClock(boss: PgBoss, { queue, first }: Job, every: number, warn: (thrown: unknown) => void) {
  const send = async () => void (await boss.send(queue, null, { singletonSeconds: every }))
  return repeatedly(every * 1_000, send, warn, (first ?? every) * 1_000)
}

type WorkerDeps = {
  readonly isEmbedded: boolean
  readonly stopping: AbortController
  readonly warn: (thrown: unknown) => void
}

/** Each worker takes one job at a time: a batch would wait for its slowest job. */
async function startWorkers(boss: PgBoss, it: Job, { isEmbedded, stopping, warn }: WorkerDeps): Promise<void> {
  const poll = it.poll ?? usualPoll
  const firstPoll = isEmbedded ? poll : Math.min(poll, sharedPoll)
  const options = {
    ...{ batchSize: 1, includeMetadata: true },
    ...(it.groupConcurrency === undefined ? {} : { localGroupConcurrency: it.groupConcurrency }),
  } as const
  const workers: string[] = []
  for (let index = 0; index < (it.concurrency ?? 1); index += 1) {
    // The first worker finds what becomes due without a notification.
    const notifyPollingIntervalSeconds = index === 0 ? firstPoll : otherPoll
    const worker = await boss.work<object>(it.queue, { ...options, notifyPollingIntervalSeconds }, async ([found]) => {
      if (!found) return
      // A worker of pg-boss waits for a notification after each job. There may be more jobs, for it and for the next worker.
      if (it.every === undefined)
        for (const other of [index, (index + 1) % workers.length]) boss.notifyWorker(workers[other] ?? '')
      const { data, retryCount, signal } = found
      const context = { signal: AbortSignal.any([signal, stopping.signal]), attempt: retryCount + 1 }
      await it.handle(data as never, context).catch((thrown: unknown) => {
        warn(thrown)
        throw thrown
      })
    })
    workers.push(worker)
  }
}
