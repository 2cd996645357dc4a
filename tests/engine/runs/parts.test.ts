/** One run whose table is read in parts by several processes: nothing lost, nothing doubled, and one truth of its sums (decision 0094). */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { databaseOrigin } from '#contract/connectors/config/database.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { addSecret, newSecretRef } from '#server/records/connectors/secrets.repository.ts'
import { cancelOpenRun, findRun, ledgerSums, pauseOpenRun, resumeOpenRun } from '#server/records/runs/runs.repository.ts'
import { live } from '../../faults/kit/lives.ts'
import { shortLease } from '../../faults/kit/transfer.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { databaseConfig, openDatabaseOf, type TestDatabase } from '../database/database-stage.ts'
import { type DestSim, startDestination } from '../kit/dest-sim.ts'
import { ended, eventually, expectExactlyOnce, openRunOf, type Place, settleIn, startEngine, testVault } from '../kit/stage.ts'

const rows = 400
/** Enough that a process can be killed in the middle. */
const many = 1_200
let shop: TestDatabase

beforeAll(async () => {
  shop = await openDatabaseOf('postgresql')
  await shop.run(
    'create table orders (id int primary key, note text)',
    `insert into orders select n, 'order ' || n from generate_series(1, ${rows}) as s (n)`,
    'create table keyless as select * from orders',
    'create table long_orders (id int primary key, note text)',
    `insert into long_orders select n, 'order ' || n from generate_series(1, ${many}) as s (n)`,
  )
})
afterAll(() => shop.remove())

type Options = {
  readonly parts?: number
  readonly table?: string
  readonly destination?: Parameters<typeof startDestination>[0]
}

/** A run that waits, and its destination. */
async function begin(database: Database, { parts = 4, table = 'orders', destination: behaviour = {} }: Options = {}) {
  const place = await settleIn(database)
  const destination = await startDestination(behaviour)
  onTestFinished(() => destination.close())
  const at = databaseConfig(shop, { table })
  const ref = newSecretRef(shop.password)
  if (shop.password !== '')
    await addSecret(database.db, testVault, { ...place, ref, origin: databaseOrigin(at), plain: shop.password })
  const auth = { type: 'basic' as const, username: shop.user, password: (shop.password === '' ? '' : ref) as string }
  const config: ConnectorConfig = {
    name: 'Test',
    trigger: { type: 'manual' },
    source: { type: 'database', databaseConfig: at, auth, parts },
    destination: { type: 'http', url: destination.url, requestMethod: 'POST', honoursKeys: true },
    dataMapping: [],
    enrichment: [],
  }
  return { place, destination, run: await openRunOf(database, place, config) }
}

const partsOf = ({ db }: Database, runId: string) =>
  db.selectFrom('run_parts').selectAll().where('run_id', '=', runId).orderBy('number').execute()

/** In the sums of its connector, from which dashboard, charts and billing are made. */
async function countedIn({ db }: Database, { connectorId }: Place) {
  const sums = await db
    .selectFrom('ledger_deltas')
    .select(({ fn }) => [fn.sum<number>('delivered').as('delivered'), fn.sum<number>('failed').as('failed')])
    .where('connector_id', '=', connectorId)
    .executeTakeFirst()
  return { delivered: Number(sums?.delivered ?? 0), failed: Number(sums?.failed ?? 0) }
}

const isIn = (status: string) => (run: { readonly status: string } | null) => run?.status === status

const sentTo = (destination: DestSim, count: number) =>
  eventually(
    () => destination.journal.length,
    (sent) => sent >= count,
    90_000,
  )

describeOnEachDatabase('a run in parts', (open, kind) => {
  it('is moved by all processes, and counts each record once', async () => {
    const { database } = await open()
    const { place, destination, run } = await begin(database, { destination: { delay: 20 } })
    const engines = kind === 'postgres' ? ['one', 'two'] : ['one']
    for (const ownerId of engines) {
      const engine = startEngine(database, { ownerId, limits: { partSpread: 100 } })
      onTestFinished(() => engine.stop())
    }
    const over = await ended(database, place, run)
    await expectExactlyOnce(database, place, over, destination, rows)
    expect(over).toMatchObject({ statusReason: '400 records delivered.', isReadToEnd: true, pagesRead: 4 })
    expect(await countedIn(database, place)).toEqual({ delivered: rows, failed: 0 })
    const parts = await partsOf(database, run.runId)
    expect(parts.map(({ begins, ends }) => [begins, ends])).toEqual([
      [null, '100'],
      ['100', '200'],
      ['200', '300'],
      ['300', null],
    ])
    expect(parts.map(({ records_read, first_record }) => records_read - first_record)).toEqual([100, 100, 100, 100])
    expect(parts.every(({ ended_at, owner, error }) => ended_at !== null && owner === null && error === null)).toBe(true)
    expect(new Set(parts.map(({ moved_by }) => moved_by))).toEqual(new Set(engines))
    const row = await database.db
      .selectFrom('runs')
      .select(['owner', 'lease_until'])
      .where('id', '=', run.runId)
      .executeTakeFirst()
    expect(row).toEqual({ owner: null, lease_until: null })
    // No two records have one key.
    expect(new Set(destination.journal.map(({ key }) => key)).size).toBe(rows)
  })

  it('loses nothing when a process is killed, and only its parts are taken over', { timeout: 240_000 }, async () => {
    const fresh = await open()
    const { place, destination, run } = await begin(fresh.database, { table: 'long_orders', destination: { delay: 300 } })
    const { place: where } = fresh
    await fresh.database.close()
    const lifeOf = (sender: string) => live({ place: where, limits: { ...shortLease, partSpread: 1_000 }, sender })
    // The embedded database belongs to one process, so there the next life takes all of them over.
    const isShared = kind === 'postgres'
    const first = lifeOf('first')
    const other = isShared ? lifeOf('other') : null
    const senders = () => new Set(destination.journal.map(({ sender }) => sender)).size
    if (isShared) await eventually(senders, (count) => count === 2, 90_000)
    else await sentTo(destination, 300)
    first.child.kill('SIGKILL')
    await first.gone
    const last = other ?? lifeOf('last')
    await eventually(last.said, (text) => text.includes('over'), 90_000)
    last.child.kill('SIGTERM')
    await last.gone
    const database = await openDatabase(where)
    onTestFinished(() => database.close())
    const over = await findRun(database.db, place.companyId, place.connectorId, run.runId)
    if (over === null) throw new Error('the run is gone')
    await expectExactlyOnce(database, place, over, destination, many)
    const keyOf = new Map<string, number | string | undefined>()
    for (const { key, ids } of destination.journal) {
      expect(keyOf.get(key) ?? ids[0]).toBe(ids[0])
      keyOf.set(key, ids[0])
    }
    expect(keyOf.size).toBe(many)
    const epochs = (await partsOf(database, run.runId)).map(({ epoch }) => epoch).toSorted()
    // On a slow machine a lease of the living process may end, too: then its parts have another epoch as well.
    if (isShared) expect(epochs.at(-1)).toBeGreaterThan(1)
  })

  it('rests in all parts while its connector is paused, and goes on', async () => {
    const { database } = await open()
    const { place, destination, run } = await begin(database, { destination: { delay: 150 } })
    const engine = startEngine(database)
    onTestFinished(() => engine.stop())
    await sentTo(destination, 100)
    await pauseOpenRun(database.db, place.companyId, place.connectorId)
    await engine.quiesce(place.connectorId)
    const parts = await eventually(
      () => partsOf(database, run.runId),
      (them) => them.every(({ owner }) => owner === null),
    )
    expect(parts.some(({ ended_at }) => ended_at === null)).toBe(true)
    const sent = destination.journal.length
    expect(await findRun(database.db, place.companyId, place.connectorId, run.runId)).toMatchObject({ status: 'paused' })
    await resumeOpenRun(database.db, place.companyId, place.connectorId)
    engine.wake()
    await expectExactlyOnce(database, place, await ended(database, place, run), destination, rows)
    expect(destination.journal.length).toBeGreaterThan(sent)
  })

  it('fails once what was not sent when it is cancelled', async () => {
    const { database } = await open()
    const { place, destination, run } = await begin(database, { destination: { delay: 150 } })
    const engine = startEngine(database)
    onTestFinished(() => engine.stop())
    await sentTo(destination, 100)
    await database.db.transaction().execute((tx) => cancelOpenRun(tx, place.companyId, place.connectorId))
    await engine.quiesce(place.connectorId)
    const sums = await eventually(
      () => ledgerSums(database.db, place.companyId, run.runId),
      ({ pending, failed }) => pending === 0 && failed > 0,
    )
    const over = await findRun(database.db, place.companyId, place.connectorId, run.runId)
    expect(over).toMatchObject({ status: 'cancelled', recordsDelivered: sums.delivered, recordsFailed: sums.failed })
    expect(sums.delivered + sums.failed).toBe(over?.recordsRead)
    expect(sums.delivered).toBe(destination.effects.size)
    expect(await countedIn(database, place)).toEqual({ delivered: sums.delivered, failed: sums.failed })
    const codes = await database.db
      .selectFrom('transactions')
      .select('error')
      .distinct()
      .where('run_id', '=', run.runId)
      .where('status', '=', 'failure')
      .execute()
    expect(codes.map(({ error }) => error?.code)).toEqual(['run/cancelled'])
  })

  it('fails once what was not sent when it is cancelled while it is paused', async () => {
    const { database } = await open()
    const { place, destination, run } = await begin(database, { destination: { delay: 150 } })
    const engine = startEngine(database)
    onTestFinished(() => engine.stop())
    await sentTo(destination, 100)
    await pauseOpenRun(database.db, place.companyId, place.connectorId)
    await engine.quiesce(place.connectorId)
    await eventually(
      () => partsOf(database, run.runId),
      (them) => them.every(({ owner }) => owner === null),
    )
    await database.db.transaction().execute((tx) => cancelOpenRun(tx, place.companyId, place.connectorId))
    const sums = await ledgerSums(database.db, place.companyId, run.runId)
    expect(sums).toMatchObject({ pending: 0, delivered: destination.effects.size })
    expect(await findRun(database.db, place.companyId, place.connectorId, run.runId)).toSatisfy(isIn('cancelled'))
  })

  it('fails when its destination refuses the caller, with the end of every part', async () => {
    const { database } = await open()
    const refuse = () => ({
      commits: false,
      answer: (response: { writeHead: (status: number) => { end: (text: string) => void } }) => response.writeHead(401).end('{}'),
    })
    const { place, run } = await begin(database, { destination: { misbehave: refuse } })
    const engine = startEngine(database)
    onTestFinished(() => engine.stop())
    const over = await ended(database, place, run)
    expect(over).toMatchObject({ status: 'failed', recordsDelivered: 0, recordsFailed: over.recordsRead })
    expect(over.statusReason).toContain('All 4 parts stopped. Nothing was delivered.')
    expect(await ledgerSums(database.db, place.companyId, run.runId)).toMatchObject({ pending: 0, failed: over.recordsRead })
  })

  it('is read as a whole where the table has no key, and says so', async () => {
    const { database } = await open()
    const { place, destination, run } = await begin(database, { table: 'keyless' })
    const engine = startEngine(database)
    onTestFinished(() => engine.stop())
    const over = await ended(database, place, run)
    await expectExactlyOnce(database, place, over, destination, rows)
    expect(over.statusReason).toContain('Read in one part. The table has no key')
    expect(await partsOf(database, run.runId)).toEqual([])
  })
})
