import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished } from 'vitest'

import { type Attempt, settle } from '#server/engine/deliver/attempts.repository.ts'
import { engineLimits } from '#server/engine/limits.ts'
import { deliveriesOf } from '#server/records/ledger/delivery.repository.ts'
import { keepPage, type NewPage } from '#server/records/ledger/source-pages.repository.ts'
import {
  claimRun,
  countStoredPages,
  endRun,
  moveCheckpoint,
  OwnershipLost,
  releaseRun,
  renewLeases,
} from '#server/records/runs/run-leases.repository.ts'
import { findRun, openRun, pauseOpenRun } from '#server/records/runs/runs.repository.ts'
import { limitHere } from '../../kit/machine-pace.ts'
import { describeOnEachDatabase, freshDatabase, postgresIsHere } from '../../server/kit/databases.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, ended, eventually, expectExactlyOnce, openRunOf, settleIn, startEngine } from '../kit/stage.ts'

const page: NewPage = {
  number: 1,
  route: 0,
  startpoint: 'GET x',
  endpoint: 'POST y',
  fingerprint: 'f',
  readAt: new Date(),
  version: 1,
  recordCount: 1,
  sourceRecords: null,
  isAgain: false,
  mappingTime: 0,
  content: {
    ...{ keyPrefix: 'dc-', first: 0, size: 1, open: '', close: '', indices: null },
    keys: ['1'],
    lengths: [2],
    body: Buffer.from('{}'),
  },
  asRead: { body: Buffer.from('[{}]'), terms: Buffer.alloc(60) },
  seal: null,
  identities: null,
  ended: [],
  unchanged: 0,
  checkpoint: { next: null },
  note: null,
  namedBy: null,
  unmetLines: null,
  linesSince: null,
}
const [delivery] = deliveriesOf(page)
if (!delivery) throw new Error('the page has no delivery')
const attempt: Attempt = {
  delivery,
  ...{ number: 1, outcome: 'delivered', ends: 'delivered' },
  ...{ startedAt: new Date(), endedAt: new Date(), answer: null, error: null, nextAttemptAt: null, parts: null, settled: [] },
}
const settlement = { id: 1, attempts: [attempt], standing: null }

describeOnEachDatabase('a lease', (open) => {
  it('is given to one of many who ask at once', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    await openRunOf(database, place, configFor({ source: 'http://a.test', destination: 'http://b.test' }))
    const claims = await Promise.all(Array.from({ length: 10 }, (_, n) => claimRun(database.db, `owner-${n}`, 15_000)))
    expect(claims.filter((it) => it !== null)).toHaveLength(1)
  })

  it('that was taken over refuses every write of the one before, and changes nothing', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const { runId } = await openRunOf(database, place, configFor({ source: 'http://a.test', destination: 'http://b.test' }))
    const zombie = await claimRun(database.db, 'zombie', 0)
    const owner = await claimRun(database.db, 'owner', 15_000)
    if (!zombie || !owner) throw new Error('the run was not claimed')
    expect(owner.epoch).toBe(zombie.epoch + 1)
    const before = await findRun(database.db, place.companyId, place.connectorId, runId)
    await expect(keepPage(database.db, zombie, page)).rejects.toThrow(OwnershipLost)
    await expect(moveCheckpoint(database.db, zombie, { next: null })).rejects.toThrow(OwnershipLost)
    await expect(countStoredPages(database.db, zombie)).rejects.toThrow(OwnershipLost)
    await expect(endRun(database.db, zombie, { move: 'engine.finished', reason: '', error: null })).rejects.toThrow(OwnershipLost)
    expect(await renewLeases(database.db, 'zombie', [runId], 15_000)).toEqual([])
    await keepPage(database.db, owner, page)
    await expect(settle(database.db, zombie, settlement)).rejects.toThrow(OwnershipLost)
    const after = await findRun(database.db, place.companyId, place.connectorId, runId)
    expect(after).toEqual({ ...before, pagesRead: 1, recordsRead: 1, isReadToEnd: true })
  })

  it('is made longer for the runs that are moved, and for no other of the same owner', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const { runId } = await openRunOf(database, place, configFor({ source: 'http://a.test', destination: 'http://b.test' }))
    await claimRun(database.db, 'owner', 0)
    expect(await renewLeases(database.db, 'owner', [], 15_000)).toEqual([])
    expect(await claimRun(database.db, 'other', 0)).toMatchObject({ id: runId })
    expect(await renewLeases(database.db, 'other', [runId], 15_000)).toMatchObject([{ id: runId }])
    expect(await claimRun(database.db, 'owner', 0)).toBeNull()
  })

  it('that is given back by a run that was cancelled meanwhile says so', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const { runId } = await openRunOf(database, place, configFor({ source: 'http://a.test', destination: 'http://b.test' }))
    const lease = await claimRun(database.db, 'owner', 15_000)
    if (!lease) throw new Error('the run was not claimed')
    await sql`update runs set status = 'cancelled' where id = ${runId}`.execute(database.db)
    expect(await releaseRun(database.db, lease)).toBe('cancelled')
    expect(await releaseRun(database.db, lease)).toBeNull()
  })

  it('that the same owner took again refuses the writes of its own earlier claim', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    await openRunOf(database, place, configFor({ source: 'http://a.test', destination: 'http://b.test' }))
    const before = await claimRun(database.db, 'owner', 0)
    const after = await claimRun(database.db, 'owner', 15_000)
    if (!before || !after) throw new Error('the run was not claimed')
    await expect(keepPage(database.db, before, page)).rejects.toThrow(OwnershipLost)
    await keepPage(database.db, after, page)
    await expect(settle(database.db, before, settlement)).rejects.toThrow(OwnershipLost)
    await expect(moveCheckpoint(database.db, before, { next: null })).rejects.toThrow(OwnershipLost)
    await settle(database.db, after, settlement)
  })

  it('takes a commit that is made twice once', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const { runId } = await openRunOf(database, place, configFor({ source: 'http://a.test', destination: 'http://b.test' }))
    const owner = await claimRun(database.db, 'owner', 15_000)
    if (!owner) throw new Error('the run was not claimed')
    await keepPage(database.db, owner, page)
    await expect(keepPage(database.db, owner, page)).rejects.toThrow(OwnershipLost)
    await settle(database.db, owner, settlement)
    await settle(database.db, owner, settlement)
    const run = await findRun(database.db, place.companyId, place.connectorId, runId)
    expect(run).toMatchObject({ recordsRead: 1, recordsDelivered: 1, pagesRead: 1 })
  })

  it('goes to the company with the fewest moving runs', async () => {
    const { database } = await open()
    const crowded = await settleIn(database)
    const config = configFor({ source: 'http://a.test', destination: 'http://b.test' })
    await openRunOf(database, crowded, config)
    await claimRun(database.db, 'owner', 15_000)
    const connectorId = (await settleIn(database)).connectorId
    await database.db.updateTable('connectors').set({ company_id: crowded.companyId }).where('id', '=', connectorId).execute()
    await openRunOf(database, { ...crowded, connectorId }, config)
    const quiet = await settleIn(database)
    const waiting = await openRunOf(database, quiet, config)
    expect((await claimRun(database.db, 'owner', 15_000))?.id).toBe(waiting.runId)
  })

  it('of an open run forbids a second run of the connector', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    await openRunOf(database, place, configFor({ source: 'http://a.test', destination: 'http://b.test' }))
    const { companyId, connectorId } = place
    const again = openRun(database.db, { companyId, connectorId, version: 1, trigger: 'manual', startedBy: null })
    await expect(again).rejects.toMatchObject({ problem: { code: 'run/already-open' } })
  })
})

describe.runIf(inject('postgresSuperuserUrl') !== null)('several engines on one PostgreSQL', () => {
  async function crowd(engines: number, limits = {}) {
    const { database, remove } = await freshDatabase('postgres')
    const started = Array.from({ length: engines }, () => startEngine(database, { limits }))
    onTestFinished(async () => {
      await Promise.all(started.map((it) => it.stop()))
      await remove()
    })
    return { database, started }
  }

  it('share the runs, one owner each', async () => {
    expect(postgresIsHere()).toBe(true)
    const { database } = await crowd(3, { runsAtOnce: 2 })
    const scenes = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const place = await settleIn(database)
        const source = await startSource(300)
        const destination = await startDestination({ honoursKeys: false, delay: 2 })
        onTestFinished(async () => {
          await source.close()
          await destination.close()
        })
        const run = await openRunOf(database, place, configFor({ source: source.url, destination: destination.url }))
        return { place, destination, run }
      }),
    )
    for (const { place, destination, run } of scenes) {
      await expectExactlyOnce(database, place, await ended(database, place, run), destination, 300)
    }
  })

  it('are all quiet when any of them is asked, though another one moves the run', async () => {
    const { database, started } = await crowd(1)
    const idle = startEngine(database, { limits: { runsAtOnce: 0 } })
    onTestFinished(() => idle.stop())
    const place = await settleIn(database)
    const source = await startSource(2_000)
    const destination = await startDestination({ delay: 5 })
    await openRunOf(database, place, configFor({ source: source.url, destination: destination.url }))
    started[0]?.wake()
    await eventually(
      () => destination.journal.length,
      (count) => count > 50,
    )
    const asking = Date.now()
    await pauseOpenRun(database.db, place.companyId, place.connectorId)
    const asked = Date.now()
    await idle.quiesce(place.connectorId)
    expect(Date.now() - asked).toBeLessThan(limitHere(2_000, asked - asking))
    const atAnswer = destination.journal.length
    await sleep(350)
    // Requests that had left just before are still on their way when the answer is given.
    const afterwards = destination.journal.length
    expect(afterwards - atAnswer).toBeLessThanOrEqual(engineLimits.sendsAtOnce)
    expect(afterwards).toBeLessThan(2_000)
    await sleep(350)
    expect(destination.journal.length).toBe(afterwards)
    await source.close()
    await destination.close()
  })

  it('lose a run by its epoch: the one that was frozen records nothing and stops', async () => {
    const { database, started } = await crowd(1)
    const place = await settleIn(database)
    const source = await startSource(600)
    const destination = await startDestination({ delay: 20 })
    const run = await openRunOf(database, place, configFor({ source: source.url, destination: destination.url }))
    started[0]?.wake()
    await eventually(
      () => destination.journal.length,
      (count) => count > 50,
    )
    // As if the owner had been silent for longer than its lease.
    await database.db
      .updateTable('runs')
      .set({ lease_until: new Date(0) })
      .where('id', '=', run.runId)
      .execute()
    const second = startEngine(database)
    onTestFinished(() => second.stop())
    await expectExactlyOnce(database, place, await ended(database, place, run), destination, 600)
    await source.close()
    await destination.close()
  })
})
