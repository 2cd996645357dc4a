/** F33 and F42: several processes share the connectors, and companies share the processes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, it, onTestFinished } from 'vitest'

import type { Run } from '#contract/connectors/runs/run.ts'
import { answering, type DestSim, startDestination } from '../engine/kit/dest-sim.ts'
import { startSource } from '../engine/kit/source-sim.ts'
import { configFor, ended, eventually, openRunOf, type Place, settleIn, startEngine } from '../engine/kit/stage.ts'
import { describeOnEachDatabase, freshDatabase } from '../server/kit/databases.ts'
import { expectWhole, tell } from './kit/checker.ts'
import { live } from './kit/lives.ts'
import { chanceOf, inForm, seeds } from './kit/seed.ts'

type Moving = { readonly place: Place; readonly run: Run; readonly destination: DestSim }

/** How often the sender of a run's requests changed. A process that takes a run over makes one change, two that send at once make many. */
function changesOf({ destination }: Moving): number {
  const senders = destination.journal.map(({ sender }) => sender)
  return senders.filter((sender, at) => at > 0 && sender !== senders[at - 1]).length
}

describe.runIf(inject('postgresSuperuserUrl') !== null)('several processes on one PostgreSQL', () => {
  it.each(seeds)(
    'F33 share the connectors, one owner each, and one that is killed is followed within the lease (seed %i)',
    async (seed) => {
      const chance = chanceOf(seed)
      const { database, place: where, remove } = await freshDatabase('postgres')
      onTestFinished(() => remove())
      const workers = inForm(3, 10)
      const connectors = inForm(9, 50)
      const records = inForm(150, 500)
      const source = await startSource(records)
      onTestFinished(() => source.close())
      const moving: Moving[] = []
      for (let each = 0; each < connectors; each += 1) {
        const destination = await startDestination({ delay: 40 })
        onTestFinished(() => destination.close())
        const place = await settleIn(database)
        const run = await openRunOf(database, place, configFor({ source: source.url, destination: destination.url }))
        moving.push({ place, run, destination })
      }
      const limits = { lease: 1_000, renewEvery: 200, poll: 50, runsAtOnce: Math.ceil(connectors / workers) + 1, sendsAtOnce: 4 }
      const lives = Array.from({ length: workers }, (_, at) => live({ place: where, limits, sender: `worker-${at}` }))
      const sentBy = (sender: string) =>
        moving.filter(({ destination }) => destination.journal.some((it) => it.sender === sender))
      await eventually(
        () => lives.map((_, at) => sentBy(`worker-${at}`).length),
        (counts) => counts.every((count) => count > 0),
      )
      const victim = chance.between(0, workers - 1)
      await sleep(chance.between(0, 300))
      const open = await database.db
        .selectFrom('runs')
        .select(['id', 'owner', 'status'])
        .where('status', '=', 'running')
        .execute()
      const killedAt = Date.now()
      lives[victim]?.child.kill('SIGKILL')
      await eventually(
        () => database.db.selectFrom('runs').select('status').where('status', 'in', ['queued', 'running']).execute(),
        (rows) => rows.length === 0,
        60_000,
      )
      for (const life of lives) life.child.kill('SIGTERM')
      await Promise.all(lives.map(({ gone }) => gone))
      let resent = 0
      let slowest = 0
      for (const it of moving) {
        resent += (await expectWhole(database, it.place, it.run, it.destination, records)).resent
        const { epoch } = await database.db
          .selectFrom('runs')
          .select('epoch')
          .where('id', '=', it.run.runId)
          .executeTakeFirstOrThrow()
        expect(changesOf(it), 'owners at once').toBeLessThanOrEqual(epoch - 1)
        const after = it.destination.journal.find(({ sender, at }) => at > killedAt && sender !== `worker-${victim}`)
        if (epoch > 1) slowest = Math.max(slowest, (after?.at ?? killedAt) - killedAt)
      }
      const takenOver = moving.filter((it) => changesOf(it) > 0).length
      expect(open.length).toBeGreaterThan(0)
      expect(takenOver).toBeGreaterThan(0)
      // A lease of one second instead of fifteen.
      expect(slowest).toBeLessThan(10_000)
      tell('F33', seed, {
        ...{ lost: 0, duplicates: 0, resent, recovery: slowest },
        more: `workers=${workers} connectors=${connectors} taken-over=${takenOver} overlaps=0`,
      })
    },
  )
})

describe.runIf(inject('postgresSuperuserUrl') !== null)('two processes and one host that limits requests', () => {
  /** Requests a second, which the host does not say. */
  const allowed = 10
  const records = inForm(80, 300)

  it('keep its limit together, and lose nothing', async () => {
    const { database, place: where, remove } = await freshDatabase('postgres')
    onTestFinished(() => remove())
    const source = await startSource(records)
    const taken = new Map<number, number>()
    const destination = await startDestination({
      misbehave: ({ at }) => {
        const second = Math.floor(at / 1_000)
        taken.set(second, (taken.get(second) ?? 0) + 1)
        return (taken.get(second) ?? 0) <= allowed ? null : answering(429)
      },
    })
    onTestFinished(async () => {
      await source.close()
      await destination.close()
    })
    const company = await settleIn(database)
    const moving: { readonly place: Place; readonly run: Run }[] = []
    for (let each = 0; each < 2; each += 1) {
      const { connectorId } = await settleIn(database)
      await database.db.updateTable('connectors').set({ company_id: company.companyId }).where('id', '=', connectorId).execute()
      const place = { ...company, connectorId }
      moving.push({
        place,
        run: await openRunOf(database, place, configFor({ source: source.url, destination: destination.url })),
      })
    }
    // The pauses of the product, and one run for each process.
    const limits = { retryBase: 1_000, retryCap: 30_000, poll: 50, runsAtOnce: 1 }
    const lives = ['worker-0', 'worker-1'].map((sender) => live({ place: where, limits, sender }))
    for (const { place, run } of moving)
      expect(await ended(database, place, run, 120_000)).toMatchObject({ status: 'succeeded', recordsDelivered: records })
    for (const life of lives) life.child.kill('SIGTERM')
    await Promise.all(lives.map(({ gone }) => gone))
    const { journal } = destination
    const times = journal.map(({ at }) => at)
    const [first = 0, last = 0] = [times[0], times.at(-1)]
    const steady = [...taken].filter(([second]) => second > first / 1_000 + 5).map(([, count]) => count)
    const sentBy = (sender: string) => journal.filter((it) => it.sender === sender).length
    tell('two processes on one limited host', null, {
      more: `requests=${journal.length} for ${2 * records}, ${((2 * records * 1_000) / (last - first)).toFixed(1)}/s taken of ${allowed}/s, at most ${Math.max(...steady)} a second after 5 s, ${sentBy('worker-0')} and ${sentBy('worker-1')} of each; a second: ${[...taken.values()].join(' ')}`,
    })
    expect(Math.min(sentBy('worker-0'), sentBy('worker-1'))).toBeGreaterThan(records * 0.8)
    // Each of them meets the limit once by itself, and hears of the other one within about a second.
    expect(journal.length).toBeLessThanOrEqual(2 * records * 1.5)
    expect(Math.max(...steady)).toBeLessThanOrEqual(allowed * 1.5)
  }, 300_000)
})

describeOnEachDatabase('a company with a backlog', (open, kind) => {
  const records = inForm(300, 2_000)

  /** Milliseconds from the order to the first record and to the end of a small company's run. */
  async function timesOf(crowd: number) {
    const { database } = await open()
    const config = async (count: number) => {
      const source = await startSource(count)
      const destination = await startDestination({ delay: 40 })
      onTestFinished(async () => {
        await source.close()
        await destination.close()
      })
      return { destination, config: configFor({ source: source.url, destination: destination.url }) }
    }
    const backlog = await config(100_000)
    const big = await settleIn(database)
    for (let each = 0; each < crowd; each += 1) {
      const { connectorId } = await settleIn(database)
      await database.db.updateTable('connectors').set({ company_id: big.companyId }).where('id', '=', connectorId).execute()
      await openRunOf(database, { ...big, connectorId }, backlog.config)
    }
    const engine = startEngine(database, { limits: { sendsAtOnce: 8 } })
    onTestFinished(() => engine.stop())
    if (crowd > 0) {
      await eventually(
        () => backlog.destination.journal.length,
        (count) => count > 200,
      )
    }
    const small = await settleIn(database)
    const own = await config(records)
    const orderedAt = Date.now()
    const run = await openRunOf(database, small, own.config)
    engine.wake()
    const over = await ended(database, small, run, 20_000)
    const startedAt = own.destination.journal[0]?.at ?? Number.POSITIVE_INFINITY
    const lastAt = own.destination.journal.at(-1)?.at ?? Number.POSITIVE_INFINITY
    expect(over).toMatchObject({ status: 'succeeded', recordsDelivered: records })
    await engine.stop()
    return { start: startedAt - orderedAt, rate: records / (lastAt - startedAt) }
  }

  it('F42 holds no other company up: it starts within 5 s and moves at 40 % of its rate alone', async () => {
    const alone = await timesOf(0)
    // More runs than a process moves at once.
    const beside = await timesOf(12)
    const share = beside.rate / alone.rate
    tell(`F42 ${kind}`, null, { more: `start=${beside.start}ms rate=${Math.round(share * 100)}% of alone` })
    expect(beside.start).toBeLessThan(5_000)
    expect(share).toBeGreaterThan(0.4)
  })
})
