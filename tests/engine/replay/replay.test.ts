/** Replays through the whole product: what never arrived goes through once more, once, whatever is pressed. */
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { eventually } from '../kit/stage.ts'
import { everything, inOrder, nothingElse, once, stageReplay, upTo } from './replay-stage.ts'

describeOnEachDatabase('a replay', (open) => {
  it('sends what never arrived, leaves out what arrived, and links each record both ways', async () => {
    const stage = await stageReplay(await open(), { refused: [3, 5] })
    const { destination, product, path, look, lines } = stage
    expect(await stage.run()).toMatchObject({ recordsDelivered: 8, recordsFailed: 2 })
    const failed = await stage.transactions('&status=failure')
    stage.mend()
    const id = await stage.plan()
    expect(await look(id)).toMatchObject({
      state: 'planned',
      step: 1,
      found: 10,
      plan: { neverArrived: 2, arrived: 8, new: 0, skipped: 0, unknown: 0, pending: 0, notKept: 0 },
      include: null,
      runId: null,
      sums: { chosen: 0, delivered: 0, waiting: 0 },
      result: null,
    })
    expect(destination.journal).toHaveLength(10)
    expect((await stage.start(id)).status).toBe(202)
    const done = await stage.over(id)
    expect(done).toMatchObject({
      state: 'completed',
      step: 4,
      sums: { chosen: 2, delivered: 2, failed: 0, waiting: 0, notSent: 0 },
      result: { processed: 2, successRate: 100, failures: 0 },
    })
    expect(inOrder(destination.effects)).toEqual(once(upTo(10)))
    expect(
      destination.journal
        .slice(10)
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual([`replay:${id}:0`, `replay:${id}:1`])
    const sent = (await lines(id)).filter(({ outcome }) => outcome === 'success')
    expect(sent.map(({ recordKey, standing, original }) => ({ recordKey, standing, original }))).toEqual(
      failed.toReversed().map((it) => ({ recordKey: it.recordKey, standing: 'never-arrived', original: it.transactionId })),
    )
    expect((await lines(id)).filter(({ outcome }) => outcome === 'left-out').map(({ standing }) => standing)).toEqual(
      Array(8).fill('arrived'),
    )
    const [first] = sent
    const made = (await stage.transactions()).find(({ transactionId }) => transactionId === first?.transactionId)
    expect(made).toMatchObject({ status: 'success', recordKey: first?.recordKey, runId: done.runId })
    const trail = async (transaction: string | null | undefined) =>
      (await product.ask('GET', `${path}/transactions/${transaction}`)).body
    expect(await trail(first?.original)).toEqual({
      replayOf: null,
      replays: [{ replayId: id, transactionId: first?.transactionId, outcome: 'success', at: expect.any(String) }],
    })
    expect(await trail(first?.transactionId)).toEqual({
      replayOf: { replayId: id, transactionId: first?.original },
      replays: [],
    })
    const run = await product.runNow(stage.connectorId, done.runId ?? '')
    expect(run).toMatchObject({ trigger: 'replay', status: 'succeeded', recordsRead: 2, recordsDelivered: 2, version: 1 })
  })

  it('leaves out what the filter of the live version leaves out, and says so', async () => {
    const change = (config: ConnectorConfig) => ({
      ...config,
      records: { only: { all: [{ path: 'id', is: 'atMost' as const, to: 3 }] } },
    })
    const stage = await stageReplay(await open(), { records: 5, change })
    expect(await stage.run()).toMatchObject({ recordsDelivered: 3, recordsLeftOut: 2 })
    const done = await stage.replayed({}, { ...nothingElse, skipped: true })
    expect(done).toMatchObject({ state: 'completed', sums: { chosen: 2, delivered: 0, skipped: 0, leftOut: 2, waiting: 0 } })
    const out = (await stage.lines(done.replayId)).filter(({ standing }) => standing === 'skipped')
    expect(out.map(({ outcome }) => outcome)).toEqual(['left-out', 'left-out'])
    expect(out[0]?.details).toContain('Left out by the filter')
    expect(stage.destination.journal).toHaveLength(3)
  })

  it('sends no record of a removed destination to the one that is left', async () => {
    const change = (config: ConnectorConfig): ConnectorConfig => ({
      ...config,
      routes: {
        fit: 'first',
        first: { only: { all: [{ path: 'id', is: 'atMost', to: 3 }] } },
        others: [{ id: 7, name: 'Payroll', otherwise: true, destination: config.destination, dataMapping: config.dataMapping }],
      },
    })
    const stage = await stageReplay(await open(), { records: 5, refused: [2, 4, 5], change })
    expect(await stage.run()).toMatchObject({ recordsDelivered: 2, recordsFailed: 3 })
    const { routes: _, ...single } = stage.config
    await stage.product.ask('PATCH', `/api-configs/${stage.connectorId}`, single)
    await stage.product.deployed(stage.connectorId)
    stage.mend()
    const id = await stage.plan()
    expect((await stage.look(id)).plan).toMatchObject({ neverArrived: 1, arrived: 2, noDestination: 2 })
    await stage.start(id)
    expect(await stage.over(id)).toMatchObject({ state: 'completed', sums: { chosen: 1, delivered: 1, skipped: 0, waiting: 0 } })
    expect(inOrder(stage.destination.effects)).toEqual(once([1, 2, 3]))
    const left = (await stage.lines(id)).filter(({ standing }) => standing === 'no-destination')
    expect(left.map(({ outcome, details }) => [outcome, details])).toEqual(
      Array(2).fill(['left-out', 'The destination of this record was removed from the connector.']),
    )
  })

  it('knows what earlier replays delivered, and sends it again only when that is chosen', async () => {
    const stage = await stageReplay(await open(), { records: 4, refused: [2] })
    await stage.run()
    stage.mend()
    expect(await stage.replayed()).toMatchObject({ state: 'completed', sums: { delivered: 1 } })
    // Both the record that failed and its replay are among the newest; they are one.
    const again = await stage.plan()
    expect((await stage.look(again)).plan).toMatchObject({ arrived: 4, neverArrived: 0 })
    const refusal = await stage.start(again)
    expect([refusal.status, refusal.body.code]).toEqual([422, 'replay/nothing-chosen'])
    expect(inOrder(stage.destination.effects)).toEqual(once(upTo(4)))
    expect((await stage.start(again, everything)).status).toBe(202)
    expect(await stage.over(again)).toMatchObject({ sums: { delivered: 4 } })
    expect(inOrder(stage.destination.effects)).toEqual(upTo(4).map((id) => [id, 2]))
  })

  it('F36 pressed twice, by as many as like, has each effect once', async () => {
    const stage = await stageReplay(await open(), { refused: [1, 2, 3], delay: 20 })
    await stage.run()
    stage.mend()
    const [id, other] = await Promise.all([stage.plan(), stage.plan()])
    if (id === undefined || other === undefined) throw new Error('nothing was planned')
    const presses = await Promise.all([id, other, id, other, id, id].map((it) => stage.start(it)))
    const answers = presses.map(({ status, body }) => `${status} ${body.code ?? body.replayId}`)
    const taken = new Set(answers.filter((it) => it.startsWith('202')))
    expect(taken.size).toBe(1)
    const [winner] = [...taken].map((it) => it.slice(4))
    for (const answer of answers.filter((it) => !it.startsWith('202')))
      expect(['409 replay/already-running', '422 replay/nothing-chosen']).toContain(answer)
    await stage.over(winner ?? '')
    const late = await Promise.all([id, other].map((it) => stage.start(it)))
    expect(late.map(({ status }) => status).toSorted()).toEqual([202, 422])
    expect(inOrder(stage.destination.effects)).toEqual(once(upTo(10)))
  })

  it('that is asked for again with its key is planned once', async () => {
    const stage = await stageReplay(await open(), { records: 2 })
    await stage.run()
    const form = { source: 'live', timeframe: 'latest', count: 1, delay: 0 }
    const replies = await Promise.all([1, 2, 3].map(() => stage.product.ask('POST', stage.path, form, 'one press')))
    const made = replies.filter(({ status }) => status === 202).map(({ body }) => body.replayId)
    expect(new Set(made).size).toBe(1)
    const { body } = await stage.product.ask('GET', stage.path)
    expect(body).toMatchObject({ total: 1, data: [{ replayId: made[0], found: 2, plan: { arrived: 1 } }] })
  })

  it('F36 leaves out what is still in flight', async () => {
    const stage = await stageReplay(await open(), { records: 6, delay: 900, limits: { sendsAtOnce: 1 } })
    const runId = await stage.product.run(stage.connectorId)
    await eventually(
      () => stage.destination.journal.length,
      (count) => count >= 2,
    )
    const id = await stage.plan()
    const planned = await stage.look(id)
    expect(planned.plan.pending).toBeGreaterThan(0)
    expect(planned.plan.pending + planned.plan.arrived).toBe(6)
    const refusal = await stage.start(id)
    expect([refusal.status, refusal.body.code]).toEqual([422, 'replay/nothing-chosen'])
    await stage.product.ended(stage.connectorId, runId)
    expect((await stage.look(id)).plan).toMatchObject({ arrived: 6, pending: 0 })
    expect(inOrder(stage.destination.effects)).toEqual(once(upTo(6)))
  })

  it('waits between two records, runs beside the connector’s own run, and moves neither its place nor its figures of the source', async () => {
    const stage = await stageReplay(await open(), { records: 250, refused: [1, 2, 3], limits: { recordsMax: 100 } })
    // A limit ends the run; the next one goes on from there.
    expect((await stage.run()).error?.code).toBe('source/page-limit')
    stage.mend()
    const failed = await stage.transactions('&status=failure')
    const { body } = await stage.product.ask('POST', `${stage.path}/chosen`, {
      transactionIds: failed.map(({ transactionId }) => transactionId),
      delay: 300,
    })
    const asked = stage.source.asked.length
    const replayId = String(body.replayId)
    expect((await stage.start(replayId)).status).toBe(202)
    await eventually(
      () => stage.look(replayId),
      ({ state }) => state === 'sending',
    )
    expect(stage.source.asked.length).toBe(asked)
    const second = await stage.product.run(stage.connectorId)
    const done = await stage.over(replayId)
    expect(done).toMatchObject({ state: 'completed', sums: { delivered: 3 } })
    expect(done.result?.timeTaken).toBeGreaterThanOrEqual(600)
    const run = await stage.product.ended(stage.connectorId, second)
    // Not from the beginning: no record of the first run is read again.
    expect([run.recordsRead, run.error?.code]).toEqual([100, 'source/page-limit'])
    const third = await stage.run()
    expect(third).toMatchObject({ recordsRead: 50, status: 'succeeded' })
    expect(inOrder(stage.destination.effects)).toEqual(once(upTo(250)))
    const calls = [...(stage.product.engine.totals().get('source')?.values() ?? [])].reduce((sum, it) => sum + it.calls, 0)
    expect(calls).toBe(stage.source.asked.length)
  })

  it('that is stopped sends nothing more, says what it did not send, and leaves the connector’s own run alone', async () => {
    const stage = await stageReplay(await open(), { records: 20, refused: upTo(20) })
    await stage.run()
    stage.mend()
    const id = await stage.plan({ delay: 100 })
    await stage.start(id)
    await eventually(
      () => stage.destination.effects.size,
      (count) => count >= 3,
    )
    const own = await stage.product.run(stage.connectorId)
    const stopped = await stage.stop(id)
    expect(stopped.status).toBe(200)
    expect(stopped.body).toMatchObject({ state: 'stopped', step: 0 })
    const replayKeys = () => stage.destination.journal.filter(({ key }) => key.startsWith('replay:')).length
    const sent = replayKeys()
    const run = await stage.product.ended(stage.connectorId, own)
    expect(run).toMatchObject({ status: 'succeeded', recordsDelivered: 20 })
    const { sums, result } = await eventually(
      () => stage.look(id),
      (it) => it.sums.waiting === 0,
    )
    expect(replayKeys()).toBe(sent)
    expect(sums.delivered).toBe(sent)
    // What the stop caught between its decision and its answer is unknown, and what the own run delivered before is skipped: all of it is counted.
    expect(sums.delivered + sums.failed + sums.skipped + sums.unknown + sums.notSent).toBe(20)
    expect(sums.notSent).toBeGreaterThan(10)
    expect(result).toMatchObject({ processed: sums.delivered + sums.failed, failures: sums.failed })
    const outcomes = (await stage.lines(id)).map(({ outcome, transactionId }) => [outcome, transactionId !== null] as const)
    expect(outcomes.filter(([outcome]) => outcome === 'not-sent')).toHaveLength(sums.notSent)
    for (const [outcome, isThere] of outcomes) expect(isThere).toBe(outcome !== 'not-sent')
    expect((await stage.stop(id)).body.sums).toEqual(sums)
    expect((await stage.start(id)).body).toMatchObject({ state: 'stopped' })
    // The connector's own run has read all of them once more, and each is delivered.
    const rest = await stage.look(await stage.plan())
    expect(rest.plan).toMatchObject({ arrived: 20, neverArrived: 0 })
  })

  it('pauses and goes on with its connector', async () => {
    const stage = await stageReplay(await open(), { records: 12, refused: upTo(12) })
    await stage.run()
    stage.mend()
    const id = await stage.plan({ delay: 100 })
    await stage.start(id)
    await eventually(
      () => stage.destination.effects.size,
      (count) => count >= 2,
    )
    await stage.product.ask('POST', `/api-connectors/pause/${stage.connectorId}`)
    expect((await stage.look(id)).state).toBe('paused')
    const other = await stage.product.ask('POST', stage.path, { source: 'live', timeframe: 'latest', count: 1, delay: 0 })
    expect([other.status, other.body.code]).toEqual([409, 'connector/not-allowed-now'])
    const sent = stage.destination.journal.length
    await stage.product.ask('POST', `/api-connectors/resume/${stage.connectorId}`)
    expect(await stage.over(id)).toMatchObject({ state: 'completed', sums: { delivered: 12 } })
    expect(stage.destination.journal.length).toBeGreaterThan(sent)
    expect(inOrder(stage.destination.effects)).toEqual(once(upTo(12)))
  })

  it('ends with its connector when that is deleted', async () => {
    const { database } = await open()
    const stage = await stageReplay({ database }, { records: 12, refused: upTo(12) })
    await stage.run()
    stage.mend()
    const id = await stage.plan({ delay: 100 })
    const { body } = await stage.start(id)
    await eventually(
      () => stage.destination.effects.size,
      (count) => count >= 2,
    )
    expect((await stage.product.ask('DELETE', `/api-connectors/${stage.connectorId}`)).status).toBe(200)
    const sent = stage.destination.journal.length
    const run = await eventually(
      () => database.db.selectFrom('runs').selectAll().where('id', '=', String(body.runId)).executeTakeFirstOrThrow(),
      ({ owner }) => owner === null,
    )
    expect(run.status).toBe('cancelled')
    expect(stage.destination.journal.length).toBe(sent)
    for (const reply of [await stage.start(id), await stage.stop(id), await stage.product.ask('GET', `${stage.path}/${id}`)])
      expect([reply.status, reply.body.code]).toEqual([404, 'connector/not-found'])
  })
})
