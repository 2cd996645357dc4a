/** Sums of the ledger by time, as they are read: what was added up (`roll-up.repository.ts`), and what was written beside lines and is not added yet. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hasMinutes, minutesPrecisionDays } from '#contract/kit/time-range.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { listColdFiles, readCold, relationFor } from '../../records/ledger/cold-files.repository.ts'
import { classCount } from '../../records/ledger/latencies.repository.ts'

type Db = Kysely<Tables>

const minute = 60_000
const day = 86_400_000

/** Minutes of the sums that are kept, the widest first. Each is a multiple of the next, and every zone's day begins on a quarter of an hour. */
export const widths = [1_440, 60, 15, 1] as const
/** Days that the narrow ones are kept; the others are kept for ever. */
export const retentionDays = { 1: minutesPrecisionDays + 1, 15: 1_095 } as const

/**
 * Minutes of the narrowest sums that are surely kept of an instant: a day before they are removed they are not asked for any more. All instants are
 * milliseconds since 1970.
 */
export function finestPrecision(at: number, now: number): 1 | 15 | 60 {
  if (hasMinutes(at, now)) return 1
  return now - at <= (retentionDays[15] - 1) * day ? 15 : 60
}

/** The last instant that is not after this one and on which kept sums begin. */
export function precisionEdge(at: number, now: number): number {
  const size = finestPrecision(at, now) * minute
  return Math.floor(at / size) * size
}

/** Records by what became of them, and of the delivered ones how long they took (`latencies.repository.ts`). */
export type VolumeSums = {
  readonly delivered: number
  readonly failed: number
  readonly skipped: number
  readonly unknown: number
  /** Milliseconds, of all delivered records together. */
  readonly took: number
  /** Records that were not sent because they did not change. They are no records of the ledger and in no total. */
  readonly unchanged: number
  /** Records that the filter left out. They have lines in the ledger, and are in no total. */
  readonly leftOut: number
}

/** A time between edges of kept sums; the end is not included. */
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

/** Whose records. */
export type LedgerScope = {
  readonly companyId: string
  /** Of these connectors; null: of all, those that were deleted included. */
  readonly connectorIds: readonly string[] | null
  /** All: of this person; else of the company. */
  readonly ownerId?: string | null
  /** All, but not these. Each must be one of them. */
  readonly without?: readonly string[]
}

/** Neighbours that are alike are looked up at once. */
function joined<A extends Span & { readonly width?: number }>(places: readonly A[]): A[] {
  const joint: A[] = []
  for (const place of places) {
    const last = joint.at(-1)
    if (last && last.width === place.width && last.to === place.from) joint[joint.length - 1] = { ...last, to: place.to }
    else joint.push(place)
  }
  return joint
}

/** Spans may overlap: cut wherever one of them begins or ends, so that an instant is looked up once. */
function cut(spans: readonly Span[]): Span[] {
  const edges = [...new Set(spans.flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b)
  const open = new Map(edges.map((edge) => [edge, 0]))
  for (const { from, to } of spans) {
    open.set(from, (open.get(from) ?? 0) + 1)
    open.set(to, (open.get(to) ?? 0) - 1)
  }
  let covered = 0
  return edges.flatMap((from, at) => {
    covered += open.get(from) ?? 0
    const to = edges[at + 1]
    return covered > 0 && to !== undefined ? [{ from, to }] : []
  })
}

/** n: their number, w: width, f and t: from and to, in seconds since 1970. */
const inSql = (places: readonly (Span & { readonly width?: number })[]) =>
  JSON.stringify(places.map(({ width, from, to }, n) => ({ n, w: width, f: from / 1_000, t: to / 1_000 })))

const columns = sql`s.delivered, s.failed, s.skipped, s.unknown, s.took_ms, s.unchanged, s.left_out, s.latencies`
/** A look into an index for each place and owner, whatever the planner thinks of the table. */
const ofPlace = sql`s.width = p.w and s.at >= to_timestamp(p.f) and s.at < to_timestamp(p.t) offset 0`
const ofAll = (companyId: string, ownerId: string | null) => sql`
  select 1 as sign, s.* from p cross join lateral (
    select s.at, ${columns} from ${ownerId === null ? sql`company_sums s where` : sql`owner_sums s where s.owner_id = ${ownerId} and`}
      s.company_id = ${companyId} and ${ofPlace}) as s`

/** The days of each place, by its number. */
const daysIn = (places: readonly Piece[]) =>
  places.flatMap(({ from, to }, n) => {
    const first = Math.floor(from / day) * day
    return Array.from({ length: Math.ceil((to - first) / day) }, (_, at) => ({ n, d: (first + at * day) / 1_000 }))
  })

/**
 * Sums of connectors, one by one. Most of very many have no record on most days, so the narrow ones are looked up only of those that have one on a
 * day of the place. Measured with 500 connectors and 69 places on PGlite: 45 instead of 160 ms.
 */
function ofConnectors(companyId: string, ids: readonly string[], sign: 1 | -1, places: readonly Piece[]): RawBuilder<unknown> {
  const begin = Math.floor((places[0]?.from ?? 0) / day) * day
  const looked = (which: RawBuilder<unknown>) => sql`
    cross join lateral (select s.at, ${columns} from connector_sums s where s.connector_id = o.id and s.company_id = ${companyId} and ${which} offset 0) as s`
  return sql`
    select * from (
      with d as materialized (
        select o.id, s.* from unnest(${ids}::uuid[]) as o(id)
        ${looked(sql`s.width = ${sql.lit(day / minute)} and s.at >= to_timestamp(${begin / 1_000}) and s.at < to_timestamp(${(places.at(-1)?.to ?? 0) / 1_000})`)}),
      moved as materialized (
        select d.id, p.*, d.at from json_to_recordset(${JSON.stringify(daysIn(places))}::json) as q(n int, d float8)
        join d on d.at = to_timestamp(q.d) join p on p.n = q.n)
      select ${sql.lit(sign)} as sign, s.at, ${columns} from d s join moved m on m.id = s.id and m.at = s.at where m.w = ${sql.lit(day / minute)}
      union all
      select ${sql.lit(sign)}, s.* from (select distinct id, w, f, t from moved where w < ${sql.lit(day / minute)}) as o
      ${looked(sql`s.width = o.w and s.at >= to_timestamp(o.f) and s.at < to_timestamp(o.t)`)}) as of_connectors`
}

/** `lines` (sign, at, sums): the sums, and what is not added to them yet. To be read in one statement: that is the ledger of one moment. */
function linesOf(
  { companyId, connectorIds, ownerId = null, without = [] }: LedgerScope,
  parts: readonly Span[],
): RawBuilder<unknown> {
  const places = joined(parts.flatMap((part) => piecesOf(part)))
  const kept = connectorIds === null ? ofAll(companyId, ownerId) : ofConnectors(companyId, connectorIds, 1, places)
  const less = without.length === 0 ? sql`` : sql`union all ${ofConnectors(companyId, without, -1, places)}`
  const owned = ownerId === null ? sql`` : sql`join connectors c on c.id = s.connector_id and c.owner_id = ${ownerId}`
  const wanted = connectorIds === null ? owned : sql`join unnest(${connectorIds}::uuid[]) as o(id) on o.id = s.connector_id`
  const unwanted =
    without.length === 0
      ? sql``
      : sql`and not exists (select 1 from unnest(${without}::uuid[]) as o(id) where o.id = s.connector_id)`
  return sql`
    with p as (select * from json_to_recordset(${inSql(places)}::json) as p(n int, w int, f float8, t float8)),
    lines as (
      ${kept} ${less}
      union all
      select 1 as sign, s.minute, ${columns} from ledger_deltas s
      join json_to_recordset(${inSql(joined(parts))}::json) as p(f float8, t float8)
        on s.minute >= to_timestamp(p.f) and s.minute < to_timestamp(p.t)
      ${wanted} where s.company_id = ${companyId} ${unwanted})`
}

/** Of one instant; the one without an instant has the latencies. */
type Line = VolumeSums & { readonly at: number | null; readonly counts: number[] | null }

const nothing: VolumeSums = { delivered: 0, failed: 0, skipped: 0, unknown: 0, took: 0, unchanged: 0, leftOut: 0 }

const added = (a: VolumeSums, b: VolumeSums, sign: 1 | -1): VolumeSums => ({
  delivered: a.delivered + sign * b.delivered,
  failed: a.failed + sign * b.failed,
  skipped: a.skipped + sign * b.skipped,
  unknown: a.unknown + sign * b.unknown,
  took: a.took + sign * b.took,
  unchanged: a.unchanged + sign * b.unchanged,
  leftOut: a.leftOut + sign * b.leftOut,
})

/** Where in ascending numbers the first one stands that is not less than this one. */
function placeIn(ascending: readonly number[], least: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

const classes = sql.join(
  Array.from({ length: classCount }, (_, at) => sql`coalesce(sum(sign * latencies[${sql.lit(at + 1)}]), 0)::int8`),
)

export type LedgerFigures = {
  /** Of each span, in the order of the spans. */
  readonly sums: readonly VolumeSums[]
  /** How long the delivered records of `timed` took, as counts of `latencies.repository.ts`. */
  readonly latencies: readonly number[]
}

/** The sums of some spans, which may overlap, and the latencies of one; all are of one moment. */
export async function figuresOf(db: Db, whose: LedgerScope, spans: readonly Span[], timed: Span): Promise<LedgerFigures> {
  const { rows } = await sql<Line>`
    ${linesOf(whose, cut([...spans, timed]))}
    select extract(epoch from at)::float8 * 1000 as at, sum(sign * delivered)::int8 as delivered, sum(sign * failed)::int8 as failed,
      sum(sign * skipped)::int8 as skipped, sum(sign * unknown)::int8 as unknown, sum(sign * took_ms)::int8 as took,
      sum(sign * unchanged)::int8 as unchanged, sum(sign * left_out)::int8 as "leftOut", null::json as counts
    from lines group by at
    union all
    select null, 0, 0, 0, 0, 0, 0, 0, to_json(array[${classes}]) from lines
    where at >= to_timestamp(${timed.from / 1_000}) and at < to_timestamp(${timed.to / 1_000})`.execute(db)
  const lines = rows.filter(({ at }) => at !== null).toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
  const instants = lines.map(({ at }) => at ?? 0)
  // What came before each of them, and at the end all.
  const before = [nothing]
  for (const line of lines) before.push(added(before.at(-1) ?? nothing, line, 1))
  const until = (instant: number) => before[placeIn(instants, instant)] ?? nothing
  return {
    sums: spans.map(({ from, to }) => (from < to ? added(until(to), until(from), -1) : nothing)),
    latencies: rows.find(({ at }) => at === null)?.counts ?? [],
  }
}

/** Begin of the newest sum of a span that has a record, as fine as it is kept; null when there is none. */
export async function newestRecord(
  db: Db,
  { companyId, connectorId }: { readonly companyId: string; readonly connectorId: string },
  { from, to }: Span,
): Promise<number | null> {
  const times = sql`to_timestamp(${from / 1_000}) and s.at < to_timestamp(${to / 1_000})`
  const ofWidth = (width: number) => sql`(
    select s.at from connector_sums s where s.connector_id = ${connectorId} and s.company_id = ${companyId} and s.width = ${width}
      and s.at >= ${times} and s.delivered + s.failed + s.skipped + s.unknown > 0 order by s.at desc limit 1)`
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      coalesce(${ofWidth(1)}, ${ofWidth(15)}, ${ofWidth(60)}),
      (select max(s.at) from (select minute as at, connector_id, company_id from ledger_deltas where delivered + failed + skipped + unknown > 0) as s
       where s.connector_id = ${connectorId} and s.company_id = ${companyId} and s.at >= ${times})) as at`.execute(db)
  return rows[0]?.at?.getTime() ?? null
}

/** What the pages of one connector say of a time: when its newest record was read, and how many of its records have not ended. */
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

const pagesOf = ({ companyId, connectorId }: ConnectorKey, { from, to }: Span) => sql`source_pages p
  where p.company_id = ${companyId} and p.connector_id = ${connectorId} and p.record_count > 0
    and p.read_at >= to_timestamp(${from / 1_000}) and p.read_at < to_timestamp(${to / 1_000})`

/** Milliseconds since 1970; null where no page of the time is kept. */
export async function newestReadAt(db: Kysely<Tables>, whose: ConnectorKey, span: Span): Promise<number | null> {
  const { rows } = await sql<{ at: Date }>`
    select p.read_at as at from ${pagesOf(whose, span)} order by p.read_at desc limit 1`.execute(db)
  return rows[0]?.at.getTime() ?? newestColdReadAt(db, whose, span)
}

/** Of pages that lie in files: nothing that is newer lies in the database. */
async function newestColdReadAt(
  db: Kysely<Tables>,
  { companyId, connectorId }: ConnectorKey,
  { from, to }: Span,
): Promise<number | null> {
  const pages = await relationFor(db, await listColdFiles(db, { companyId, from: from - longestRun, to }), 'source_pages')
  if (pages === null) return null
  const query = `select epoch_ms(max(read_at))::varchar from ${pages} where connector_id = $1 and record_count > 0
    and epoch_ms(read_at) >= ${Math.floor(from)} and epoch_ms(read_at) < ${Math.floor(to)}`
  const [[at] = []] = await readCold(db, query, [connectorId])
  return at == null ? null : Number(at)
}

/** Milliseconds that a run may read before a time that is asked about, and still read in it. */
const longestRun = 35 * 86_400_000

/** Records of the time that wait or are on their way. */
export async function openRecords(db: Kysely<Tables>, whose: ConnectorKey, span: Span): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select coalesce(sum(p.pending_records), 0)::int8 as open from ${pagesOf(whose, span)} and p.pending_records > 0`.execute(db)
  return rows[0]?.open ?? 0
}
