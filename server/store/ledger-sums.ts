/** Sums of the ledger by time: what was written beside its lines is added to them here, and here they are read. */
import { type Kysely, type RawBuilder, sql } from 'kysely'

import { inOneCommit } from './commit.ts'
import { classCount } from './latencies.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

/** Minutes of the sums that are kept, the widest first. Each is a multiple of the next, and every zone's day begins on a quarter of an hour. */
export const widths = [1_440, 60, 15, 1] as const

const minute = 60_000

/** Records by what became of them, and of the delivered ones how long they took (`latencies.ts`). */
export type VolumeSums = {
  readonly delivered: number
  readonly failed: number
  readonly skipped: number
  readonly unknown: number
  /** Milliseconds, of all delivered records together. */
  readonly took: number
}

type Delta = {
  readonly company: string
  readonly connector: string
  readonly at: number
  readonly counts: readonly [delivered: number, failed: number, skipped: number, unknown: number, took: number]
  readonly latencies: readonly number[] | null
}

type Sum = { readonly owner: string; readonly company: string; readonly width: number; readonly at: number } & {
  readonly counts: number[]
  latencies: number[] | null
}

/** Deltas that are added at once. */
const atOnce = 2_000
/** Of the advisory lock that one process at a time holds while it adds. */
const lock = 7_201_146

function addTo(sums: Map<string, Sum>, owner: string, { company, at, counts, latencies }: Delta): void {
  for (const width of widths) {
    const begin = at - (at % (width * 60))
    const name = `${owner} ${width} ${begin}`
    let sum = sums.get(name)
    if (sum === undefined) {
      sum = { owner, company, width, at: begin, counts: [0, 0, 0, 0, 0], latencies: null }
      sums.set(name, sum)
    }
    for (const [place, count] of counts.entries()) sum.counts[place] = (sum.counts[place] ?? 0) + count
    if (latencies === null) continue
    sum.latencies ??= new Array<number>(classCount).fill(0)
    for (const [place, count] of latencies.entries()) sum.latencies[place] = (sum.latencies[place] ?? 0) + count
  }
}

const inSql = ({ owner, company, width, at, counts: [d, f, s, u, t], latencies }: Sum) => ({
  ...{ i: owner, o: company, w: width, a: at, d, f, s, u, t, l: latencies },
})

const given = (sums: Iterable<Sum>) => sql`
  from json_to_recordset(${JSON.stringify([...sums].map(inSql))}::json)
    as g(i uuid, o uuid, w int, a float8, d int8, f int8, s int8, u int8, t int8, l int[])
  order by i, w, a`

const added = sql`
  do update set delivered = t.delivered + excluded.delivered, failed = t.failed + excluded.failed, skipped = t.skipped + excluded.skipped,
    unknown = t.unknown + excluded.unknown, took_ms = t.took_ms + excluded.took_ms,
    latencies = case when t.latencies is null then excluded.latencies when excluded.latencies is null then t.latencies
      else (select array_agg(a + b order by place) from unnest(t.latencies, excluded.latencies) with ordinality as u(a, b, place)) end`

/**
 * Adds the oldest deltas to the sums and removes them, in one commit. Another process that is at it leaves nothing to do.
 * @returns how many there were; as many as `atOnce` when there are more.
 */
export async function rollUp(db: Db): Promise<{ readonly taken: number; readonly isMore: boolean }> {
  return inOneCommit(db, async (tx) => {
    const { rows: held } = await sql<{ is: boolean }>`select pg_try_advisory_xact_lock(${lock}) as is`.execute(tx)
    if (!held[0]?.is) return { taken: 0, isMore: false }
    const { rows } = await sql<Delta>`
      with oldest as (select id from ledger_deltas order by id limit ${atOnce})
      delete from ledger_deltas d using oldest where d.id = oldest.id
      returning d.company_id as company, d.connector_id as connector, extract(epoch from d.minute)::float8 as at,
        array[d.delivered::int8, d.failed, d.skipped, d.unknown, d.took_ms]::float8[] as counts, d.latencies`.execute(tx)
    if (rows.length === 0) return { taken: 0, isMore: false }
    const connectors = new Map<string, Sum>()
    const companies = new Map<string, Sum>()
    for (const delta of rows) {
      addTo(connectors, delta.connector, delta)
      addTo(companies, delta.company, delta)
    }
    await sql`
      insert into connector_sums as t (company_id, connector_id, width, at, delivered, failed, skipped, unknown, took_ms, latencies)
      select o, i, w, to_timestamp(a), d, f, s, u, t, l ${given(connectors.values())}
      on conflict (connector_id, width, at) ${added}`.execute(tx)
    await sql`
      insert into company_sums as t (company_id, width, at, delivered, failed, skipped, unknown, took_ms, latencies)
      select i, w, to_timestamp(a), d, f, s, u, t, l ${given(companies.values())}
      on conflict (company_id, width, at) ${added}`.execute(tx)
    return { taken: rows.length, isMore: rows.length === atOnce }
  })
}

/** A time from whole minute to whole minute, in milliseconds since 1970; the end is not included. */
export type Span = { readonly from: number; readonly to: number }

/** A part of a span whose sums are kept under one width. */
type Piece = Span & { readonly width: number }

/** Covers a span with sums as wide as they come: days in its middle, hours and quarters towards its ends. */
export function piecesOf({ from, to }: Span, at = 0): readonly Piece[] {
  const width = widths[at]
  if (width === undefined || from >= to) return []
  const size = width * minute
  const [first, last] = [Math.ceil(from / size) * size, Math.floor(to / size) * size]
  if (first >= last) return piecesOf({ from, to }, at + 1)
  return [...piecesOf({ from, to: first }, at + 1), { from: first, to: last, width }, ...piecesOf({ from: last, to }, at + 1)]
}

/** Whose records: all of a company's, those of some connectors, or those of one person's connectors. */
export type Whose = {
  readonly companyId: string
  readonly connectorIds: readonly string[] | null
}

/** The sums, and what is not added to them yet, of spans that are told apart by their place in the list. */
function linesOf({ companyId, connectorIds }: Whose, spans: readonly Span[]): RawBuilder<unknown> {
  const pieces = spans.flatMap((span, place) =>
    piecesOf(span).map(({ from, to, width }) => ({ b: place, w: width, f: from / 1_000, t: to / 1_000 })),
  )
  const whole = spans.map(({ from, to }, place) => ({ b: place, f: from / 1_000, t: to / 1_000 }))
  const columns = sql`s.delivered, s.failed, s.skipped, s.unknown, s.took_ms, s.latencies`
  const kept =
    connectorIds === null
      ? sql`company_sums s on s.company_id = ${companyId}`
      : sql`unnest(${connectorIds}::uuid[]) as wanted(id) on true
          join connector_sums s on s.connector_id = wanted.id and s.company_id = ${companyId}`
  const ofWanted = connectorIds === null ? sql`` : sql`and s.connector_id = any(${connectorIds}::uuid[])`
  return sql`
    select p.b, ${columns} from json_to_recordset(${JSON.stringify(pieces)}::json) as p(b int, w int, f float8, t float8)
    join ${kept} and s.width = p.w and s.at >= to_timestamp(p.f) and s.at < to_timestamp(p.t)
    union all
    select p.b, ${columns} from ledger_deltas s
    join json_to_recordset(${JSON.stringify(whole)}::json) as p(b int, f float8, t float8)
      on s.minute >= to_timestamp(p.f) and s.minute < to_timestamp(p.t)
    where s.company_id = ${companyId} ${ofWanted}`
}

const nothing: VolumeSums = { delivered: 0, failed: 0, skipped: 0, unknown: 0, took: 0 }

/** The sums of each span, in the order of the spans. */
export async function sumsOf(db: Db, whose: Whose, spans: readonly Span[]): Promise<VolumeSums[]> {
  const { rows } = await sql<VolumeSums & { readonly b: number }>`
    select b, sum(delivered)::int8 as delivered, sum(failed)::int8 as failed, sum(skipped)::int8 as skipped, sum(unknown)::int8 as unknown,
      sum(took_ms)::int8 as took from (${linesOf(whose, spans)}) as lines group by b`.execute(db)
  const found = new Map(rows.map(({ b, ...sums }) => [b, sums]))
  return spans.map((_, place) => found.get(place) ?? nothing)
}

/** How long the delivered records of a span took, as counts of `latencies.ts`. */
export async function latenciesOf(db: Db, whose: Whose, span: Span): Promise<number[]> {
  const { rows } = await sql<{ place: number; count: number }>`
    select place::int, sum(count)::int8 as count
    from (${linesOf(whose, [span])}) as lines, unnest(latencies) with ordinality as u(count, place) group by place`.execute(db)
  const counts = new Array<number>(classCount).fill(0)
  for (const { place, count } of rows) counts[place - 1] = count
  return counts
}
