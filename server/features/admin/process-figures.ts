/** What this process measures of itself: its event loop, its connections, and how long the API took in the past hour. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'

import type { Engine } from '../../engine/engine.ts'
import type { Database } from '../../platform/database/database.ts'
import { classCount, classOf } from '../../records/ledger/latencies.repository.ts'

/** As `processes.figures` has it. */
export type Figures = {
  /** Milliseconds; 99 % of the delays are below it. */
  readonly eventLoop: number
  readonly memory: number
  readonly runs: number
  /** `waiting`: requests for a connection, the fewest of the past minute. Those that wait for a moment, as at the start, are no overload. */
  readonly pool: { readonly open: number; readonly idle: number; readonly waiting: number }
  readonly circuits: readonly { readonly host: string; readonly state: string }[]
  /** Of the past hour: calls by class of their time (`latencies.repository.ts`), and those that failed by our fault. */
  readonly calls: { readonly counts: readonly number[]; readonly errors: number }
}

type Deps = { readonly database: Database; readonly engine: Partial<Pick<Engine, 'moving' | 'circuits'>> }

export type ProcessFigures = ReturnType<typeof createProcessFigures>

const minute = 60_000
const minutesKept = 60
/** Milliseconds between two samples of the event loop; a sample includes them. */
const resolution = 20
const circuitsMax = 50
const isCall = /^\/(api|graphql)/

type Minute = { readonly at: number; readonly counts: number[]; errors: number }

export function createProcessFigures({ database, engine }: Deps, now: () => number = Date.now) {
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  let before = 0
  const minutes: Minute[] = []
  let samples: readonly { readonly at: number; readonly waiting: number }[] = [{ at: now(), waiting: 0 }]

  const delayOf = () => (delays.count === 0 ? 0 : Math.max(0, delays.percentile(99) / 1e6 - resolution))

  function count(milliseconds: number, isError: boolean): void {
    const at = Math.floor(now() / minute)
    let last = minutes.at(-1)
    if (last?.at !== at) {
      last = { at, counts: new Array<number>(classCount).fill(0), errors: 0 }
      minutes.push(last)
      while ((minutes[0]?.at ?? at) <= at - minutesKept) minutes.shift()
    }
    const place = classOf(milliseconds)
    last.counts[place] = (last.counts[place] ?? 0) + 1
    if (isError) last.errors += 1
  }

  function poolOf(): Figures['pool'] {
    const pool = database.connections()
    samples = [...samples.filter(({ at }) => at > now() - minute), { at: now(), waiting: pool.waiting }]
    return { ...pool, waiting: Math.min(...samples.map(({ waiting }) => waiting)) }
  }

  return {
    count,

    /** Counts the responses of the API from now on; not those that stay open. To be called before the first route. */
    watch(server: FastifyInstance): void {
      server.addHook('onResponse', async (request, reply) => {
        if (!isCall.test(request.url)) return
        if (String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream')) return
        count(reply.elapsedTime, reply.statusCode >= 500)
      })
    },

    read(): Figures {
      const since = Math.floor(now() / minute) - minutesKept
      const recent = minutes.filter(({ at }) => at > since)
      const counts = Array.from({ length: classCount }, (_, place) =>
        recent.reduce((sum, each) => sum + (each.counts[place] ?? 0), 0),
      )
      return {
        eventLoop: Math.round(Math.max(before, delayOf()) * 10) / 10,
        memory: process.memoryUsage.rss(),
        runs: engine.moving?.() ?? 0,
        pool: poolOf(),
        circuits: (engine.circuits?.() ?? []).slice(0, circuitsMax).map(([host, state]) => ({ host, state })),
        calls: { counts, errors: recent.reduce((sum, { errors }) => sum + errors, 0) },
      }
    },

    /** Begins the next span of the event loop; `read` tells of it and of the one before. */
    turn(): void {
      before = delayOf()
      delays.reset()
    },
  }
}
