/** Weeks of the ledger that lie in files are read, replayed, exported and removed as if they were in the database. */
import { mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { readProblems } from '#contract/connectors/details/details.graphql.ts'
import { problem } from '#contract/kit/problem.ts'
import { holdWeek, weeksToFreeze, whyKept } from '#server/engine/ledger/cold-weeks.repository.ts'
import { dropColdWeeks, freezeWeek, removeLeftFiles, restoreWeek } from '#server/engine/ledger/cold-weeks.ts'
import { ensurePartitions } from '#server/engine/ledger/partitions.repository.ts'
import { doColdLedger } from '#server/features/admin/cold-ledger/cold-job.ts'
import { beginErasure } from '#server/features/connectors/runs/payload-erasure.repository.ts'
import { erasePayloads } from '#server/features/connectors/runs/payload-erasure-job.ts'
import { transactionIdOf } from '#server/features/connectors/runs/transaction-rows.repository.ts'
import { countRecords } from '#server/features/settings/retention/due.repository.ts'
import { createCold, setCold } from '#server/platform/database/cold/cold.ts'
import { coldContainer } from '#server/platform/database/cold/cold-container.ts'
import { ColdStoreFault, coldFolder } from '#server/platform/database/cold/cold-store.ts'
import { createParquet } from '#server/platform/database/cold/parquet.ts'
import { weekOf } from '#server/platform/database/ledger-weeks.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { copyColdRuns, dropOldCopies } from '#server/records/ledger/cold-copies.repository.ts'
import { startAzurite } from '../../engine/azure/azurite.ts'
import { ask as askGraph, liveConnector } from '../connectors/details-scene.ts'
import { createTestServer, describeOnEachKind } from '../kit/test-server.ts'
import { order } from './investigation-cases.ts'
import { addScene } from './investigation-scene.ts'

vi.setConfig({ testTimeout: 120_000 })

const day = 86_400_000
const now = Date.now()
const old = new Date(weekOf(now - 20 * 7 * day) + 2 * day)
const week = weekOf(old.getTime())
const until = new Date(now).toISOString()
const tables = ['source_pages', 'read_pages', 'transactions', 'attempts', 'settlements']

describeOnEachKind('a cold week', (kind) => {
  const server = createTestServer({}, kind)
  const folder = mkdtempSync(join(tmpdir(), 'datacrane-cold-'))
  const cold = createCold(coldFolder(folder))
  let [id, first, second, other] = ['', '', '', '']
  let before: unknown

  const run = <T>(statement: RawBuilder<T>) => statement.execute(server.database.db)
  const get = async (path: string) => {
    const { statusCode, body } = await server.ask('GET', path, { as: 'userA' })
    return { statusCode, body: body.replaceAll(/,?"requestId":"[^"]*"/g, '') }
  }
  const list = (query: string) => get(`/api/analytics/transactions/${id}?${query}`)
  const investigation = (query: string) => get(`/api-connectors/${id}/investigation${query}`)
  const span = new URLSearchParams({
    startDate: new Date(old.getTime() - day).toISOString(),
    endDate: new Date(old.getTime() + day).toISOString(),
  })
  /** Everything that a person reads of the connector. */
  const readAll = async () => ({
    // First, before other lists have copied their pages.
    followUps: [await list(`followUp=failed&runId=${second}&pageSize=1`), await list(`followUp=failed&${span}`)],
    lists: [
      await list('pageSize=7'),
      await list('pageSize=7&page=2'),
      await list('pageSize=50&page=2'),
      await list(`runId=${first}&status=failure`),
      await list(`runId=${second}&status=success&pageSize=3&page=2`),
      await list(`status=skipped&endDate=${new Date(old.getTime() + 3 * day).toISOString()}`),
      await list('status=pending'),
    ],
    searches: [
      await investigation('?search=ORD-12&pageSize=50'),
      await investigation('?search=size&pageSize=50'),
      await investigation('?search=köln&order=oldest&pageSize=5'),
      await investigation(`?search=${transactionIdOf(first, 1)}`),
    ],
    record: await investigation(`/${transactionIdOf(first, 1)}`),
    file: await get(`/api-connectors/${id}/investigation/export?search=ORD&format=csv`),
    problems: (
      await askGraph(server, readProblems, { id, from: new Date(old.getTime() - day).toISOString(), to: until }, 'userA')
    ).data,
    due: await countRecords(server.database.db, { companyId: server.companies.A, cutoff: new Date(now - 30 * day) }),
  })
  const rowsHeld = async (table: string) => {
    const { rows } = await run(
      sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where company_id = ${server.companies.A}`,
    )
    return rows[0]?.count
  }
  const held = () => Promise.all(tables.map(rowsHeld))
  const files = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.parquet'))
  const freeze = () => freezeWeek({ db: server.database.db }, week)

  beforeAll(async () => {
    const { db } = server.database
    setCold(db, cold)
    await ensurePartitions(db, old, 0)
    id = await liveConnector(server)
    const refused = {
      status: 'failure',
      error: problem('destination/refused', { message: 'The Größe is wrong.' }),
      answered: '{"field":"size"}',
    }
    first = await addScene(server, {
      connectorId: id,
      at: old,
      records: [
        order(11),
        order(12, refused),
        order(14, { status: 'skipped', error: problem('record/repeated') }),
        order(15, { status: 'unknown' }),
      ],
    })
    second = await addScene(server, {
      connectorId: id,
      at: new Date(old.getTime() + 60_000),
      records: Array.from({ length: 30 }, (_, n) => order(100 + n)),
    })
    const recent = await addScene(server, {
      connectorId: id,
      at: new Date(now - day),
      records: [order(200), order(201, refused)],
    })
    // Follow-up requests are not among what lies in files.
    await run(sql`insert into afterwards (company_id, connector_id, run_id, position, version, status, delivery_key, ended_at)
      values (${server.companies.A}, ${id}, ${second}, 3, 1, 'failed', 'k', ${new Date(old.getTime() + 90_000)}),
        (${server.companies.A}, ${id}, ${first}, 0, 1, 'failed', 'k', ${new Date(old.getTime() + 90_000)}),
        (${server.companies.A}, ${id}, ${second}, 5, 1, 'unknown', 'k', ${new Date(old.getTime() + 90_000)}),
        (${server.companies.A}, ${id}, ${recent}, 0, 1, 'failed', 'k', ${new Date(now - day + 60_000)})`)
    // Of another company in the same week.
    other = await liveConnector(server, 'adminB')
    await run(sql`update connectors set company_id = ${server.companies.B} where id = ${other}`)
    const alien = await addScene(server, { connectorId: other, at: old, records: [order(900)] })
    for (const table of ['runs', ...tables]) {
      const key = table === 'runs' ? sql`id` : sql`run_id`
      await run(sql`update ${sql.table(table)} set company_id = ${server.companies.B} where ${key} = ${alien}`)
    }
    before = await readAll()
  })
  afterAll(() => {
    cold.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('becomes files that hold every row, and everything reads as before', async () => {
    const rows = await held()
    expect(await weeksToFreeze(server.database.db, 12, now)).toEqual([week])
    expect(await freeze()).toMatchObject({ kept: null, companies: 2 })
    expect(await held()).toEqual([1, 1, 2, 1, 0])
    expect(await weeksToFreeze(server.database.db, 12, now)).toEqual([])
    expect(files()).toHaveLength(4 + 3)
    expect(await readAll()).toEqual(before)
    // What was read lies in the database as a copy, and goes when nobody reads it.
    expect((await held())[2]).toBeGreaterThan(2)
    await run(sql`update cold_copies set until = now() - interval '1 second'`)
    expect(await dropOldCopies(server.database.db)).toBe(2)
    expect(await held()).toEqual([1, 1, 2, 1, 0])
    expect(await readAll()).toEqual(before)
    const { rows: listed } = await run(sql<{ rows: number }>`
      select rows from cold_files where company_id = ${server.companies.A} order by array_position(${tables}::text[], table_name)`)
    expect(listed.map((it) => it.rows)).toEqual(
      rows.flatMap((count, at) => ((count ?? 0) > 1 ? [(count ?? 0) - ([1, 1, 2, 1, 0][at] ?? 0)] : [])),
    )
  })

  it('is closed to another company', async () => {
    for (const path of [
      `/api-connectors/${id}/investigation/${transactionIdOf(first, 1)}`,
      `/api/analytics/transactions/${id}?runId=${first}`,
    ])
      expect((await server.ask('GET', path, { as: 'adminB' })).statusCode).toBe(404)
  })

  it('is replayed with the values that were read', async () => {
    const chosen = `${transactionIdOf(first, 1)}`
    const plan = await server.ask('POST', `/api/replay/${id}/chosen`, {
      as: 'userA',
      body: { transactionIds: [chosen], delay: 0 },
    })
    expect(plan.statusCode).toBe(202)
    const { replayId } = plan.json<{ replayId: string }>()
    const planned = await server.ask('GET', `/api/replay/${id}/${replayId}`, { as: 'userA' })
    expect(planned.json()).toMatchObject({ found: 1, plan: { neverArrived: 1 } })
  })

  it('says that it cannot be read where DuckDB or a file is missing, and never that there is nothing', async () => {
    const { db } = server.database
    await run(sql`update cold_copies set until = now() - interval '1 second'`)
    await dropOldCopies(db)
    setCold(db, { ...cold, reader: createParquet(new URL('./no-such-thread.ts', import.meta.url)) })
    const answers = async () => [
      await list(`runId=${first}`),
      await investigation('?search=ORD-12'),
      await investigation(`/${transactionIdOf(first, 1)}`),
    ]
    for (const { statusCode, body } of await answers()) expect([statusCode, JSON.parse(body).code]).toEqual([409, 'ledger/cold'])
    expect((await get(`/api/analytics/transactions/${id}?runId=${first}`)).body).toContain('server log')
    setCold(db, cold)
    renameSync(folder, `${folder}-away`)
    for (const { statusCode, body } of await answers()) expect([statusCode, JSON.parse(body).code]).toEqual([409, 'ledger/cold'])
    renameSync(`${folder}-away`, folder)
    await expect(copyColdRuns(db, server.companies.A, [first, second], 33)).rejects.toMatchObject({
      problem: { code: 'ledger/cold' },
    })
    await copyColdRuns(db, server.companies.A, [first, second], 34)
  })

  it('comes back whole, its file is gone, and it stays for the days that were asked for', async () => {
    const { db } = server.database
    await holdWeek(db, week, 30)
    expect(await restoreWeek({ db }, { companyId: server.companies.A, week })).toBe(true)
    expect(await restoreWeek({ db }, { companyId: server.companies.A, week })).toBe(false)
    expect(files()).toHaveLength(3)
    expect(await readAll()).toEqual(before)
    expect((await run(sql`select 1 from cold_copies where company_id = ${server.companies.A}`)).rows).toEqual([])
    expect(await freeze()).toMatchObject({ kept: 'it was restored' })
    await run(sql`delete from cold_holds`)
  })

  it('stays in the database while something of it is still needed', async () => {
    const { db } = server.database
    const kept = async (change: RawBuilder<unknown>, back: RawBuilder<unknown>) => {
      await run(change)
      const why = await whyKept(db, week)
      await run(back)
      return why
    }
    const status = (to: string) => sql`update runs set status = ${to} where id = ${second}`
    expect(await kept(status('paused'), status('succeeded'))).toBe('a run is open')
    expect(
      await kept(sql`update runs set unsent = 1 where id = ${second}`, sql`update runs set unsent = 0 where id = ${second}`),
    ).toBe('the next run sends its records')
    const later = sql`update runs set status = 'failed' where connector_id = ${id}`
    expect(await kept(later, sql`update runs set status = 'succeeded' where connector_id = ${id}`)).toBe(
      'a connector has not succeeded since',
    )
    expect(await whyKept(db, week)).toBeNull()
  })

  it('is left as it was by a job that ends between two steps, and what it wrote is removed later', async () => {
    const { db } = server.database
    const ends = (at: string) => ({
      db,
      after: (step: string) => {
        if (step === at) throw new Error(at)
      },
    })
    await expect(freezeWeek(ends('written'), week)).rejects.toThrow('written')
    expect(await readAll()).toEqual(before)
    const left = files()
    expect(left.length).toBeGreaterThan(3)
    expect(await removeLeftFiles(db)).toBe(0)
    for (const name of left) utimesSync(join(folder, name), new Date(0), new Date(0))
    expect(await removeLeftFiles(db)).toBe(left.length - 3)
    expect(files()).toHaveLength(3)
    await expect(freezeWeek(ends('exchanged'), week)).rejects.toThrow('exchanged')
    expect(await readAll()).toEqual(before)
    await expect(restoreWeek(ends('copied'), { companyId: server.companies.A, week })).rejects.toThrow('copied')
    expect(await readAll()).toEqual(before)
    await expect(restoreWeek(ends('restored'), { companyId: server.companies.A, week })).rejects.toThrow('restored')
    expect(await readAll()).toEqual(before)
    expect((await freeze()).kept).toBeNull()
    expect(await readAll()).toEqual(before)
  })

  // Once is enough: what differs is where files lie.
  const onPostgres = kind === 'embedded' ? [] : [kind]
  it.each(onPostgres)('lies in a container and reads as before, and says so when that is away (%s)', async () => {
    const { db } = server.database
    const azurite = await startAzurite()
    const local = mkdtempSync(join(tmpdir(), 'datacrane-cold-copies-'))
    const url = await azurite.signedContainer()
    const inContainer = createCold(coldContainer({ url, folder: local }))
    onTestFinished(async () => {
      setCold(db, cold)
      inContainer.close()
      rmSync(local, { recursive: true, force: true })
      await azurite.stop()
    })
    const back = async () => {
      await restoreWeek({ db }, { companyId: server.companies.A, week })
      await run(sql`delete from cold_holds`)
    }
    const forget = async () => {
      await run(sql`update cold_copies set until = now() - interval '1 second'`)
      await dropOldCopies(db)
      rmSync(join(local, 'copies'), { recursive: true, force: true })
    }
    await back()
    setCold(db, inContainer)
    expect((await freeze()).kept).toBeNull()
    await forget()
    expect(await readAll()).toEqual(before)
    await forget()
    setCold(db, { ...inContainer, store: coldContainer({ url: url.replace('/box-1?', '/box-2?'), folder: local }) })
    const { statusCode, body } = await list(`runId=${first}`)
    expect([statusCode, JSON.parse(body).code]).toEqual([409, 'ledger/cold'])
    setCold(db, inContainer)
    await back()
    for await (const { file } of inContainer.store.list()) expect.unreachable(file)
    expect(await readAll()).toEqual(before)
    setCold(db, cold)
    expect((await freeze()).kept).toBeNull()
  })

  it('loses its payloads when its connector keeps none', async () => {
    const { db } = server.database
    await beginErasure(db, { companyId: server.companies.A, connectorId: id })
    for (let pass = 0; pass < 3; pass += 1) await erasePayloads(db)
    expect((await run(sql`select 1 from cold_files where company_id = ${server.companies.A}`)).rows).toEqual([])
    expect((await list(`runId=${first}`)).body).not.toContain('ORD-11')
    expect(await rowsHeld('read_pages')).toBe(0)
    await run(sql`delete from payload_erasures`)
    expect((await freeze()).kept).toBeNull()
    expect((await list(`runId=${first}`)).body).not.toContain('ORD-11')
  })

  it('goes with its company', async () => {
    const { db } = server.database
    await dropColdWeeks(db, { companyId: server.companies.A })
    expect(JSON.parse((await list(`runId=${first}`)).body).pagination.total).toBe(0)
    for (const name of files()) utimesSync(join(folder, name), new Date(0), new Date(0))
    await removeLeftFiles(db)
    expect(files()).toHaveLength(3)
    expect(files().every((name) => name.startsWith(server.companies.B))).toBe(true)
  })

  it('leaves no file behind where its files could not be reached when it was deleted, and the setting was taken back', async () => {
    const { db } = server.database
    const away = () => Promise.reject(new ColdStoreFault('away'))
    setCold(db, { ...cold, store: { ...cold.store, remove: away } })
    await dropColdWeeks(db, { companyId: server.companies.B })
    setCold(db, cold)
    expect(files()).toHaveLength(3)
    writeFileSync(join(folder, 'notes.parquet'), 'of somebody else')
    for (const name of files()) utimesSync(join(folder, name), new Date(0), new Date(0))
    await doColdLedger({ db, log: createLog('error'), weeks: null })
    expect(files()).toEqual(['notes.parquet'])
  })
})
