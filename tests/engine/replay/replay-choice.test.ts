/** What a replay is made of, through the whole product: the version it was planned with, the records as they were read, nobody else's transactions. */
import { expect, it } from 'vitest'

import type { Run } from '#contract/connectors/runs/run.ts'
import { groupsOf } from '#server/features/connectors/problems/problem-groups.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { eventually } from '../kit/stage.ts'
import { everything, inOrder, nothingElse, once, stageReplay, upTo } from './replay-stage.ts'

describeOnEachDatabase('what a replay is made of', (open) => {
  it('is refused when another version went live meanwhile, and nothing is changed', async () => {
    const stage = await stageReplay(await open(), { refused: [1] })
    await stage.run()
    stage.mend()
    const id = await stage.plan()
    // The same records under the same version would be refused for the same reason, which each of them says.
    expect(await stage.look(id)).toMatchObject({ plan: { neverArrived: 1 }, failsAgain: 1 })
    const reasons = (await stage.lines(id)).map(({ standing, error }) => [standing, error?.answer?.status])
    expect(reasons.filter(([standing]) => standing === 'never-arrived')).toEqual([['never-arrived', 422]])
    expect(reasons.filter(([, status]) => status !== undefined)).toHaveLength(1)
    await stage.product.deployed(stage.connectorId)
    const same = await stage.start(id)
    // The same configuration is the same version.
    expect(same.status === 202 || same.body.code === 'replay/version-changed').toBe(true)
    if (same.status === 202) await stage.over(id)
    const later = await stage.plan()
    await stage.product.ask('PATCH', `/api-configs/${stage.connectorId}`, { ...stage.config, name: 'Changed' })
    await stage.product.deployed(stage.connectorId)
    const refusal = await stage.start(later, everything)
    expect([refusal.status, refusal.body.code]).toEqual([409, 'replay/version-changed'])
    expect((await stage.look(later)).state).toBe('planned')
    const { data } = (await stage.product.ask('GET', `/api-connectors/${stage.connectorId}/runs`)).body as { data: Run[] }
    expect(data.filter(({ status }) => status === 'queued' || status === 'running')).toEqual([])
    const again = await stage.plan()
    expect(await stage.look(again)).toMatchObject({ version: (await stage.look(later)).version + 1, failsAgain: 0 })
  })

  it('takes samples and records of a person, and each is a record of its own', async () => {
    const stage = await stageReplay(await open(), { records: 3 })
    await stage.run()
    const custom = await stage.replayed({ source: 'custom', count: 2, records: [{ id: 70 }, { id: 71 }, { id: 72 }] })
    expect(custom).toMatchObject({ state: 'completed', found: 3, plan: { new: 2 }, sums: { delivered: 2 } })
    expect(await stage.replayed({ source: 'sample', count: 3, sampleData: { id: 80 } })).toMatchObject({ sums: { delivered: 3 } })
    expect(await stage.replayed({ source: 'sample', count: 2, timeframe: 'today' })).toMatchObject({ sums: { delivered: 2 } })
    expect(inOrder(stage.destination.effects)).toEqual([
      ...[
        [1, 1],
        [2, 1],
        [3, 1],
        [70, 1],
        [71, 1],
      ],
      // The newest record was the sample of before.
      [80, 5],
    ])
    expect((await stage.lines(custom.replayId)).map(({ standing, original, outcome }) => [standing, original, outcome])).toEqual([
      ['new', null, 'success'],
      ['new', null, 'success'],
    ])
    const missing = await stage.product.ask('POST', stage.path, { source: 'custom', timeframe: 'latest', count: 1, delay: 0 })
    expect([missing.status, missing.body.errors[0].path]).toEqual([400, '/records'])
  })

  it('begins with the record as it was read, to the digit, and says what is not kept', async () => {
    const { database } = await open()
    const script = (_: unknown, response: { end: (text: string) => void; setHeader: (name: string, value: string) => void }) => {
      response.setHeader('content-type', 'application/json')
      response.end('{"items":[{"id":1,"big":9007199254740993,"price":1.10,"text":"\\u0000é😀"}],"next_cursor":null}')
      return true
    }
    const stage = await stageReplay(
      { database },
      {
        script: script as never,
        refused: [1],
        change: (it) =>
          ({
            ...it,
            source: {
              ...it.source,
              url: it.source.url?.replace('/offset', '/cursor') ?? '',
              listConfig: { ...it.source.listConfig, type: 'simple', firstPageOnly: true },
            },
          }) as never,
      },
    )
    await stage.run()
    stage.mend()
    const first = stage.destination.bodies[0]
    expect(first).toContain('9007199254740993')
    await stage.replayed()
    expect(stage.destination.bodies[1]).toBe(first)
    await database.db.deleteFrom('read_pages').execute()
    const id = await stage.plan()
    expect(await stage.look(id)).toMatchObject({
      ...{ plan: { notKept: 1, arrived: 0 }, state: 'planned', isStartable: false },
      stateReason: 'Retention removed the records of this plan.',
    })
    expect((await stage.start(id, everything)).body.code).toBe('replay/records-removed')
    expect((await stage.lines(id))[0]).toMatchObject({ standing: 'not-kept', details: "This record's original is not stored." })
  })

  it('says that retention removed the records of a plan that waits, of all that failed as well', async () => {
    const { database } = await open()
    const stage = await stageReplay({ database }, { records: 4, refused: upTo(4) })
    await stage.run()
    stage.mend()
    const sent = stage.destination.journal.length
    const reply = await stage.product.ask('POST', `${stage.path}/chosen`, { delay: 0, allFailed: true })
    const id = String(reply.body.replayId)
    expect(await stage.look(id)).toMatchObject({ isStartable: true, plan: { neverArrived: 4 } })
    await database.db.deleteFrom('read_pages').execute()
    expect(await stage.look(id)).toMatchObject({
      ...{ state: 'planned', isStartable: false, plan: { neverArrived: 0, notKept: 4 } },
      stateReason: 'Retention removed the records of this plan.',
      stateNext: 'This plan can no longer be sent. Discard it and plan again.',
    })
    expect((await stage.start(id)).body).toMatchObject({ status: 410, code: 'replay/records-removed' })
    expect(stage.destination.journal).toHaveLength(sent)
  })

  it('fails a record that goes out of keeping while it runs, and sends the others', async () => {
    const { database } = await open()
    const stage = await stageReplay({ database }, { records: 5, refused: upTo(5) })
    await stage.run()
    stage.mend()
    const id = await stage.plan({ delay: 400 })
    await stage.start(id)
    await eventually(
      () => stage.destination.effects.size,
      (count) => count >= 1,
    )
    await database.db.deleteFrom('read_pages').where('number', '=', 1).execute()
    const done = await stage.over(id)
    expect(done.sums.failed).toBeGreaterThan(0)
    expect(done.sums.delivered + done.sums.failed).toBe(5)
    expect((await stage.lines(id)).filter(({ outcome }) => outcome === 'failure').map(({ error }) => error?.code)).toEqual(
      Array(done.sums.failed).fill('replay/not-kept'),
    )
  })

  it('shows what it would send, and asks the destination nothing', async () => {
    const stage = await stageReplay(await open(), { records: 4, refused: [2] })
    await stage.run()
    const before = stage.destination.journal.length
    const id = await stage.plan()
    const dry = async (include = nothingElse) => stage.product.ask('POST', `${stage.path}/${id}/dry-run`, { include })
    const { body } = await dry()
    expect(body.records).toMatchObject([{ key: '2', outcome: 'mapped', output: { id: 2 } }])
    expect(body.deliveries).toMatchObject([{ method: 'POST', records: 1 }])
    expect((await dry(everything)).body.records).toHaveLength(4)
    expect(stage.destination.journal).toHaveLength(before)
    expect((await stage.look(id)).state).toBe('planned')
  })

  it('takes all that one cause has stopped, and each record once though it failed twice', async () => {
    const stage = await stageReplay(await open(), { records: 6, refused: [2, 4, 6] })
    await stage.run()
    // Failed again: the group holds each of them twice.
    expect(await stage.replayed()).toMatchObject({ state: 'failed', sums: { failed: 3 } })
    const whose = { companyId: stage.product.companyId, connectorId: stage.connectorId }
    const [group] = (await groupsOf(stage.database.db, whose)).groups
    expect(group?.failed).toBe(6)
    stage.mend()
    const planned = await stage.product.ask('POST', `${stage.path}/chosen`, { problem: group?.id, delay: 0 })
    const id = String(planned.body.replayId)
    expect(await stage.look(id)).toMatchObject({ found: 6, plan: { neverArrived: 3 } })
    await stage.start(id)
    expect(await stage.over(id)).toMatchObject({ state: 'completed', sums: { delivered: 3 } })
    expect(inOrder(stage.destination.effects)).toEqual(once(upTo(6)))
  })

  it('knows no transaction of another connector', async () => {
    const stage = await stageReplay(await open(), { records: 2 })
    await stage.run()
    const { connectorId } = await stage.product.activeConnector(stage.config)
    await stage.product.ended(connectorId, await stage.product.run(connectorId))
    const { body } = await stage.product.ask('GET', `/api/analytics/transactions/${connectorId}`)
    const foreign = String(body.transactions[0].transactionId)
    const own = (await stage.transactions())[0]?.transactionId
    for (const reply of [
      await stage.product.ask('POST', `${stage.path}/chosen`, { transactionIds: [own, foreign], delay: 0 }),
      await stage.product.ask('GET', `${stage.path}/transactions/${foreign}`),
    ])
      expect([reply.status, reply.body.code]).toEqual([404, 'replay/unknown-transaction'])
    expect((await stage.product.ask('GET', stage.path)).body.total).toBe(0)
    const id = await stage.plan()
    const elsewhere = await stage.product.ask('POST', `/api/replay/${connectorId}/${id}/start`, { include: everything })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'replay/not-found'])
  })
})
