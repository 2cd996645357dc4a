/** The ledger by weeks. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import { dropPartitionsBefore, ensurePartitions, firstIdAt, ledgerTables } from '#server/engine/ledger/partitions.repository.ts'
import { doDailyMaintenance, doHourlyMaintenance, dropOldWeeks } from '#server/features/admin/maintenance-jobs.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { withinRuns } from '#server/records/runs/run-bounds.repository.ts'
import { settleIn } from '../../engine/kit/stage.ts'
import { describeOnBothDatabases, describeOnEachDatabase } from '../kit/databases.ts'

const day = 86_400_000
const now = new Date('2026-11-18T12:00:00Z')
const idAt = (at: Date | string) => newId({ msecs: new Date(at).getTime() })

async function addRow({ db }: Database, runId: string, position = 0) {
  await sql`insert into transactions (company_id, run_id, position, page, status, took_ms, record_key)
    values (${newId()}, ${runId}, ${position}, 1, 'success', 1, 'k')`.execute(db)
}

/** In which partition each row lies. */
async function places({ db }: Database) {
  const { rows } = await sql<{ place: string }>`
    select tableoid::regclass::text as place from transactions order by run_id, position`.execute(db)
  return rows.map(({ place }) => place)
}

const columnsOf = async ({ db }: Database, table: string) => {
  const { rows } = await sql`
    select attname, atttypid::regtype, attnotnull, attstorage, attcompression from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 order by attnum`.execute(db)
  return rows
}

it('the first id of an instant lies between those made before and after', () => {
  for (const at of [now, new Date('1999-12-31T23:59:59.999Z'), new Date('2200-01-01T00:00:00Z')]) {
    expect(firstIdAt(at) <= idAt(at)).toBe(true)
    expect(firstIdAt(at) > idAt(new Date(at.getTime() - 1))).toBe(true)
  }
})

it('LEDGER_DAYS is a whole number of days, or nothing', () => {
  expect(readConfig({}).ledgerDays).toBeNull()
  expect(readConfig({ LEDGER_DAYS: '90' }).ledgerDays).toBe(90)
  for (const wrong of ['0', '-1', '1.5', 'ever']) expect(() => readConfig({ LEDGER_DAYS: wrong })).toThrow('LEDGER_DAYS must be')
})

describeOnEachDatabase('a statement about some runs', (open) => {
  it('is planned for their weeks and no other', async () => {
    const { database } = await open()
    await ensurePartitions(database.db, new Date('2026-10-05T00:00:00Z'), 6)
    const weeksOf = async (runs: readonly string[]) => {
      const keys = runs.map((r) => ({ r }))
      const { rows } = await sql`
        explain select * from json_to_recordset(${JSON.stringify(keys)}::json) as k(r uuid)
        join transactions t on t.run_id = k.r where ${withinRuns('t.run_id', keys)}`.execute(database.db)
      return [...new Set(JSON.stringify(rows).match(/ transactions_(w\d+|rest)/g))].map((name) => name.slice(14)).toSorted()
    }
    const [first, last] = [idAt('2026-10-06T00:00:00Z'), idAt('2026-11-11T00:00:00Z')]
    expect(await weeksOf([last])).toEqual(['w20261109'])
    expect(await weeksOf([last, first, last])).toEqual(['w20261005', 'w20261109'])
    const many = Array.from({ length: 60 }, (_, at) => idAt(new Date(Date.parse('2026-10-20T00:00:00Z') + at * 3_600_000)))
    expect(await weeksOf(many)).toEqual(['w20261019'])
  })
})

describeOnEachDatabase('housekeeping', (open) => {
  it('drops the weeks of the ledger that are too old, and logs each', async () => {
    const { database } = await open()
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => lines.push(line) })
    await ensurePartitions(database.db, new Date('2026-10-26T00:00:00Z'), 3)
    await addRow(database, idAt('2026-11-01T00:00:00Z'))
    await addRow(database, idAt('2026-11-03T00:00:00Z'))
    await dropOldWeeks(database.db, log, 14, now)
    expect(await places(database)).toEqual(['transactions_w20261102'])
    const removed = lines.map((line) => JSON.parse(line) as { partition: string; msg: string })
    expect(removed.map(({ partition }) => partition)).toEqual(ledgerTables.map((table) => `${table}_w20261026`))
    expect(removed[0]?.msg).toBe('removed data older than 14 days')
  })

  it('does so when the environment asks for it, and else keeps everything', async () => {
    const { database } = await open()
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => lines.push(line) })
    await ensurePartitions(database.db, new Date('2020-01-06T00:00:00Z'), 0)
    const there = async () => {
      const { rows } = await sql<{ there: boolean }>`select to_regclass('transactions_w20200106') is not null as there`.execute(
        database.db,
      )
      return rows[0]?.there
    }
    const tidied = async () => {
      const { rows } = await sql`select 1 from pg_class where relkind = 'r' and relname like 'settlements_w2%'`.execute(
        database.db,
      )
      return rows.length
    }
    await doHourlyMaintenance(database.db)
    expect(await tidied()).toBe(6)
    await doDailyMaintenance(database.db, log, null)
    expect(await there()).toBe(true)
    await doDailyMaintenance(database.db, log, 30)
    expect(await there()).toBe(false)
    expect(lines).toHaveLength(ledgerTables.length)
  })
})

describeOnBothDatabases('partitions by week', (open) => {
  it('are made for this week and those ahead, once, by any number of processes', async () => {
    const { database } = await open()
    const made = (await Promise.all(Array.from({ length: 4 }, () => ensurePartitions(database.db, now, 2)))).flat()
    const weeks = ['w20261116', 'w20261123', 'w20261130']
    expect(made.toSorted()).toEqual(ledgerTables.flatMap((table) => weeks.map((it) => `${table}_${it}`)).toSorted())
    expect(await ensurePartitions(database.db, now, 2)).toEqual([])
    expect(await ensurePartitions(database.db, new Date(now.getTime() + 7 * day), 2, ['transactions'])).toEqual([
      'transactions_w20261207',
    ])
    for (const table of ledgerTables)
      expect(await columnsOf(database, `${table}_w20261116`)).toEqual(await columnsOf(database, `${table}_rest`))
  })

  it('are dropped whole when their week is over, and say how much went', async () => {
    const { database } = await open()
    await ensurePartitions(database.db, new Date('2026-11-02T00:00:00Z'), 3)
    const old = idAt('2026-11-03T00:00:00Z')
    for (let n = 0; n < 500; n += 1) await addRow(database, old, n)
    await addRow(database, idAt('2026-09-01T00:00:00Z'))
    await addRow(database, idAt('2026-11-12T00:00:00Z'))
    await addRow(database, idAt(now))
    await sql`analyze`.execute(database.db)
    const { removed, kept } = await dropPartitionsBefore(database.db, new Date('2026-11-15T00:00:00Z'), ['transactions'])
    expect(removed).toEqual([
      { table: 'transactions', partition: 'transactions_w20261102', rows: 500 },
      { table: 'transactions', partition: 'transactions_rest', rows: 1 },
    ])
    expect(kept).toEqual([])
    expect(await places(database)).toEqual(['transactions_w20261109', 'transactions_w20261116'])
    expect((await dropPartitionsBefore(database.db, new Date('2026-11-15T00:00:00Z'), ['transactions'])).removed).toEqual([])
  })
})

describeOnEachDatabase('partitions by week', (open) => {
  it('take the rows of their weeks, to the millisecond; the rest takes the others', async () => {
    const { database } = await open()
    await ensurePartitions(database.db, now, 1)
    const times = [
      '2026-11-15T23:59:59.999Z',
      '2026-11-16T00:00:00Z',
      '2026-11-22T23:59:59.999Z',
      '2026-11-23T00:00:00Z',
      '2027-05-01T00:00:00Z',
    ]
    for (const at of times) await addRow(database, idAt(at))
    expect(await places(database)).toEqual([
      'transactions_rest',
      'transactions_w20261116',
      'transactions_w20261116',
      'transactions_w20261123',
      'transactions_rest',
    ])
  })

  it('take over what lay in the rest, with its indexes', async () => {
    const { database } = await open()
    const [inside, outside] = [idAt('2026-11-17T00:00:00Z'), idAt('2026-10-01T00:00:00Z')]
    for (const id of [inside, outside]) await addRow(database, id)
    expect(await places(database)).toEqual(['transactions_rest', 'transactions_rest'])
    await ensurePartitions(database.db, now, 0)
    expect(await places(database)).toEqual(['transactions_rest', 'transactions_w20261116'])
    await expect(addRow(database, inside)).rejects.toThrow(/duplicate key/)
  })

  it('stay while a run of their week is open: what it has not sent is there', async () => {
    const { database } = await open()
    const { db } = database
    await ensurePartitions(db, new Date('2026-11-02T00:00:00Z'), 0)
    const { companyId, connectorId, userId } = await settleIn(database)
    await sql`insert into connector_versions (company_id, connector_id, number, hash, config, author_id)
      values (${companyId}, ${connectorId}, 1, 'x', '{}', ${userId})`.execute(db)
    const [inWeek, inRest] = [idAt('2026-11-03T00:00:00Z'), idAt('2026-09-01T00:00:00Z')]
    const add = (id: string, status: string) =>
      sql`insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint)
        values (${id}, ${companyId}, ${connectorId}, 1, 'manual', ${status}, '', '', '{}')`.execute(db)
    await add(inWeek, 'paused')
    await addRow(database, inWeek)
    expect(await dropPartitionsBefore(db, now)).toEqual({ removed: [], kept: [new Date('2026-11-02T00:00:00Z')] })
    expect(await places(database)).toEqual(['transactions_w20261102'])
    // It has ended, and the next run sends first what it left.
    await sql`update runs set status = 'failed', unsent = 3`.execute(db)
    expect((await dropPartitionsBefore(db, now)).kept).toEqual([new Date('2026-11-02T00:00:00Z')])
    await sql`update runs set status = 'cancelled', unsent = 0`.execute(db)
    await add(inRest, 'running')
    await addRow(database, inRest)
    const { removed, kept } = await dropPartitionsBefore(db, now)
    expect(removed.map(({ partition }) => partition)).toEqual(ledgerTables.map((table) => `${table}_w20261102`))
    expect(kept).toEqual([])
    expect(await places(database)).toEqual(['transactions_rest'])
  })

  it('that are in use are left alone: it gives up after a moment and changes nothing', async () => {
    const { database } = await open()
    if (database.kind === 'embedded') return
    const { db } = database
    await db.transaction().execute(async (tx) => {
      await sql`select count(*) from transactions_rest`.execute(tx)
      await expect(ensurePartitions(db, now, 0, ['transactions'])).rejects.toThrow(/lock timeout/)
    })
    expect(await ensurePartitions(db, now, 0, ['transactions'])).toEqual(['transactions_w20261116'])
  })
})
