/** A listing is never larger than its budget, whatever the records are; and each row tells of the attempt that ended it. */
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { outlineOf, type PageContent, storedBodyOf } from '#server/records/ledger/page-content.repository.ts'
import { settleIn } from '../../engine/kit/stage.ts'
import { describeOnEachDatabase } from '../kit/databases.ts'

const perPage = 5

function contentOf(page: number, bytes: number): PageContent {
  const first = (page - 1) * perPage
  const texts = Array.from({ length: perPage }, (_, at) => JSON.stringify({ id: first + at, text: 'x'.repeat(bytes) }))
  const lengths = texts.map((it) => it.length)
  const keys = texts.map((_, at) => `${first + at}`)
  return { keyPrefix: 'k', first, size: 1, open: '', close: '', keys, lengths, indices: null, body: Buffer.from(texts.join('')) }
}

/** A run of some pages whose records are so large; `ended` of the first pages stand in the ledger, the others wait. */
async function fill(database: Database, pages: number, bytes: number, ended: number, status = 'success') {
  const { db } = database
  const { companyId, connectorId } = await settleIn(database)
  const runId = newId()
  for (let number = 1; number <= pages; number += 1) {
    const content = contentOf(number, bytes)
    await sql`insert into source_pages (company_id, connector_id, run_id, version, number, first_position, record_count, pending_records,
        source_startpoint, destination_endpoint, fingerprint, outline, body)
      values (${companyId}, ${connectorId}, ${runId}, 1, ${number}, ${content.first}, ${perPage}, ${number > ended ? perPage : 0}, 's', 'd', 'f',
        ${outlineOf(content)}, ${storedBodyOf(content)})`.execute(db)
    if (number > ended) continue
    for (const [at, key] of content.keys.entries()) {
      await sql`insert into transactions (company_id, run_id, position, page, delivery, status, took_ms, record_key)
        values (${companyId}, ${runId}, ${content.first + at}, ${number}, ${content.first + at}, ${status}, 1, ${key})`.execute(
        db,
      )
    }
  }
  return { filter: { companyId, connectorId }, runId, companyId }
}

type Listed = Awaited<ReturnType<typeof pageOfTransactions>>
const idsOf = ({ transactions }: Listed) => transactions.map(({ payload }) => (payload as { id: number } | null)?.id ?? null)
const countTo = (from: number, count: number) => Array.from({ length: count }, (_, at) => from - at)

describeOnEachDatabase('a listing of large records', (open) => {
  it('holds the payloads of the newest rows, and says of the others that they are left out', async () => {
    const { database } = await open()
    const { filter } = await fill(database, 12, 1_000_000, 6)
    const all = await pageOfTransactions(database.db, filter, 1, 1_000)
    expect(all.total).toBe(60)
    expect(idsOf(all)).toEqual([...countTo(59, 7), ...Array(53).fill(null)])
    expect(all.transactions.map((it) => it.payloadLeftOut ?? false)).toEqual([...Array(7).fill(false), ...Array(53).fill(true)])
    expect(all.transactions.every((it) => it.recordKey !== '')).toBe(true)
    const few = await pageOfTransactions(database.db, filter, 5, 8)
    expect(idsOf(few)).toEqual([...countTo(27, 7), null])
    const delivered = await pageOfTransactions(database.db, { ...filter, status: 'success' }, 1, 1_000)
    expect(idsOf(delivered)).toEqual([...countTo(29, 7), ...Array(23).fill(null)])
    const waiting = await pageOfTransactions(database.db, { ...filter, status: 'pending' }, 1, 1_000)
    expect(idsOf(waiting)).toEqual([...countTo(59, 7), ...Array(23).fill(null)])
  })

  it('has one budget for what waits and what has an unknown outcome', async () => {
    const { database } = await open()
    const { filter } = await fill(database, 2, 1_500_000, 1, 'unknown')
    expect(idsOf(await pageOfTransactions(database.db, { ...filter, status: 'pending' }, 1, 100))).toEqual([
      ...countTo(9, 5),
      ...Array(5).fill(null),
    ])
  })

  it('shows a record that is larger than the budget when it is the first', async () => {
    const { database } = await open()
    const { filter } = await fill(database, 1, 9_000_000, 1)
    const two = await pageOfTransactions(database.db, filter, 1, 2)
    expect(idsOf(two)).toEqual([4, null])
    expect(two.transactions.map((it) => it.payloadLeftOut)).toEqual([undefined, true])
  })

  it('holds every payload of a thousand small ones', async () => {
    const { database } = await open()
    const { filter } = await fill(database, 200, 100, 0)
    expect(idsOf(await pageOfTransactions(database.db, filter, 1, 1_000))).toEqual(countTo(999, 1_000))
  })
})

describeOnEachDatabase('a row of the ledger', (open) => {
  it('tells of the attempt that ended it, and of the requests that carried it', async () => {
    const { database } = await open()
    const { db } = database
    const { filter, runId, companyId } = await fill(database, 1, 10, 1)
    await sql`update transactions set delivery = 0`.execute(db)
    await sql`update transactions set attempt = 2, requests = 4 where position = 1`.execute(db)
    await sql`update transactions set attempt = 1, requests = 1 where position = 2`.execute(db)
    for (const number of [1, 2, 3])
      await sql`insert into attempts (company_id, run_id, position, number, outcome, ends, started_at, ended_at, answer)
        values (${companyId}, ${runId}, 0, ${number}, 'partial', null, now(), now(), ${JSON.stringify({ status: 200 + number })})`.execute(
        db,
      )
    const { transactions } = await pageOfTransactions(db, filter, 1, 10)
    const told = transactions.toReversed().map(({ attempts, details }) => [attempts, details])
    expect(told.slice(0, 3)).toEqual([
      [3, 'Delivered on attempt 3. The destination returned 203.'],
      [4, 'Delivered on attempt 4. The destination returned 202.'],
      [1, 'Delivered. The destination returned 201.'],
    ])
  })

  it('that waits or has an unknown outcome says so once', async () => {
    const { database } = await open()
    const { filter } = await fill(database, 2, 10, 1, 'unknown')
    const error = { code: 'destination/outcome-unknown', message: 'Whether it came is unknown.' }
    await sql`update transactions set error = ${JSON.stringify(error)} where position = 0`.execute(database.db)
    const said = { ...error, message: 'Outcome unknown: nobody answered.' }
    await sql`update transactions set error = ${JSON.stringify(said)} where position = 1`.execute(database.db)
    const { transactions } = await pageOfTransactions(database.db, filter, 1, 10)
    expect(transactions[0]?.details).toBe('Waiting to be sent, or on its way.')
    expect(transactions.slice(-2).map(({ details }) => details)).toEqual([
      'Outcome unknown: nobody answered.',
      'Outcome unknown. Whether it came is unknown.',
    ])
  })
})
