/** The calls of replays: what is refused, and that nothing is changed then; what opens beside a connector's own run. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, expect, it } from 'vitest'

import type { Replay, ReplayForm } from '#contract/studio/replay.ts'
import { lockDueSchedules } from '#server/records/connectors/schedules.repository.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { forgetOldReplays } from '#server/records/replay/replays.repository.ts'
import { schedule, working } from '../alerts/alarm-scene.ts'
import { createTestServer, describeOnEachKind, goodConfig } from '../kit/test-server.ts'

const form = {
  source: 'custom',
  timeframe: 'latest',
  count: 2,
  delay: 0,
  records: [{ id: 1 }, { id: 2 }],
} as const satisfies ReplayForm
const include = { arrived: false, unknown: false, skipped: false }

describeOnEachKind('replays', (kind) => {
  const server = createTestServer({}, kind)
  let id = ''
  beforeEach(async () => {
    id = await working(server)
  })

  const post = (path: string, body: unknown, key?: string) =>
    server.ask('POST', `/api/replay/${id}${path}`, { as: 'userA', body, ...(key === undefined ? {} : { key }) })
  const look = (replayId: string) => server.ask('GET', `/api/replay/${id}/${replayId}`, { as: 'userA' })
  const planned = async () => (await post('', form)).json<{ replayId: string }>().replayId
  const codeOf = async (reply: ReturnType<typeof post>) => {
    const { statusCode, json } = await reply
    return [statusCode, json<{ code: string }>().code]
  }
  const count = async () => (await server.ask('GET', `/api/replay/${id}`, { as: 'userA' })).json<{ total: number }>().total

  const wrong: readonly (readonly [string, object, string])[] = [
    ['no source', { source: undefined }, '/source'],
    ['an unknown source', { source: 'other' }, '/source'],
    ['no time frame', { timeframe: undefined }, '/timeframe'],
    ['an unknown time frame', { timeframe: 'month' }, '/timeframe'],
    ['no count', { count: undefined }, '/count'],
    ['a count of 0', { count: 0 }, '/count'],
    ['a count of 51', { count: 51 }, '/count'],
    ['half a record', { count: 1.5 }, '/count'],
    ['no delay', { delay: undefined }, '/delay'],
    ['a delay below 0', { delay: -100 }, '/delay'],
    ['a delay above 10 s', { delay: 10_100 }, '/delay'],
    ['a delay between two steps', { delay: 150 }, '/delay'],
    ['a time that is none', { timeframe: 'filter', startDate: 'yesterday' }, '/startDate'],
    ['no records of a person', { records: undefined }, '/records'],
    ['51 records', { records: Array(51).fill({}) }, '/records'],
    ['a record that is a text', { records: [{ id: 1 }, 'a'] }, '/records/1'],
    ['a record that is a list', { records: [[]] }, '/records/0'],
    ['a record that is nothing', { records: [{}, {}, null] }, '/records/2'],
    ['a sample that is a number', { source: 'sample', sampleData: 1 }, '/sampleData'],
  ]
  it.each(wrong)('with %s is refused and names the field', async (_, change, path) => {
    const reply = await post('', { ...form, ...change })
    expect(reply.statusCode).toBe(400)
    const { code, errors } = reply.json<{ code: string; errors: { path: string; message: string }[] }>()
    expect([code, errors.map((it) => it.path)]).toEqual([
      'request/malformed',
      expect.arrayContaining([expect.stringMatching(`^${path}|^$`)]),
    ])
    expect(JSON.stringify(errors)).toContain(path.slice(1))
    expect(await count()).toBe(0)
  })

  it('of a time that ends before it begins is refused', async () => {
    const range = { timeframe: 'filter', startDate: '2026-11-02T00:00:00Z', endDate: '2026-11-01T00:00:00Z' }
    expect(await codeOf(post('', { ...form, source: 'live', ...range }))).toEqual([400, 'analytics/range-reversed'])
  })

  it('of a choice names transactions or a cause, and not both', async () => {
    const both = { delay: 0, transactionIds: [uuid()], problem: '0'.repeat(32) }
    for (const body of [{ delay: 0 }, both]) expect(await codeOf(post('/chosen', body))).toEqual([400, 'request/malformed'])
    expect(await codeOf(post('/chosen', { delay: 0, transactionIds: [uuid()] }))).toEqual([404, 'replay/unknown-transaction'])
    // A run that may be there, and a place that cannot be.
    const beyond = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
    expect(await codeOf(post('/chosen', { delay: 0, transactionIds: [beyond] }))).toEqual([404, 'replay/unknown-transaction'])
    expect(await count()).toBe(0)
  })

  it.each(['Draft', 'Deploying', 'Pause', 'Failed'])('of a connector that stands at %s are refused', async (status) => {
    const replayId = await planned()
    await sql`update connectors set status = ${status} where id = ${id}`.execute(server.database.db)
    for (const reply of [await post('', form), await post(`/${replayId}/start`, { include })]) {
      const { code, message, allowed } = reply.json<{ code: string; message: string; allowed: string[] }>()
      expect([reply.statusCode, code]).toEqual([409, 'connector/not-allowed-now'])
      expect(message).toContain("You can't run this connector")
      expect(allowed).not.toContain('run')
    }
    const { rows } = await sql`select 1 from runs where connector_id = ${id}`.execute(server.database.db)
    expect(rows).toEqual([])
  })

  it('of a connector or a replay that is not there are 404', async () => {
    const replayId = await planned()
    expect(await codeOf(post(`/${uuid()}/start`, { include }))).toEqual([404, 'replay/not-found'])
    expect(await codeOf(post(`/${uuid()}/stop`, {}))).toEqual([404, 'replay/not-found'])
    expect(await codeOf(post(`/${uuid()}/dry-run`, { include }))).toEqual([404, 'replay/not-found'])
    const path = `/api/replay/${uuid()}/${replayId}/start`
    expect(await codeOf(server.ask('POST', path, { as: 'userA', body: { include } }))).toEqual([404, 'connector/not-found'])
  })

  it('that were planned more than a day ago, or given up, are not started', async () => {
    const old = await planned()
    await sql`update replays set created_at = now() - interval '25 hours' where id = ${old}`.execute(server.database.db)
    expect(await codeOf(post(`/${old}/start`, { include }))).toEqual([409, 'replay/plan-old'])
    expect((await look(old)).json()).toMatchObject({
      state: 'planned',
      isStartable: false,
      stateReason: 'This plan is more than a day old.',
      stateNext: 'This plan can no longer be sent. Discard it and plan again.',
    })
    expect((await post(`/${old}/stop`, {})).json()).toMatchObject({ state: 'discarded', isStartable: false })
    const given = await planned()
    expect((await post(`/${given}/stop`, {})).json()).toMatchObject({ state: 'discarded', step: 0, runId: null })
    const reply = await post(`/${given}/start`, { include })
    expect(reply.json()).toMatchObject({ code: 'replay/not-allowed-now', allowed: [] })
    expect((await post(`/${given}/stop`, {})).statusCode).toBe(200)
  })

  it('of a version that is live no more say so', async () => {
    const replayId = await planned()
    expect((await look(replayId)).json()).toMatchObject({ isStartable: true, stateReason: 'Nothing has been sent yet.' })
    const { db } = server.database
    await addVersion(db, { companyId: server.companies.A, connectorId: id, config: goodConfig, authorId: server.ids.userA })
    await sql`update connectors set live_version = 2 where id = ${id}`.execute(db)
    const stateReason = 'Another version went live after you planned this replay.'
    expect((await look(replayId)).json()).toMatchObject({ isStartable: false, stateReason })
    const { data } = (await server.ask('GET', `/api/replay/${id}`, { as: 'userA' })).json<{ data: Replay[] }>()
    expect(data).toMatchObject([{ isStartable: false, stateReason }])
    expect(await codeOf(post(`/${replayId}/start`, { include }))).toEqual([409, 'replay/version-changed'])
  })

  it('of one’s own records say how many were given and hold the first of them', async () => {
    const { replayId } = (await post('', { ...form, records: [{ id: 1 }, { id: 2 }, { id: 3 }] })).json<{ replayId: string }>()
    expect((await look(replayId)).json()).toMatchObject({ found: 3, plan: { new: 2 } })
  })

  it('open beside the connector’s own run, one at a time, and keep no schedule from its start', async () => {
    const { db } = server.database
    const woken = server.engine.woken
    const replayId = await planned()
    const started = await post(`/${replayId}/start`, { include })
    expect(started.statusCode).toBe(202)
    expect(started.json()).toMatchObject({
      state: 'queued',
      step: 1,
      plan: { new: 2 },
      include,
      sums: { chosen: 2, waiting: 2, notSent: 0 },
      result: null,
    })
    expect(server.engine.woken).toBe(woken + 1)
    expect(await codeOf(post(`/${await planned()}/start`, { include }))).toEqual([409, 'replay/already-running'])
    // Nothing of it would be sent; that another one is under way is said all the same.
    const empty = (await post('', { ...form, source: 'live', records: undefined })).json<{ replayId: string }>().replayId
    expect(await codeOf(post(`/${empty}/start`, { include }))).toEqual([409, 'replay/already-running'])
    await schedule(server, id, new Date(Date.now() - 1_000))
    const due = await db.transaction().execute((tx) => lockDueSchedules(tx, 10))
    expect(due.find((it) => it.connectorId === id)?.isBusy).toBe(false)
    const own = () => server.ask('POST', `/api-connectors/${id}/runs`, { as: 'userA' })
    expect((await own()).statusCode).toBe(202)
    expect(await codeOf(own())).toEqual([409, 'run/already-open'])
    const { rows } = await sql<{ trigger: string }>`
      select trigger from runs where connector_id = ${id} and status = 'queued' order by trigger`.execute(db)
    expect(rows.map(({ trigger }) => trigger)).toEqual(['manual', 'replay'])
    const history = await sql<{ detail: string }>`
      select detail from connector_history where connector_id = ${id} and what = 'ran' order by at limit 1`.execute(db)
    expect(history.rows[0]?.detail).toMatch(/^Replay of 2 records started as run /)
    const stopped = await post(`/${replayId}/stop`, {})
    expect(stopped.json()).toMatchObject({
      state: 'stopped',
      sums: { chosen: 2, waiting: 0, notSent: 2 },
      result: { processed: 0, successRate: null },
    })
    expect(server.engine.quiesced.at(-1)).toBe(id)
    const after = await sql<{
      trigger: string
    }>`select trigger from runs where connector_id = ${id} and status = 'queued'`.execute(db)
    expect(after.rows.map(({ trigger }) => trigger)).toEqual(['manual'])
  })

  it('pause, resume and are cancelled together with the connector’s own run', async () => {
    const replayId = await planned()
    await post(`/${replayId}/start`, { include })
    await server.ask('POST', `/api-connectors/${id}/runs`, { as: 'userA' })
    const states = async () => {
      const { rows } = await sql<{ status: string }>`select status from runs where connector_id = ${id}`.execute(
        server.database.db,
      )
      return rows.map(({ status }) => status)
    }
    await server.ask('POST', `/api-connectors/pause/${id}`, { as: 'userA' })
    expect(await states()).toEqual(['paused', 'paused'])
    expect((await server.ask('GET', `/api/replay/${id}/${replayId}`, { as: 'userA' })).json()).toMatchObject({ state: 'paused' })
    await server.ask('POST', `/api-connectors/resume/${id}`, { as: 'userA' })
    expect(await states()).toEqual(['queued', 'queued'])
    await server.ask('DELETE', `/api-connectors/${id}`, { as: 'userA' })
    expect(await states()).toEqual(['cancelled', 'cancelled'])
  })

  it('are forgotten with the ledger, those that run excepted', async () => {
    const { db } = server.database
    const [ended, running] = [await planned(), await planned()]
    await post(`/${running}/start`, { include })
    await sql`update replays set created_at = now() - interval '91 days' where id in (${ended}, ${running})`.execute(db)
    const young = await planned()
    await forgetOldReplays(db, 90)
    const { rows } = await sql<{ id: string; lines: number }>`
      select id, (select count(*) from replay_lines l where l.replay_id = y.id) as lines from replays y where connector_id = ${id}`.execute(
      db,
    )
    expect(rows.map((it) => it.id).toSorted()).toEqual([running, young].toSorted())
    const left = await sql`select 1 from replay_lines where replay_id = ${ended}`.execute(db)
    expect(left.rows).toEqual([])
  })
})
