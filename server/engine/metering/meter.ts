/**
 * Sums up in memory what the steps measure and adds it to the database every few seconds. A process that is killed loses the seconds that it had not
 * added; nothing else depends on these figures, and what was moved is counted by the ledger.
 */
import { performance } from 'node:perf_hooks'
import type { Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { classCount, classOf } from '../../records/ledger/latencies.repository.ts'
import type { Log } from '../kit/engine-deps.ts'
import type { Measured, Meter, Step } from '../kit/metering.ts'
import { addStepMinutes, type StepMinute } from './step-minutes.repository.ts'

type Cell = {
  readonly total: HostTotals
  readonly companyId: string
  readonly connectorId: string
  readonly step: Step
  readonly host: string
  calls: number
  errors: number
  records: number
  latencySum: number
  readonly latencies: number[]
}

/** Sums of this life of the process, for `/metrics`; records are those of calls that went well. Latency is milliseconds. */
export type HostTotals = { calls: number; errors: number; records: number; latencySum: number }

export type RunningMeter = Meter & {
  readonly start: () => void
  /** Adds what is left. */
  readonly stop: () => Promise<void>
  /** By step and host; those beyond the first 200 hosts as `other`. */
  readonly totals: () => ReadonlyMap<Step, ReadonlyMap<string, Readonly<HostTotals>>>
}

type Metering = { readonly db: Kysely<Tables>; readonly log: Log; readonly flushEvery?: number }

/** Milliseconds. */
const minuteLong = 60_000
const flushPause = 5_000
const hostsMax = 200
/** Minutes that are kept while the database is away. */
const minutesMax = 60

const emptyCell = ({ companyId, connectorId, step, host }: Measured, total: HostTotals): Cell => ({
  ...{ total, companyId, connectorId, step, host: host ?? '' },
  ...{ calls: 0, errors: 0, records: 0, latencySum: 0 },
  latencies: new Array<number>(classCount).fill(0),
})

/** By connector, step and host: names that are at hand, so that none is put together for each call. */
type Cells = Map<string, Map<Step, Map<string, Cell>>>

const rowsOf = (minute: number, cells: Cells): StepMinute[] =>
  [...cells.values()].flatMap((steps) =>
    [...steps.values()].flatMap((ofHosts) => [...ofHosts.values()].map(({ total: _, ...sums }) => ({ ...sums, minute }))),
  )

/** The value of a map, made when it is missing. */
function at<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

export function createMeter({ db, log, flushEvery = flushPause }: Metering): RunningMeter {
  const processId = newId()
  /** Between the clock that cannot be set and the database's. */
  let offset = performance.timeOrigin
  let minute = 0
  let minuteEnds = Number.NEGATIVE_INFINITY
  let current: Cells = new Map()
  let past: StepMinute[][] = []
  /** What is being added, or could not be: its number and its rows stay the same until it is known to be there. */
  let adding: { readonly number: number; readonly rows: readonly StepMinute[] } | null = null
  let added = 0
  let working: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  const hosts = new Set<string>()
  const totals = new Map<Step, Map<string, HostTotals>>()

  function turnMinute(now: number) {
    put()
    minute = Math.floor((now + offset) / minuteLong)
    minuteEnds = (minute + 1) * minuteLong - offset
  }

  function put() {
    if (current.size > 0) past.push(rowsOf(minute, current))
    current = new Map()
    if (past.length <= minutesMax) return
    past.shift()
    log.warn('dropped measured minutes because the database did not accept them')
  }

  function totalOf(step: Step, host: string): HostTotals {
    if (hosts.size < hostsMax) hosts.add(host)
    const ofHosts = at(totals, step, () => new Map<string, HostTotals>())
    return at(ofHosts, hosts.has(host) ? host : 'other', () => ({ calls: 0, errors: 0, records: 0, latencySum: 0 }))
  }

  async function addAll(): Promise<void> {
    put()
    while (adding !== null || past.length > 0) {
      if (adding === null) {
        adding = { number: added + 1, rows: merged(past) }
        past = []
      }
      const begun = performance.now()
      const now = await addStepMinutes(db, { processId, number: adding.number }, adding.rows)
      added = adding.number
      adding = null
      if (Number.isFinite(now)) offset = now - (begun + performance.now()) / 2
    }
  }

  function flush(): Promise<void> {
    working = working.catch(() => {}).then(addAll)
    return working
  }

  function tryFlush(): Promise<void> {
    return flush().catch((thrown: unknown) => log.warn({ err: thrown }, 'could not save measured minutes yet'))
  }

  return {
    count: (it) => {
      const now = performance.now()
      if (now >= minuteEnds) turnMinute(now)
      const { connectorId, step, host } = it
      const ofHosts = at(
        at(current, connectorId, () => new Map<Step, Map<string, Cell>>()),
        step,
        () => new Map<string, Cell>(),
      )
      const cell = at(ofHosts, host ?? '', () => emptyCell(it, totalOf(step, host ?? '')))
      cell.calls += it.calls
      cell.errors += it.errors
      cell.records += it.records
      cell.latencySum += it.duration
      const speed = classOf(it.duration / it.calls)
      cell.latencies[speed] = (cell.latencies[speed] ?? 0) + it.calls
      cell.total.calls += it.calls
      cell.total.errors += it.errors
      cell.total.latencySum += it.duration
      // A call brings all of its records or none; records that are mapped are calls themselves.
      cell.total.records += it.calls === 1 && it.errors === 1 ? 0 : it.records - it.errors
    },
    start: () => {
      timer ??= setInterval(() => void tryFlush(), flushEvery)
      timer.unref()
    },
    stop: async () => {
      if (timer) clearInterval(timer)
      timer = null
      await tryFlush()
    },
    flush,
    totals: () => totals,
  }
}

/** Rows of the same minute, step and host as one: a statement may change a row only once. */
function merged(parts: readonly (readonly StepMinute[])[]): StepMinute[] {
  const byName = new Map<string, StepMinute>()
  for (const it of parts.flat()) {
    const name = `${it.connectorId} ${it.minute} ${it.step} ${it.host}`
    const other = byName.get(name)
    byName.set(name, other ? sumOf(other, it) : it)
  }
  return [...byName.values()]
}

const sumOf = (a: StepMinute, b: StepMinute): StepMinute => ({
  ...a,
  calls: a.calls + b.calls,
  errors: a.errors + b.errors,
  records: a.records + b.records,
  latencySum: a.latencySum + b.latencySum,
  latencies: a.latencies.map((count, at) => count + (b.latencies[at] ?? 0)),
})
