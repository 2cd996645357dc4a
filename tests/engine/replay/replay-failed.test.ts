/** A replay of everything that failed, more than one slice of it, through the whole product. */

import { expect, it } from 'vitest'
import type { Replay } from '#contract/studio/replay.ts'
import { byForm } from '../../kit/form.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { eventually } from '../kit/stage.ts'
import { inOrder, nothingElse, once, stageReplay, upTo } from './replay-stage.ts'

type Stage = Awaited<ReturnType<typeof stageReplay>>

async function planned({ product, path }: Stage, choice: object): Promise<string> {
  const reply = await product.ask('POST', `${path}/chosen`, { delay: 0, ...choice })
  if (reply.status !== 202) throw new Error(JSON.stringify(reply.body))
  return String(reply.body.replayId)
}

/** What it says from its start to its end. */
async function followed({ start, look }: Stage, id: string): Promise<Replay[]> {
  const started = await start(id)
  if (started.status !== 202) throw new Error(JSON.stringify(started.body))
  const seen: Replay[] = []
  await eventually(
    async () => {
      seen.push(await look(id))
      return seen.at(-1)?.state
    },
    (state) => state === 'completed' || state === 'failed',
    120_000,
  )
  return seen
}

const count = byForm(600, 2_500)

describeOnEachDatabase('a replay of everything that failed', (open) => {
  it(`sends each of ${count} records of a run once, in one plan, and tells how far it is`, { timeout: 240_000 }, async () => {
    const stage = await stageReplay(await open(), { records: count, refused: upTo(count) })
    const run = await stage.run()
    expect(run).toMatchObject({ recordsRead: count, recordsFailed: count })
    stage.mend()
    // One of them by hand meanwhile: it is left out.
    const [, second] = (await stage.product.ask('GET', `/api/analytics/transactions/${stage.connectorId}?pageSize=10`)).body
      .transactions
    const byHand = await planned(stage, { transactionIds: [second.transactionId] })
    const id = await planned(stage, { runId: run.runId })
    expect(await stage.look(id)).toMatchObject({ found: count, plan: { neverArrived: count }, sums: { chosen: 0 } })
    await followed(stage, byHand)

    const seen = await followed(stage, id)
    for (const { sums, plan } of seen) {
      expect(sums.delivered + sums.waiting + sums.failed).toBe(sums.chosen)
      expect(plan.neverArrived + plan.arrived).toBe(count)
    }
    const delivered = seen.map(({ sums }) => sums.delivered)
    expect(delivered).toEqual(delivered.toSorted((a, b) => a - b))
    expect(seen.some(({ sums }) => sums.delivered > 0 && sums.delivered < count - 1)).toBe(true)
    expect(seen.at(-1)).toMatchObject({
      state: 'completed',
      plan: { neverArrived: count - 1, arrived: 1 },
      sums: { chosen: count - 1, delivered: count - 1, waiting: 0, notSent: 0 },
    })
    expect(inOrder(stage.destination.effects)).toEqual(once(upTo(count)))

    const lines = (await stage.product.ask('GET', `${stage.path}/${id}/lines?limit=100&page=${count / 100}`)).body
    expect([lines.total, lines.totalPages, lines.data.length, lines.data.at(-1).number]).toEqual([count, count / 100, 100, count])
    expect(lines.data.filter((it: { outcome: string }) => it.outcome === 'left-out')).toHaveLength(1)
    // Nothing is left that never arrived.
    const again = await planned(stage, { runId: run.runId })
    expect(await stage.look(again)).toMatchObject({ plan: { neverArrived: 0, arrived: count } })
    expect((await stage.start(again, nothingElse)).body.code).toBe('replay/nothing-chosen')
  })

  it('takes what a time failed, each record once though it failed in several runs, and nothing of before', async () => {
    const stage = await stageReplay(await open(), { records: 6, refused: [2, 4, 6] })
    const first = await stage.run()
    expect(await stage.replayed()).toMatchObject({ state: 'failed', sums: { failed: 3 } })
    stage.mend()
    const dry = await planned(stage, { allFailed: true })
    const tried = await stage.product.ask('POST', `${stage.path}/${dry}/dry-run`, { include: nothingElse })
    expect(tried.body.records.map(({ key }: { key: string }) => key)).toEqual(['2', '4', '6'])
    expect(await stage.look(dry)).toMatchObject({ found: 6, plan: { neverArrived: 3 } })
    const later = new Date(Date.parse(String(first.endedAt)) + 60_000).toISOString()
    expect(await stage.look(await planned(stage, { allFailed: true, startDate: later }))).toMatchObject({ found: 0 })
    const seen = await followed(stage, dry)
    expect(seen.at(-1)).toMatchObject({ state: 'completed', sums: { delivered: 3 } })
    expect(inOrder(stage.destination.effects)).toEqual(once(upTo(6)))
  })

  it('is planned of one thing, and of a run of this connector only', async () => {
    const stage = await stageReplay(await open(), { records: 2 })
    const run = await stage.run()
    const ask = (choice: object) => stage.product.ask('POST', `${stage.path}/chosen`, { delay: 0, ...choice })
    for (const choice of [{}, { runId: run.runId, allFailed: true }]) expect((await ask(choice)).status).toBe(400)
    const { connectorId } = await stage.product.activeConnector(stage.config)
    const foreign = await stage.product.ended(connectorId, await stage.product.run(connectorId))
    const reply = await ask({ runId: foreign.runId })
    expect([reply.status, reply.body.code]).toEqual([404, 'run/not-found'])
    expect((await stage.product.ask('GET', stage.path)).body.total).toBe(0)
  })
})
