/** Runs the jobs that are queued in the database, each by one process at a time: pg-boss over our own connections. */
import { PgBoss, type Queue as QueueOptions } from 'pg-boss'
import type { Logger } from 'pino'

import type { Database } from '../database/database.ts'
import { type JobQueue, type JobQueues, setBoss } from '../database/job-queues.ts'
import { dueQueues } from './queue-figures.repository.ts'
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
  /** Jobs that run at once in a process; 1 when it is left out. Workers are added when all others are busy. */
  readonly concurrency?: number
  /** Jobs of one group that run at once in a process. */
  readonly groupConcurrency?: number
  /** Seconds: queued again and again by the clock, once for all processes. */
  readonly every?: number
  /** Seconds after the start; as `every` when it is left out. */
  readonly first?: number
  /** False: this process queues it, and others run it. */
  readonly runsHere?: boolean
  /** Ends what killed processes hold. Called at the start where no other process uses the database. */
  readonly recover?: () => Promise<void>
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
/** Seconds. A job that was queued for later, is retried or comes back from a killed process becomes due without a notification. */
const poll = { embedded: 5, shared: 3 }
/** Seconds. Workers are woken, so their own polling is only a fallback. */
const workerPoll = 3_600
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

/** The queues, and what wakes a worker of each that has workers in this process. */
export type OpenQueues = { readonly boss: PgBoss; readonly wakers: Map<string, () => void> }

/** Creates the schema and the queues. Call it before anything is queued and before the product listens. */
export async function openJobs({ database, log }: Pick<Deps, 'database' | 'log'>, jobs: readonly Job[]): Promise<OpenQueues> {
  const isEmbedded = database.kind === 'embedded'
  const wakers: OpenQueues['wakers'] = new Map()
  const { queue } = database
  // For each notification pg-boss would wake every worker of a queue, and each of them would ask the database.
  const listen: typeof queue.listen = (channel, heard, back) =>
    queue.listen(channel, (name) => (wakers.get(name) ?? (() => heard(name)))(), back)
  const boss = new PgBoss({
    db: { ...queue, listen },
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
    for (const each of jobs) await each.recover?.()
  }
  setBoss(database.db, boss)
  return { boss, wakers }
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
export async function startJobs({ boss, wakers }: OpenQueues, { database, log, jobs }: Deps): Promise<Jobs> {
  const stopping = new AbortController()
  const cuttingOff = new AbortController()
  const timers: (() => Promise<void>)[] = []
  for (const it of jobs) {
    const warn = (thrown: unknown) => log.warn({ err: thrown, queue: it.queue }, 'a job failed')
    if (it.every !== undefined) timers.push(queueByClock(boss, it, it.every, warn))
    if (it.runsHere !== false) wakers.set(it.queue, await startWorkers(boss, it, { stopping: stopping.signal, cuttingOff, warn }))
  }
  const wakeDue = async () => {
    for (const name of await dueQueues(database.db)) wakers.get(name)?.()
  }
  const pause = database.kind === 'embedded' ? poll.embedded : poll.shared
  timers.push(repeatedly(pause * 1_000, wakeDue, (thrown) => log.warn({ err: thrown }, 'due jobs could not be read, will retry')))
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(timers.map((stop) => stop()))
      const cutOff = setTimeout(() => cuttingOff.abort(), stopGrace)
      await boss.stop({ graceful: true, timeout: stopLimit, close: false })
      clearTimeout(cutOff)
      cuttingOff.abort()
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
  readonly stopping: AbortSignal
  readonly cuttingOff: AbortController
  readonly warn: (thrown: unknown) => void
}

/** Each worker takes one job at a time: a batch would wait for its slowest job. @returns what wakes one of them */
async function startWorkers(boss: PgBoss, it: Job, { stopping, cuttingOff, warn }: WorkerDeps): Promise<() => void> {
  const options = {
    ...{ batchSize: 1, includeMetadata: true, notifyPollingIntervalSeconds: workerPoll },
    ...(it.groupConcurrency === undefined ? {} : { localGroupConcurrency: it.groupConcurrency }),
  } as const
  const workers: string[] = []
  const busy = new Set<number>()
  const add = async () => {
    const index = workers.push('') - 1
    workers[index] = await boss.work<object>(it.queue, options, async ([found]) => {
      if (!found) return
      busy.add(index)
      // There may be more jobs, for the next worker now and for this one afterwards.
      if (it.every === undefined) {
        wake()
        boss.notifyWorker(workers[index] ?? '')
      }
      const { data, retryCount, signal } = found
      const context = { signal: AbortSignal.any([signal, cuttingOff.signal]), attempt: retryCount + 1 }
      try {
        await it.handle(data as never, context)
      } catch (thrown) {
        warn(thrown)
        throw thrown
      } finally {
        busy.delete(index)
      }
    })
  }
  const wake = () => {
    if (stopping.aborted) return
    const idle = workers.findIndex((_, index) => !busy.has(index))
    if (idle >= 0) boss.notifyWorker(workers[idle] ?? '')
    else if (workers.length < (it.concurrency ?? 1)) void add().catch(warn)
  }
  await add()
  return wake
}
