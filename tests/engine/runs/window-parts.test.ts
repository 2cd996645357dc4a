/** One run whose cursor column is read in windows by several processes (decision 0125): as of a whole read, and its cursor too. */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { databaseOrigin } from '#contract/connectors/config/database.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { addSecret, newSecretRef } from '#server/records/connectors/secrets.repository.ts'
import { findRun, openRun } from '#server/records/runs/runs.repository.ts'
import { live } from '../../faults/kit/lives.ts'
import { shortLease } from '../../faults/kit/transfer.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { databaseConfig, openDatabaseOf, type TestDatabase } from '../database/database-stage.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { ended, eventually, expectExactlyOnce, openRunOf, settleIn, startEngine, testVault } from '../kit/stage.ts'

const rows = 800
let shop: TestDatabase

beforeAll(async () => {
  shop = await openDatabaseOf('postgresql')
})
afterAll(() => shop.remove())

/** A table of its own, a run of it that waits, and its destination. */
async function begin(
  database: Database,
  name: string,
  behaviour: Parameters<typeof startDestination>[0] = {},
  changes: Parameters<typeof databaseConfig>[1] = {},
) {
  await shop.run(
    `create table ${name} (id int primary key, kind int, changed timestamptz not null)`,
    // Eight rows have each instant.
    `insert into ${name} select n, n % 5, timestamptz '2026-11-01' + n / 8 * interval '1 minute' from generate_series(1, ${rows}) as s (n)`,
  )
  const place = await settleIn(database)
  const destination = await startDestination(behaviour)
  onTestFinished(() => destination.close())
  const at = databaseConfig(shop, { table: name, cursorColumn: 'changed', ...changes })
  const ref = newSecretRef(shop.password)
  if (shop.password !== '')
    await addSecret(database.db, testVault, { ...place, ref, origin: databaseOrigin(at), plain: shop.password })
  const auth = { type: 'basic' as const, username: shop.user, password: (shop.password === '' ? '' : ref) as string }
  const config: ConnectorConfig = {
    name: 'Test',
    trigger: { type: 'manual' },
    source: { type: 'database', databaseConfig: at, auth, parts: 4 },
    destination: { type: 'http', url: destination.url, requestMethod: 'POST', honoursKeys: true },
    dataMapping: [],
    enrichment: [],
  }
  const run = await openRunOf(database, place, config)
  const again = () => openRun(database.db, { ...place, version: 1, trigger: 'manual', startedBy: place.userId })
  return { place, destination, run, again }
}

const partsOf = ({ db }: Database, runId: string) =>
  db.selectFrom('run_parts').selectAll().where('run_id', '=', runId).orderBy('number').execute()

describeOnEachDatabase('a run in windows', (open, kind) => {
  it('is moved by all processes, and the next run begins where all of them ended', async () => {
    const { database } = await open()
    const { place, destination, run, again } = await begin(database, `moved_${kind}`, { delay: 20 })
    const engine = startEngine(database, { ownerId: 'one', limits: { partSpread: 100 } })
    onTestFinished(() => engine.stop())
    if (kind === 'postgres') {
      const other = startEngine(database, { ownerId: 'two', limits: { partSpread: 100 } })
      onTestFinished(() => other.stop())
    }
    const over = await ended(database, place, run)
    await expectExactlyOnce(database, place, over, destination, rows)
    expect(over).toMatchObject({ status: 'succeeded', statusReason: '800 records delivered.', isReadToEnd: true })
    const parts = await partsOf(database, run.runId)
    expect(parts).toHaveLength(4)
    expect(parts.every(({ is_half_open }) => is_half_open)).toBe(true)
    expect(parts.map(({ begins }) => begins).slice(1)).toEqual(parts.map(({ ends }) => ends).slice(0, -1))
    if (kind === 'postgres') expect(new Set(parts.map(({ moved_by }) => moved_by)).size).toBe(2)

    // One row within the look-back, and one that is newer; all others were read.
    await shop.run(
      `insert into moved_${kind} values (801, 1, timestamptz '2026-11-01' + interval '99 minutes 30 seconds'), (802, 1, '2026-11-02')`,
    )
    const next = await again()
    engine.wake()
    expect(await ended(database, place, next)).toMatchObject({ status: 'succeeded', recordsDelivered: 2 })
    expect(destination.effects.get(801)).toBe(1)
    expect(destination.effects.size).toBe(rows + 2)
  })

  it('that fails in a part leaves the cursor where it was, and repeats nothing under another key', async () => {
    const { database } = await open()
    let isBroken = true
    const refuse = () =>
      isBroken
        ? {
            commits: false,
            answer: (response: { writeHead: (status: number) => { end: (text: string) => void } }) =>
              response.writeHead(401).end('{}'),
          }
        : undefined
    const { place, destination, run, again } = await begin(database, `failing_${kind}`, { misbehave: refuse as never })
    const engine = startEngine(database)
    onTestFinished(() => engine.stop())
    expect(await ended(database, place, run)).toMatchObject({ status: 'failed', recordsDelivered: 0 })
    const { checkpoint } = await database.db
      .selectFrom('runs')
      .select('checkpoint')
      .where('id', '=', run.runId)
      .executeTakeFirstOrThrow()
    expect(checkpoint).not.toHaveProperty('resume')
    isBroken = false
    const next = await again()
    engine.wake()
    const over = await ended(database, place, next)
    expect(over).toMatchObject({ status: 'succeeded', recordsDelivered: rows })
    expect([...destination.effects.values()].every((times) => times === 1)).toBe(true)
  })

  it('is read as a whole where rows share a key, and says so', async () => {
    const { database } = await open()
    const { place, run } = await begin(database, `shared_${kind}`, {}, { keyColumns: ['kind'] })
    const engine = startEngine(database)
    onTestFinished(() => engine.stop())
    const over = await ended(database, place, run)
    expect(over).toMatchObject({ status: 'succeeded', recordsDelivered: rows })
    expect(over.statusReason).toContain('Read in one part. Several rows share the key (kind)')
    expect(await partsOf(database, run.runId)).toEqual([])
  })

  it('loses nothing when a process is killed between the windows', { timeout: 240_000 }, async () => {
    const fresh = await open()
    const { place, destination, run } = await begin(fresh.database, `killed_${kind}`, { delay: 300 })
    const { place: where } = fresh
    await fresh.database.close()
    const lifeOf = (sender: string) => live({ place: where, limits: { ...shortLease, partSpread: 1_000 }, sender })
    const first = lifeOf('first')
    const other = kind === 'postgres' ? lifeOf('other') : null
    await eventually(
      () => (other ? new Set(destination.journal.map(({ sender }) => sender)).size === 2 : destination.journal.length >= 200),
      (isThere) => isThere,
      90_000,
    )
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
    await expectExactlyOnce(database, place, over, destination, rows)
    expect(new Set(destination.journal.map(({ key }) => key)).size).toBe(rows)
    const { checkpoint } = await database.db
      .selectFrom('runs')
      .select('checkpoint')
      .where('id', '=', run.runId)
      .executeTakeFirstOrThrow()
    expect(checkpoint).toMatchObject({ next: null, resume: { column: 'changed', high: expect.stringContaining('01:40:00') } })
  })
})
