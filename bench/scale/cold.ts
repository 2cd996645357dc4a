/** Bar I: rows of a closed week as Parquet files, what they take, and what is read of them. `ROWS=10000000` measures as many as the bar names. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { freezeWeek } from '#server/engine/ledger/cold-weeks.ts'
import { ensurePartitions } from '#server/engine/ledger/partitions.repository.ts'
import { transactionIdOf } from '#server/features/connectors/runs/transaction-rows.repository.ts'
import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import { placeOf, transactionsAt } from '#server/features/studio/investigator/investigated.repository.ts'
import { createCold, setCold } from '#server/platform/database/cold/cold.ts'
import { coldFolder } from '#server/platform/database/cold/cold-store.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { weekOf } from '#server/platform/database/ledger-weeks.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { copyColdKeys } from '#server/records/ledger/cold-copies.repository.ts'
import { outlineOf, type PageContent, storedBodyOf } from '#server/records/ledger/page-content.repository.ts'
import { settleIn } from '#tests/engine/kit/stage.ts'
import { percentile } from '../bars.ts'
import { openPlace, type Verdict } from './place.ts'

const rows = Number(process.env['ROWS'] ?? 1_000_000)
const [ofRun, ofPage] = [10_000, 1_000]
/** Each of another run, so that nothing is there as a copy. */
const readings = Math.min(20, rows / ofRun)
const bars = { record: 150, page: 250, bytes: 30 }
const day = 86_400_000

type Of = { readonly companyId: string; readonly connectorId: string }

/** Runs of ten pages; keys are random, and one record in a hundred failed. Payloads are not kept: what they take is theirs. */
async function fill(db: Kysely<Tables>, { companyId, connectorId }: Of, begins: number): Promise<string[]> {
  const runIds: string[] = []
  const keys = Array.from({ length: ofPage }, (_, at) => String(at))
  const content: PageContent = {
    ...{ keyPrefix: 'k', first: 0, size: 1, open: '', close: '', keys, indices: null, isPrivate: true as const },
    ...{ lengths: keys.map(() => 0), body: Buffer.alloc(0) },
  }
  const [outline, body] = [outlineOf(content), storedBodyOf(content)]
  for (let at = 0; at < rows; at += ofRun) {
    const opened = new Date(begins + day + (at / ofRun) * 100)
    const runId = newId({ msecs: opened.getTime() })
    runIds.push(runId)
    await sql`
      insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint, records_read, records_delivered,
        records_failed, created_at, started_at, ended_at)
      values (${runId}, ${companyId}, ${connectorId}, 1, 'manual', 'succeeded', '', '', '{}', ${ofRun}, ${ofRun * 0.99}, ${ofRun * 0.01},
        ${opened}, ${opened}, ${opened})`.execute(db)
    await sql`
      insert into source_pages (company_id, connector_id, run_id, version, number, first_position, record_count, pending_records, source_startpoint,
        destination_endpoint, fingerprint, read_at, outline, body)
      select ${companyId}, ${connectorId}, ${runId}, 1, n + 1, n * ${ofPage}, ${ofPage}, 0, 'https://shop.example.com/orders?page=' || n,
        'POST https://crm.example.com/orders', md5(n::text), ${opened}, ${outline}, ${body}
      from generate_series(0, ${ofRun / ofPage - 1}) as n`.execute(db)
    await sql`
      insert into transactions (company_id, run_id, position, page, delivery, status, took_ms, sending_ms, settlement, record_key)
      select ${companyId}, ${runId}, n, n / ${ofPage} + 1, n, (case when n % 100 = 99 then 'failure' else 'success' end)::transaction_status,
        (random() * 5000)::int, (random() * 300)::int, n / 100, substr(md5(random()::text), 1, 12)
      from generate_series(0, ${ofRun - 1}) as n`.execute(db)
  }
  return runIds
}

const timed = async (work: () => Promise<unknown>) => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

export async function coldLedger(): Promise<Verdict[]> {
  const place = await openPlace('postgres')
  const database = await openDatabase(place)
  const { db } = database
  await migrate(db)
  const folder = join(place.dataDir, 'cold')
  const cold = createCold(coldFolder(folder))
  setCold(db, cold)
  const begins = weekOf(Date.now() - 20 * 7 * day)
  await ensurePartitions(db, new Date(begins), 0)
  const whose = await settleIn(database)
  await addVersion(db, { ...whose, config: {}, authorId: whose.userId })
  const runIds = await fill(db, whose, begins)
  const { rows: sizes } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(inhrelid))::int8 as bytes from pg_inherits where inhparent = 'transactions'::regclass`.execute(
    db,
  )
  console.log(`I    filled ${rows} rows`)
  let frozen = { rows: 0, bytes: 0, kept: null as string | null }
  const took = await timed(async () => {
    frozen = await freezeWeek({ db }, begins)
  })
  if (frozen.kept !== null) throw new Error(frozen.kept)
  console.log(`I    written in ${Math.round(took / 1_000)} s`)
  // DuckDB is loaded by the first reader.
  await copyColdKeys(db, whose, ['none'])
  const [records, pages, keys]: [number[], number[], number[]] = [[], [], []]
  for (let reading = 0; reading < readings; reading += 1) {
    const [one = '', another = ''] = [runIds[reading], runIds[(reading + 1) % runIds.length]]
    records.push(
      await timed(async () => {
        const found = await placeOf(db, whose, transactionIdOf(one, 4_321))
        if (!found || (await transactionsAt(db, whose.companyId, [found])).length !== 1) throw new Error('the record is missing')
      }),
    )
    pages.push(
      await timed(async () => {
        const found = await pageOfTransactions(db, { ...whose, runId: another }, 5, 50)
        if (found.total !== ofRun || found.transactions.length !== 50) throw new Error('the page is missing')
      }),
    )
    keys.push(await timed(() => copyColdKeys(db, whose, [`no-such-key-${reading}`])))
  }
  cold.close()
  await database.close()
  await place.remove()
  rmSync(folder, { recursive: true, force: true })
  const perRow = frozen.bytes / rows
  const shown = (times: number[]) => `p50 ${percentile(times, 50).toFixed(0)} ms, p95 ${percentile(times, 95).toFixed(0)} ms`
  return [
    {
      what: `${rows} rows in files: ${perRow.toFixed(1)} bytes a row, ${((sizes[0]?.bytes ?? 0) / rows).toFixed(0)} in PostgreSQL, ${Math.round(rows / (took / 1_000))} rows/s written and read back (bar ${bars.bytes} bytes)`,
      isMet: perRow <= bars.bytes,
    },
    {
      what: `a record by its id, read for the first time: ${shown(records)} (bar ${bars.record})`,
      isMet: percentile(records, 95) <= bars.record,
    },
    {
      what: `a page of a run of ${ofRun} records, read for the first time: ${shown(pages)} (bar ${bars.page})`,
      isMet: percentile(pages, 95) <= bars.page,
    },
    { what: `a key that no record has, in all files: ${shown(keys)}`, isMet: true },
  ]
}
