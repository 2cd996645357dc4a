/** The cursor over runs: it belongs to what is read, and passes nothing that was not delivered unless the next run sends it first. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig, DatabaseConfig, DestinationConfig, Routes } from '#contract/connectors/config/config.ts'
import { databaseOrigin } from '#contract/connectors/config/database.ts'
import type { ListConfig } from '#contract/connectors/config/list-config.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import type { EngineLimits } from '#server/engine/limits.ts'
import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { addSecret, newSecretRef } from '#server/records/connectors/secrets.repository.ts'
import { unsentOf } from '#server/records/ledger/unsent.repository.ts'
import { recordStatusesOf, rootsOf } from '#server/records/replay/replay-status.repository.ts'
import { listRuns } from '#server/records/runs/runs.repository.ts'
import { byForm } from '../../kit/form.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import {
  databaseConfig,
  type Engine,
  engines,
  eventuallyClosed,
  openDatabaseOf,
  type TestDatabase,
} from '../database/database-stage.ts'
import { answering, startDestination } from '../kit/dest-sim.ts'
import { ended, eventually, openRunOf, type Place, settleIn, startEngine, testVault } from '../kit/stage.ts'

const rows = byForm(150, 500)
const systems = {} as Record<Engine, TestDatabase>
const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)
const rowsOf = (first: number, last: number) => numbers(first, last).map((n) => `(${n}, ${Math.floor(n / 3)})`)

beforeAll(async () => {
  for (const engine of engines) {
    systems[engine] = await openDatabaseOf(engine)
    await systems[engine].run(
      'create table orders (id int primary key, changed_at int)',
      `insert into orders values ${rowsOf(1, rows)}`,
      'create table invoices (id int primary key, changed_at int)',
      `insert into invoices values ${rowsOf(1_001, 1_010)}`,
    )
  }
})
afterAll(async () => {
  for (const engine of engines) {
    await eventuallyClosed(systems[engine])
    await systems[engine].remove()
  }
})

type Changes = {
  readonly batchSize?: number
  readonly listConfig?: ListConfig
  readonly database?: { readonly [Name in keyof DatabaseConfig]?: DatabaseConfig[Name] | undefined }
}

/** A configuration that reads what is new, with a password of its own as a deployed version has it. */
async function configOf({ db }: Database, place: Place, it: TestDatabase, url: string, changes: Changes = {}) {
  const config = databaseConfig(it, {
    table: 'orders',
    cursorColumn: 'changed_at',
    ...(changes.database as Partial<DatabaseConfig>),
  })
  const ref = newSecretRef(it.password)
  await addSecret(db, testVault, { ...place, ref, origin: databaseOrigin(config), plain: it.password })
  return {
    name: 'Test',
    trigger: { type: 'manual' },
    source: {
      type: 'database',
      databaseConfig: config,
      auth: { type: 'basic', username: it.user, password: ref as never },
      isList: true,
      listConfig: changes.listConfig ?? {
        type: 'batch',
        iterationPath: '',
        batchSize: changes.batchSize ?? 100,
        outputConfig: { strategy: 'individual' },
      },
    },
    destination: { type: 'http', url, requestMethod: 'POST' },
    dataMapping: [],
    enrichment: [],
  } satisfies ConnectorConfig
}

const once = (ids: readonly number[]) => ids.map((id) => [id, 1])
const inOrder = (effects: ReadonlyMap<number | string, number>) => [...effects].toSorted(([a], [b]) => Number(a) - Number(b))

describeOnEachDatabase('the cursor over runs', (open) => {
  it.each(engines)('E3 stays when the password of %s is rotated or the batch size changes', async (kind) => {
    const { database } = await open()
    const place = await settleIn(database)
    const destination = await startDestination()
    const engine = startEngine(database)
    onTestFinished(async () => {
      await engine.stop()
      await destination.close()
    })
    const read = async (changes: Changes = {}) => {
      const config = await configOf(database, place, systems[kind], destination.url, changes)
      return ended(database, place, await openRunOf(database, place, config))
    }
    expect(await read()).toMatchObject({ status: 'succeeded', recordsRead: rows })
    // Each version has a secret of its own: the reference of the rotated password is another.
    expect(await read()).toMatchObject({ status: 'succeeded', recordsRead: 0 })
    expect(await read({ batchSize: 250, database: { lookBack: 0 } })).toMatchObject({ status: 'succeeded', recordsRead: 0 })
    expect(inOrder(destination.effects)).toEqual(once(numbers(1, rows)))
    // Something else is read, from its beginning; and then the first again, from where it stood.
    expect(await read({ database: { table: 'invoices' } })).toMatchObject({ recordsRead: 10 })
    expect(await read()).toMatchObject({ recordsRead: 0 })
  })

  /** A connector whose destination can be made to refuse. */
  async function stage(changes: Changes = {}, limits: Partial<EngineLimits> = {}) {
    const { database } = await open()
    const place = await settleIn(database)
    const refusal = { after: Number.POSITIVE_INFINITY, status: 401, ids: [] as readonly number[] }
    let taken = 0
    const destination = await startDestination({
      misbehave: ({ ids }) => {
        if (refusal.ids.includes(Number(ids[0]))) return answering(422)
        if (taken >= refusal.after) return answering(refusal.status)
        taken += ids.length
        return null
      },
    })
    const it = systems.postgresql
    const table = `own_${place.connectorId.replaceAll('-', '')}`
    await it.run(`create table ${table} (id int primary key, changed_at int)`)
    const add = (first: number, last: number) => it.run(`insert into ${table} values ${rowsOf(first, last)}`)
    const state = { engine: startEngine(database, { limits }) }
    onTestFinished(async () => {
      await state.engine.stop()
      await destination.close()
    })
    return {
      ...{ database, place, destination, refusal, add, state },
      /** A new version, as after a new key, and its run. */
      open: async (more: Partial<ConnectorConfig['destination']> = {}, routes: Pick<ConnectorConfig, 'routes'> = {}) => {
        const config = await configOf(database, place, it, destination.url, {
          ...changes,
          database: { table, ...changes.database },
        })
        const run = await openRunOf(database, place, { ...config, ...routes, destination: { ...config.destination, ...more } })
        await sql`update connectors set live_version = ${run.version} where id = ${place.connectorId}`.execute(database.db)
        return run
      },
      over: (run: Run) => ended(database, place, run),
    }
  }

  it('E4 what a run could not send for its expired key is sent first by the next, under its own key', async () => {
    const { add, refusal, destination, open: start, over, database, place } = await stage()
    await add(1, 1_000)
    refusal.after = 20
    const failed = await over(await start())
    expect(failed).toMatchObject({ status: 'failed', recordsDelivered: 20, recordsFailed: 980 })
    expect(failed.statusNext).toBe('The next run first sends the 980 records that were not sent.')
    const refused = new Set(destination.journal.filter(({ applied }) => !applied).map(({ key }) => key))
    // The key is still the old one: nothing is lost by trying again.
    const again = await over(await start())
    expect(again).toMatchObject({ status: 'failed', recordsDelivered: 0 })
    expect(await unsentOf(database.db, place)).toBe(980)
    expect(again.statusNext).toBe(failed.statusNext)
    expect(again.statusReason).toMatch(
      /^The destination returned 401\. Stopped at record [\d,]+ of those an earlier run couldn't send\. No new records were read\.$/,
    )
    await add(1_001, 2_000)
    refusal.after = Number.POSITIVE_INFINITY
    const run = await over(await start())
    expect(run).toMatchObject({ status: 'succeeded', recordsRead: 1_980, recordsDelivered: 1_980, recordsFailed: 0 })
    expect(run.statusReason).toBe(
      "1,980 records delivered. An earlier run read 980 of them but couldn't send them. They were mapped by version 1.",
    )
    const lined = await pageOfTransactions(database.db, { ...place, runId: run.runId }, 1, 2_000)
    expect(lined.transactions.filter(({ version }) => version === failed.version)).toHaveLength(980)
    expect(inOrder(destination.effects)).toEqual(once(numbers(1, 2_000)))
    const keys = new Set(destination.journal.filter(({ applied }) => applied).map(({ key }) => key))
    expect([...refused].filter((key) => !keys.has(key))).toEqual([])
    expect(await unsentOf(database.db, place)).toBe(0)
    const { data: told } = await listRuns(database.db, { ...place, page: 1, limit: 10 })
    expect(told.map(({ statusNext }) => statusNext)).toEqual(Array(3).fill('The run has ended.'))
    // A replay knows that they have arrived since.
    const lines = [19, 20, 999].map((position) => {
      return { run_id: failed.runId, position, root_run: failed.runId, root_position: position, record_key: String(position + 1) }
    })
    expect(await recordStatusesOf(database.db, place, lines)).toEqual(['arrived', 'arrived', 'arrived'])
    expect(await rootsOf(database.db, place.companyId, [{ r: run.runId, p: 0 }])).toMatchObject([{ r: failed.runId }])
    expect(await over(await start())).toMatchObject({ status: 'succeeded', recordsRead: 0 })
  })

  it('E4 what was not sent to a destination that is removed stays failed, and no run promises it', async () => {
    const { add, destination, open: start, over, database, place } = await stage()
    const other = await startDestination({ misbehave: () => answering(401) })
    onTestFinished(() => other.close())
    const to: DestinationConfig = { type: 'http', url: other.url, requestMethod: 'POST' }
    const routes: Routes = { fit: 'all', first: {}, others: [{ id: 7, name: 'Fulfilment', dataMapping: [], destination: to }] }
    await add(1, 50)
    const failed = await over(await start({}, { routes }))
    expect(failed).toMatchObject({ status: 'failed', recordsDelivered: 50, recordsFailed: 50 })
    expect(failed.statusNext).toBe('The next run first sends the 50 records that were not sent.')
    const run = await over(await start())
    expect(run).toMatchObject({ status: 'succeeded', statusReason: 'The source returned no new records.' })
    const { data: told } = await listRuns(database.db, { ...place, page: 1, limit: 10 })
    expect(told.map(({ statusNext }) => statusNext)).toEqual(Array(2).fill('50 records of a removed destination stay failed.'))
    expect(await unsentOf(database.db, place)).toBe(0)
    await add(51, 52)
    expect(await over(await start())).toMatchObject({ recordsDelivered: 2, statusNext: 'The run has ended.' })
    expect(inOrder(destination.effects)).toEqual(once(numbers(1, 52)))
  })

  it.each([
    [500, 'run/nothing-delivered'],
    [503, 'destination/failing'],
  ])('E4 what a run met a destination with that only fails (%i) is sent first by the next', async (status, code) => {
    const limits = { retries: 1, retryBase: 1, retryCap: 2, probePause: 50, outageMax: 2_000 }
    const { add, refusal, destination, open: start, over } = await stage({}, limits)
    await add(1, 10)
    expect(await over(await start())).toMatchObject({ status: 'succeeded', recordsDelivered: 10 })
    await add(11, 12)
    Object.assign(refusal, { after: 0, status })
    const away = await over(await start())
    expect(away).toMatchObject({ status: 'failed', recordsFailed: 2, error: { code } })
    expect(away.statusNext).toBe('The next run first sends the 2 records that were not sent.')
    await add(13, 13)
    refusal.after = Number.POSITIVE_INFINITY
    expect(await over(await start())).toMatchObject({ status: 'succeeded', recordsDelivered: 3 })
    expect(inOrder(destination.effects)).toEqual(once(numbers(1, 13)))
  })

  it('E4 deliveries of many records, a process that stops and records that are refused themselves: none lost, none twice', async () => {
    const bulk = { type: 'batch', iterationPath: '', batchSize: 7, outputConfig: { strategy: 'bulk' } } as const
    const {
      add,
      refusal,
      destination,
      open: start,
      over,
      state,
      database,
    } = await stage({ listConfig: bulk }, { sendsAtOnce: 4 })
    await add(1, 300)
    refusal.after = 21
    expect(await over(await start())).toMatchObject({ status: 'failed', recordsDelivered: 21 })
    await add(301, 310)
    refusal.after = Number.POSITIVE_INFINITY
    refusal.ids = [40]
    const run = await start()
    await eventually(
      () => destination.effects.size,
      (count) => count > 60,
    )
    await state.engine.stop()
    state.engine = startEngine(database)
    const done = await over(run)
    const missing = numbers(1, 310).filter((id) => !destination.effects.has(id))
    expect(done).toMatchObject({ status: 'succeeded', recordsRead: 289, recordsFailed: missing.length })
    expect([...destination.effects.values()].filter((times) => times !== 1)).toEqual([])
    // What was refused as a record is not sent again by itself.
    refusal.ids = []
    expect(await over(await start())).toMatchObject({ recordsRead: 0 })
  })

  it('what is left by choice, or is read again anyway, is not sent first', async () => {
    const left = await stage()
    await left.add(1, 50)
    left.refusal.after = 10
    expect(await left.over(await left.open({ unsent: 'leave' }))).toMatchObject({
      ...{ status: 'failed', recordsDelivered: 10 },
      statusNext: 'The run has ended.',
    })
    left.refusal.after = Number.POSITIVE_INFINITY
    expect(await left.over(await left.open())).toMatchObject({ recordsRead: 0 })
    const whole = await stage({ database: { cursorColumn: undefined } })
    await whole.add(1, 50)
    whole.refusal.after = 10
    expect(await whole.over(await whole.open())).toMatchObject({ status: 'failed', recordsDelivered: 10 })
    whole.refusal.after = Number.POSITIVE_INFINITY
    expect(await whole.over(await whole.open())).toMatchObject({ recordsRead: 50, recordsDelivered: 50 })
  })
})
