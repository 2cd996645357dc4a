/** Many connectors with one call: each by itself along the chart, in the sight of the caller, and nothing twice. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { ConnectorState } from '#contract/connectors/details/connector.lifecycle.ts'
import { type BulkAction, type BulkOutcome, bulkMax } from '#contract/connectors/list/connector-bulk.ts'
import { createTestServer, makeConnector, type Who } from '../kit/test-server.ts'

describe('many connectors at once', () => {
  const server = createTestServer()

  async function statusesOf(status: ConnectorState, as: Who = 'userA'): Promise<string> {
    const { connector } = await makeConnector(server, as)
    await sql`update connectors set status = ${status}, status_before = ${status} where id = ${connector._id}`.execute(
      server.database.db,
    )
    return connector._id
  }
  const move = (action: BulkAction, ids: readonly string[], as: Who = 'userA', key?: string) =>
    server.ask('POST', '/api-connectors/bulk', { as, body: { action, ids }, ...(key === undefined ? {} : { key }) })
  const results = async (...asked: Parameters<typeof move>) => (await move(...asked)).json<{ results: BulkOutcome[] }>().results
  const statusOf = async (id: string) => {
    const { rows } = await sql<{ status: string }>`select status from connectors where id = ${id}`.execute(server.database.db)
    return rows[0]?.status
  }
  const historyOf = async (id: string) => {
    const { rows } = await sql<{ what: string }>`
      select what from connector_history where connector_id = ${id} and what in ('paused', 'resumed') order by at, id`.execute(
      server.database.db,
    )
    return rows.map(({ what }) => what)
  }

  it('are each moved as the chart allows it; what one refuses does not stop the others', async () => {
    const [active, paused, draft, deploying, failed] = [
      await statusesOf('Active'),
      await statusesOf('Pause'),
      await statusesOf('Draft'),
      await statusesOf('Deploying'),
      await statusesOf('Failed'),
    ]
    const nobody = uuid()
    const of = async (action: BulkAction) => results(action, [draft, nobody, active, paused, deploying, failed])
    const refused = (id: string, status: ConnectorState) => ({
      ...{ id, outcome: 'refused', status },
      problem: expect.objectContaining({ code: 'connector/not-allowed-now', status: 409 }),
    })
    const notFound = {
      ...{ id: nobody, outcome: 'refused', status: null },
      problem: expect.objectContaining({ code: 'connector/not-found', status: 404 }),
    }
    expect(await of('pause')).toEqual([
      refused(draft, 'Draft'),
      notFound,
      { id: active, outcome: 'done', status: 'Pause' },
      { id: paused, outcome: 'unchanged', status: 'Pause' },
      refused(deploying, 'Deploying'),
      refused(failed, 'Failed'),
    ])
    expect(await of('resume')).toEqual([
      refused(draft, 'Draft'),
      notFound,
      { id: active, outcome: 'done', status: 'Active' },
      { id: paused, outcome: 'done', status: 'Active' },
      refused(deploying, 'Deploying'),
      refused(failed, 'Failed'),
    ])
    expect(await historyOf(active)).toEqual(['paused', 'resumed'])
    expect(server.engine.quiesced).toContain(active)
    for (const [id, status] of [
      [draft, 'Draft'],
      [deploying, 'Deploying'],
      [failed, 'Failed'],
    ] as const)
      expect(await statusOf(id)).toBe(status)
  })

  it('of others are not there, and stay as they are', async () => {
    const [own, others, foreign] = [
      await statusesOf('Active'),
      await statusesOf('Active', 'otherA'),
      await statusesOf('Active', 'adminB'),
    ]
    const told = await results('pause', [others, foreign, own])
    expect(told.map(({ outcome, status, problem }) => [outcome, status, problem?.code])).toEqual([
      ['refused', null, 'connector/not-found'],
      ['refused', null, 'connector/not-found'],
      ['done', 'Pause', undefined],
    ])
    expect([await statusOf(others), await statusOf(foreign)]).toEqual(['Active', 'Active'])
    expect((await results('pause', [others], 'adminA')).map(({ outcome }) => outcome)).toEqual(['done'])
    expect((await results('pause', [foreign], 'superA')).map(({ outcome }) => outcome)).toEqual(['refused'])
    expect((await move('pause', [own], null as never)).statusCode).toBe(401)
  })

  it('are moved once, however often the call is made', async () => {
    const ids = [await statusesOf('Active'), await statusesOf('Active')]
    const key = uuid()
    const first = await move('pause', ids, 'userA', key)
    const again = await move('pause', ids, 'userA', key)
    expect(again.body).toBe(first.body)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect((await results('pause', ids)).map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged'])
    for (const id of ids) expect(await historyOf(id)).toEqual(['paused'])
    expect((await move('resume', ids, 'userA', key)).statusCode).toBe(422)
  })

  it('are told once each, though one is named twice', async () => {
    const id = await statusesOf('Active')
    expect(await results('pause', [id, id])).toEqual([{ id, outcome: 'done', status: 'Pause' }])
  })

  it('may be as many as a page of chosen ones', async () => {
    const ids = Array.from({ length: bulkMax }, () => uuid())
    expect((await results('pause', ids)).map(({ id }) => id)).toEqual(ids)
    expect((await move('pause', [...ids, uuid()])).statusCode).toBe(400)
  })

  it.each([
    ['nothing', undefined],
    ['no ids', { action: 'pause', ids: [] }],
    ['an id that is none', { action: 'pause', ids: ["' or 1=1 --"] }],
    ['another move', { action: 'delete', ids: [uuid()] }],
    ['more than is asked for', { action: 'pause', ids: [uuid()], force: true }],
  ])('are not moved by %s', async (_, body) => {
    const reply = await server.ask('POST', '/api-connectors/bulk', { as: 'userA', ...(body === undefined ? {} : { body }) })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'request/malformed' })
  })
})
