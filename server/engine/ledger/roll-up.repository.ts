/** Adds what was written beside the lines of the ledger to its sums. How they are read stands in `ledger-sums.repository.ts`. */
import { type Kysely, sql } from 'kysely'

import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { classCount } from '../../records/ledger/latencies.repository.ts'
import { widths } from './ledger-sums.repository.ts'

type Db = Kysely<Tables>

type Delta = {
  readonly company: string
  /** Null where the connector is gone. */
  readonly person: string | null
  readonly connector: string
  readonly at: number
  readonly counts: readonly [
    ...[delivered: number, failed: number, skipped: number, unknown: number],
    ...[took: number, unchanged: number, leftOut: number],
  ]
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
      sum = { owner, company, width, at: begin, counts: [0, 0, 0, 0, 0, 0, 0], latencies: null }
      sums.set(name, sum)
    }
    for (const [place, count] of counts.entries()) sum.counts[place] = (sum.counts[place] ?? 0) + count
    if (latencies === null) continue
    sum.latencies ??= new Array<number>(classCount).fill(0)
    for (const [place, count] of latencies.entries()) sum.latencies[place] = (sum.latencies[place] ?? 0) + count
  }
}

const inSql = ({ owner, company, width, at, counts: [d, f, s, u, t, n, x], latencies }: Sum) => ({
  ...{ i: owner, o: company, w: width, a: at, d, f, s, u, t, n, x, l: latencies },
})

const given = (sums: Iterable<Sum>) => sql`
  from json_to_recordset(${JSON.stringify([...sums].map(inSql))}::json)
    as g(i uuid, o uuid, w int, a float8, d int8, f int8, s int8, u int8, t int8, n int8, x int8, l int[])
  order by i, w, a`

const added = sql`
  do update set delivered = t.delivered + excluded.delivered, failed = t.failed + excluded.failed, skipped = t.skipped + excluded.skipped,
    unknown = t.unknown + excluded.unknown, took_ms = t.took_ms + excluded.took_ms, unchanged = t.unchanged + excluded.unchanged,
    left_out = t.left_out + excluded.left_out,
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
      returning d.company_id as company, (select owner_id from connectors c where c.id = d.connector_id) as person, d.connector_id as connector, extract(epoch from d.minute)::float8 as at,
        array[d.delivered::int8, d.failed, d.skipped, d.unknown, d.took_ms, d.unchanged, d.left_out]::float8[] as counts, d.latencies`.execute(
      tx,
    )
    if (rows.length === 0) return { taken: 0, isMore: false }
    const connectors = new Map<string, Sum>()
    const people = new Map<string, Sum>()
    const companies = new Map<string, Sum>()
    for (const delta of rows) {
      addTo(connectors, delta.connector, delta)
      if (delta.person !== null) addTo(people, delta.person, delta)
      addTo(companies, delta.company, delta)
    }
    await sql`
      insert into connector_sums as t (company_id, connector_id, width, at, delivered, failed, skipped, unknown, took_ms, unchanged, left_out, latencies)
      select o, i, w, to_timestamp(a), d, f, s, u, t, n, x, l ${given(connectors.values())}
      on conflict (connector_id, width, at) ${added}`.execute(tx)
    await sql`
      insert into owner_sums as t (company_id, owner_id, width, at, delivered, failed, skipped, unknown, took_ms, unchanged, left_out, latencies)
      select o, i, w, to_timestamp(a), d, f, s, u, t, n, x, l ${given(people.values())}
      on conflict (owner_id, width, at) ${added}`.execute(tx)
    await sql`
      insert into company_sums as t (company_id, width, at, delivered, failed, skipped, unknown, took_ms, unchanged, left_out, latencies)
      select i, w, to_timestamp(a), d, f, s, u, t, n, x, l ${given(companies.values())}
      on conflict (company_id, width, at) ${added}`.execute(tx)
    return { taken: rows.length, isMore: rows.length === atOnce }
  })
}
