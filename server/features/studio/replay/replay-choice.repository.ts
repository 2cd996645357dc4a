/** Which transactions a plan is made of. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { copyColdTransactions } from '#server/records/ledger/cold-copies.repository.ts'
import { newestVersions } from '#server/records/ledger/record-versions.repository.ts'
import { rootsOf } from '#server/records/replay/replay-status.repository.ts'
import type { ConnectorKey, NewReplayLine } from '#server/records/replay/replays.repository.ts'
import { withinRuns } from '#server/records/runs/run-bounds.repository.ts'
import { waitingIn } from '../../connectors/runs/transaction-rows.repository.ts'
import { pageOfTransactions } from '../../connectors/runs/transactions.repository.ts'

type Db = Kysely<Tables>
/** ISO 8601. */
export type Range = {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  /** The number of a destination. */
  readonly destination?: number | undefined
}

type Named = { readonly run_id: string; readonly position: number; readonly record_key: string }
export type Choice = { readonly lines: readonly NewReplayLine[]; readonly found: number }

const prefixLength = 28

/** The place in its run that a transaction's id names. */
const positionIn = (transactionId: string) => Number.parseInt(transactionId.slice(prefixLength), 16)

/** A line for each record, with what it goes back to, oldest first; of several that go back to the same one the first, and of several versions the newest. */
async function linesOf(db: Db, companyId: string, named: readonly Named[]): Promise<NewReplayLine[]> {
  const roots = await rootsOf(
    db,
    companyId,
    named.map(({ run_id, position }) => ({ r: run_id, p: position })),
  )
  const lines = new Map<string, NewReplayLine>()
  for (const [at, { run_id, position, record_key }] of named.entries()) {
    const root = roots[at] ?? { r: run_id, p: position }
    const name = `${root.r}/${root.p}`
    if (!lines.has(name)) lines.set(name, { run_id, position, record_key, root_run: root.r, root_position: root.p })
  }
  return newestVersions(db, companyId, [...lines.values()])
}

/** The newest transactions of a range. */
export async function newestOf(db: Db, whose: ConnectorKey, range: Range, count: number): Promise<Choice> {
  const { transactions, total } = await pageOfTransactions(db, { ...whose, ...range }, 1, count)
  const named = transactions.map((it) => ({
    run_id: it.runId,
    position: positionIn(it.transactionId),
    record_key: it.recordKey,
  }))
  return { lines: await linesOf(db, whose.companyId, named), found: total }
}

/** The place in the ledger that each id names; null where the connector has no transaction with it. */
export async function placesOf(
  db: Db,
  { companyId, connectorId }: ConnectorKey,
  ids: readonly string[],
): Promise<(Named | null)[]> {
  const given = ids.map((id, i) => {
    const prefix = id.slice(0, prefixLength)
    return { i, f: `${prefix}00000000`, t: `${prefix}ffffffff`, p: positionIn(id) }
  })
  await copyColdTransactions(db, companyId, ids)
  const { rows: runs } = await sql<{ i: number; r: string; p: number }>`
    select k.i, r.id as r, k.p from json_to_recordset(${JSON.stringify(given)}::json) as k(i int, f uuid, t uuid, p int8)
    join runs r on r.id between k.f and k.t
    where r.company_id = ${companyId} and r.connector_id = ${connectorId} and k.p <= 2147483647`.execute(db)
  if (runs.length === 0) return ids.map(() => null)
  const { rows } = await sql<{ i: number; r: string; p: number; page: number; key: string | null }>`
    select k.i, k.r, k.p, s.number as page, t.record_key as key
    from json_to_recordset(${JSON.stringify(runs)}::json) as k(i int, r uuid, p int)
    join source_pages s on s.run_id = k.r and s.first_position <= k.p and k.p < s.first_position + s.record_count
    left join transactions t on t.run_id = k.r and t.position = k.p and ${withinRuns('t.run_id', runs)}
    where s.company_id = ${companyId} and ${withinRuns('s.run_id', runs)}`.execute(db)
  const waitingPages = rows.filter(({ key }) => key === null).map(({ r, page }) => ({ r, n: page }))
  const waiting = await waitingIn(db, companyId, waitingPages, [])
  const keys = new Map(waiting.map((it) => [`${it.run_id}/${it.position}`, it.record_key]))
  const found = new Map(
    rows.map(({ i, r, p, key }) => [i, { run_id: r, position: p, record_key: key ?? keys.get(`${r}/${p}`) ?? String(p) }]),
  )
  return ids.map((_, at) => found.get(at) ?? null)
}

/** Transactions by their ids; null when one of them is not the connector's. */
export async function chosenByIds(db: Db, whose: ConnectorKey, ids: readonly string[]): Promise<Choice | null> {
  const wanted = [...new Set(ids)]
  const named = await placesOf(db, whose, wanted)
  if (named.some((it) => it === null)) return null
  const lines = await linesOf(
    db,
    whose.companyId,
    named.filter((it) => it !== null),
  )
  return { lines, found: wanted.length }
}
