/** Sums of the ledger by time, as they are read: what was added up (`roll-up.ts`), and what was written beside lines and is not added yet. */
import { type Kysely, type RawBuilder, sql } from 'kysely'

import { classCount } from './latencies.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

const minute = 60_000
const day = 86_400_000

/** Minutes of the sums that are kept, the widest first. Each is a multiple of the next, and every zone's day begins on a quarter of an hour. */
export const widths = [1_440, 60, 15, 1] as const
/** Days that the narrow ones are kept; the others are kept for ever. */
export const keptDays = { 1: 100, 15: 1_095 } as const

/**
 * Minutes of the narrowest sums that are surely kept of an instant: a day before they are removed they are not asked for any more. All instants are
 * milliseconds since 1970.
 */
export function finestKept(at: number, now: number): 1 | 15 | 60 {
  const age = now - at
  if (age <= (keptDays[1] - 1) * day) return 1
  return age <= (keptDays[15] - 1) * day ? 15 : 60
}

/** The last instant that is not after this one and on which kept sums begin. */
export function keptEdge(at: number, now: number): number {
  const size = finestKept(at, now) * minute
  return Math.floor(at / size) * size
}

/** Records by what became of them, and of the delivered ones how long they took (`latencies.ts`). */
export type VolumeSums = {
  readonly delivered: number
  readonly failed: number
  readonly skipped: number
  readonly unknown: number
  /** Milliseconds, of all delivered records together. */
  readonly took: number
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
export type Whose = {
  readonly companyId: string
  /** Of these connectors; null: of all, those that were deleted included. */
  readonly connectorIds: readonly string[] | null
  /** All: of this person; else of the company. */
  readonly ownerId?: string | null
  /** All, but not these. Each must be one of them. */
  readonly without?: readonly string[]
}

type Place = Piece & { readonly layer: number }

/** Neighbours of one width are looked up at once. */
function joined(places: readonly Place[]): Place[] {
  const joint: Place[] = []
  for (const place of places) {
    const last = joint.at(-1)
    if (last && last.layer === place.layer && last.width === place.width && last.to === place.from)
      joint[joint.length - 1] = { ...last, to: place.to }
    else joint.push(place)
  }
  return joint
}

/** Spans by layer and time, each with its place in the list. Those that overlap have different layers: in a layer an instant belongs to one span. */
function inOrder(spans: readonly Span[]) {
  const ends: number[] = []
  const layered = [...spans.entries()]
    .toSorted(([, a], [, b]) => a.from - b.from)
    .map(([place, { from, to }]) => {
      const free = ends.findIndex((end) => end <= from)
      const layer = free === -1 ? ends.length : free
      ends[layer] = to
      return { from, to, place, layer }
    })
  return layered.toSorted((a, b) => a.layer - b.layer || a.from - b.from)
}

const inSql = (places: readonly Place[]) =>
  JSON.stringify(joined(places).map(({ layer, width, from, to }) => ({ q: layer, w: width, f: from / 1_000, t: to / 1_000 })))

const columns = sql`s.delivered, s.failed, s.skipped, s.unknown, s.took_ms, s.latencies`
/** A look into an index for each place and owner, whatever the planner thinks of the table. */
const ofPlace = sql`s.width = p.w and s.at >= to_timestamp(p.f) and s.at < to_timestamp(p.t) offset 0`
const ofConnectors = (companyId: string, ids: readonly string[], sign: 1 | -1) => sql`
  select ${sql.lit(sign)} as sign, p.q, s.* from p cross join unnest(${ids}::uuid[]) as o(id)
  cross join lateral (select s.at, ${columns} from connector_sums s where s.connector_id = o.id and s.company_id = ${companyId} and ${ofPlace}) as s`
const ofAll = (companyId: string, ownerId: string | null) => sql`
  select 1 as sign, p.q, s.* from p cross join lateral (
    select s.at, ${columns} from ${ownerId === null ? sql`company_sums s where` : sql`owner_sums s where s.owner_id = ${ownerId} and`}
      s.company_id = ${companyId} and ${ofPlace}) as s`

/** `lines` (sign, q: layer, at, sums): the sums, and what is not added to them yet. To be read in one statement: that is the ledger of one moment. */
function linesOf({ companyId, connectorIds, ownerId = null, without = [] }: Whose, spans: readonly Span[]): RawBuilder<unknown> {
  const whole = inOrder(spans).map(({ from, to, layer }) => ({ from, to, layer, width: 0 }))
  const pieces = whole.flatMap(({ layer, ...span }) => piecesOf(span).map((piece) => ({ ...piece, layer })))
  const kept = connectorIds === null ? ofAll(companyId, ownerId) : ofConnectors(companyId, connectorIds, 1)
  const less = without.length === 0 ? sql`` : sql`union all ${ofConnectors(companyId, without, -1)}`
  const owned = ownerId === null ? sql`` : sql`join connectors c on c.id = s.connector_id and c.owner_id = ${ownerId}`
  const wanted = connectorIds === null ? owned : sql`join unnest(${connectorIds}::uuid[]) as o(id) on o.id = s.connector_id`
  const unwanted =
    without.length === 0
      ? sql``
      : sql`and not exists (select 1 from unnest(${without}::uuid[]) as o(id) where o.id = s.connector_id)`
  return sql`
    with p as (select * from json_to_recordset(${inSql(pieces)}::json) as p(q int, w int, f float8, t float8)),
    lines as (
      ${kept} ${less}
      union all
      select 1 as sign, p.q, s.minute, ${columns} from ledger_deltas s
      join json_to_recordset(${inSql(whole)}::json) as p(q int, f float8, t float8)
        on s.minute >= to_timestamp(p.f) and s.minute < to_timestamp(p.t)
      ${wanted} where s.company_id = ${companyId} ${unwanted})`
}

type Line = VolumeSums & { readonly q: number; readonly at: number }

const nothing: VolumeSums = { delivered: 0, failed: 0, skipped: 0, unknown: 0, took: 0 }

const sumOf = (a: VolumeSums, b: VolumeSums): VolumeSums => ({
  delivered: a.delivered + b.delivered,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  unknown: a.unknown + b.unknown,
  took: a.took + b.took,
})

/** The sums of each span, in the order of the spans; all are of one moment. */
export async function sumsOf(db: Db, whose: Whose, spans: readonly Span[]): Promise<VolumeSums[]> {
  const { rows } = await sql<Line>`
    ${linesOf(whose, spans)}
    select q, extract(epoch from at)::float8 * 1000 as at, sum(sign * delivered)::int8 as delivered, sum(sign * failed)::int8 as failed,
      sum(sign * skipped)::int8 as skipped, sum(sign * unknown)::int8 as unknown, sum(sign * took_ms)::int8 as took
    from lines group by q, at order by q, at`.execute(db)
  const sums = new Array<VolumeSums>(spans.length).fill(nothing)
  let next = 0
  for (const { place, layer, to } of inOrder(spans)) {
    for (let row = rows[next]; row && row.q === layer && row.at < to; row = rows[next]) {
      sums[place] = sumOf(sums[place] ?? nothing, row)
      next += 1
    }
  }
  return sums
}

const classes = sql.join(
  Array.from({ length: classCount }, (_, at) => sql`coalesce(sum(sign * latencies[${sql.lit(at + 1)}]), 0)::int8`),
)

/** How long the delivered records of a span took, as counts of `latencies.ts`. */
export async function latenciesOf(db: Db, whose: Whose, span: Span): Promise<number[]> {
  const { rows } = await sql<{ counts: number[] }>`
    ${linesOf(whose, [span])} select to_json(array[${classes}]) as counts from lines`.execute(db)
  return rows[0]?.counts ?? []
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
      (select max(s.at) from (select minute as at, connector_id, company_id from ledger_deltas) as s
       where s.connector_id = ${connectorId} and s.company_id = ${companyId} and s.at >= ${times})) as at`.execute(db)
  return rows[0]?.at?.getTime() ?? null
}
