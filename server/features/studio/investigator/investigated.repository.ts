/** Single records of the ledger: their rows, and the way of one. */
import { type Kysely, sql } from 'kysely'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { ForeignAnswer, Problem } from '#contract/kit/problem.ts'
import type { InvestigatedAttempt } from '#contract/studio/investigation.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { copyColdRecords, copyColdTransactions } from '#server/records/ledger/cold-copies.repository.ts'
import { withinRuns } from '#server/records/runs/run-bounds.repository.ts'
import { linesOfCause } from '../../connectors/problems/arrivals.repository.ts'
import type { Range } from '../../connectors/problems/problem-groups.repository.ts'
import { newBudget } from '../../connectors/runs/payloads.repository.ts'
import { type LedgerRow, waitingIn } from '../../connectors/runs/transaction-rows.repository.ts'
import { ledgerColumns, transactionsOf } from '../../connectors/runs/transactions.repository.ts'
import type { Place } from './investigation.repository.ts'

type Db = Kysely<Tables>

/** The rows of some records in their order; one whose page is gone is left out. */
async function rowsAt(db: Db, companyId: string, places: readonly Place[]): Promise<LedgerRow[]> {
  if (places.length === 0) return []
  await copyColdRecords(db, companyId, places)
  const keys = places.map(({ runId, position }) => ({ r: runId, p: position }))
  const { rows } = await sql<LedgerRow>`
    select ${ledgerColumns} from json_to_recordset(${JSON.stringify(keys)}::json) as k(r uuid, p int)
    join transactions t on t.run_id = k.r and t.position = k.p
    where ${withinRuns('t.run_id', keys)} and t.company_id = ${companyId}`.execute(db)
  const nameOf = (runId: string, position: number) => `${runId}/${position}`
  const known = new Map(rows.map((row) => [nameOf(row.run_id, row.position), row]))
  const missing = places.filter(({ runId, position }) => !known.has(nameOf(runId, position)))
  if (missing.length > 0) {
    const pages = new Map(missing.map(({ runId, page }) => [nameOf(runId, page), { r: runId, n: page }]))
    for (const row of await waitingIn(db, companyId, [...pages.values()], rows)) {
      known.set(nameOf(row.run_id, row.position), row)
    }
  }
  return places.flatMap(({ runId, position }) => known.get(nameOf(runId, position)) ?? [])
}

/** Some records as transactions, in their order. */
export const transactionsAt = async (db: Db, companyId: string, places: readonly Place[]): Promise<Transaction[]> =>
  transactionsOf(db, companyId, await rowsAt(db, companyId, places), newBudget())

type OfConnector = { readonly companyId: string; readonly connectorId: string }

/** Where a transaction stands in the ledger; null when this connector has none of this id. */
export async function placeOf(db: Db, { companyId, connectorId }: OfConnector, transactionId: string): Promise<Place | null> {
  const run = transactionId.slice(0, 28)
  const position = Number.parseInt(transactionId.slice(28), 16)
  if (position > 0x7fffffff) return null
  const [low, high] = [`${run}00000000`, `${run}ffffffff`]
  await copyColdTransactions(db, companyId, [transactionId])
  const { rows } = await sql<{ runId: string; page: number }>`
    select p.run_id as "runId", p.number as page from source_pages p
    left join transactions t on t.run_id = p.run_id and t.position = ${position} and t.run_id between ${low}::uuid and ${high}::uuid
    where p.run_id between ${low}::uuid and ${high}::uuid and p.company_id = ${companyId} and p.connector_id = ${connectorId}
      and ${position} between p.first_position and p.first_position + p.record_count - 1 and (t.page is null or t.page = p.number)
    limit 1`.execute(db)
  const [found] = rows
  return found ? { ...found, position } : null
}

/** Where the newest records stand that are still lost for a cause in a time. */
export async function placesOfCause(
  db: Db,
  range: Range,
  causeId: string,
  { status, destination }: { readonly status: Transaction['status'] | undefined; readonly destination: number | undefined },
  limit: number,
) {
  const window = { columns: sql`t.run_id as "runId", t.position, t.page`, offset: 0, limit, destination }
  return (await linesOfCause<Place>(db, range, causeId, status, window)).lines
}

type Tried = {
  readonly position: number
  readonly number: number
  readonly outcome: InvestigatedAttempt['outcome']
  readonly started_at: Date
  readonly ended_at: Date
  readonly next_attempt_at: Date | null
  readonly parts: readonly (readonly number[])[] | null
  readonly answer: ForeignAnswer | null
  readonly error: Problem | null
  readonly limited: InvestigatedAttempt['limited']
}

const toAttempt = (it: Tried): InvestigatedAttempt => ({
  number: it.number,
  outcome: it.outcome,
  startedAt: it.started_at.toISOString(),
  endedAt: it.ended_at.toISOString(),
  nextAttemptAt: it.next_attempt_at?.toISOString() ?? null,
  answer: it.answer,
  error: it.error,
  limited: it.limited,
})

type Settled = {
  readonly a: readonly (ForeignAnswer | null)[]
  readonly d: readonly (readonly [
    delivery: number,
    started: number,
    ended: number,
    which: number,
    times?: number,
    waited?: number,
  ])[]
}

/** The attempts to deliver a record, those of deliveries included that it was divided from; and how many records the last of them carried. */
export async function attemptsAt(db: Db, companyId: string, { runId, position, page }: Place) {
  const { rows } = await sql<{
    delivery: number | null
    carried: number
    first: number
    last: number
    settlement: string | null
  }>`
    select t.delivery, p.first_position as first, p.first_position + p.record_count - 1 as last, t.settlement::text as settlement, (
      select count(*) from transactions c where c.run_id = t.run_id and c.delivery = t.delivery
        and c.position between p.first_position and p.first_position + p.record_count - 1)::int as carried
    from source_pages p left join transactions t on t.run_id = p.run_id and t.position = ${position}
    where p.run_id = ${runId} and p.number = ${page} and p.company_id = ${companyId}`.execute(db)
  const [line] = rows
  if (!line) return { attempts: [], carried: 0 }
  const { rows: tried } = await sql<Tried>`
    select position, number, outcome, started_at, ended_at, next_attempt_at, parts, answer, error, limited from attempts
    where run_id = ${runId} and company_id = ${companyId} and position between ${line.first} and ${line.last} order by number`.execute(
    db,
  )
  const own = tried.filter((it) => it.position === line.delivery || it.parts?.some((part) => part.includes(position)))
  const attempts = own.map(toAttempt)
  if (line.settlement !== null && own.length === 0) {
    const kept = await db
      .selectFrom('settlements')
      .select('attempts')
      .where('run_id', '=', runId)
      .where('company_id', '=', companyId)
      .where('id', '=', sql<number>`${line.settlement}`)
      .executeTakeFirst()
    const { a, d } = JSON.parse(kept?.attempts ?? '{"a":[],"d":[]}') as Settled
    const at = d.find(([delivery]) => delivery === line.delivery)
    if (at) {
      const [, started, ended, which, limits = 0, waited = 0] = at
      const times = { startedAt: new Date(started).toISOString(), endedAt: new Date(ended).toISOString() }
      const plain = { number: 1, outcome: 'delivered', nextAttemptAt: null, error: null } as const
      attempts.push({ ...plain, ...times, answer: a[which] ?? null, limited: limits === 0 ? null : { times: limits, waited } })
    }
  }
  return { attempts, carried: line.carried }
}
