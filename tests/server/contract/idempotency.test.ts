import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { ConnectorAndConfig, Deployment } from '#contract/connectors/details/connector.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { createTestServer, describeOnEachKind, goodConfig } from '../kit/test-server.ts'

describeOnEachKind('Idempotency-Key', (kind) => {
  const server = createTestServer({}, kind)
  const ask: typeof server.ask = (...it) => server.ask(...it)
  const body = { connector: { name: 'Once' }, config: goodConfig }
  const create = (key: string, more = {}) => ask('POST', '/api-connectors/', { as: 'userA', key, body: { ...body, ...more } })
  const count = async () =>
    (await sql<{ count: number }>`select count(*) from connectors`.execute(server.database.db)).rows[0]?.count ?? 0

  it('gives the first answer again, byte for byte', async () => {
    const before = await count()
    const first = await create('again')
    const second = await create('again')
    expect(first.statusCode).toBe(201)
    expect(second.statusCode).toBe(201)
    expect(second.body).toBe(first.body)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(await count()).toBe(before + 1)
  })

  it('makes one thing of 20 identical requests at once', async () => {
    const before = await count()
    const replies = await Promise.all(Array.from({ length: 20 }, () => create('at once')))
    expect(await count()).toBe(before + 1)
    const made = replies.filter(({ statusCode }) => statusCode === 201)
    const waiting = replies.filter(({ statusCode }) => statusCode === 409)
    expect(made.length).toBeGreaterThan(0)
    expect(made.length + waiting.length).toBe(20)
    expect(new Set(made.map((reply) => reply.json<ConnectorAndConfig>().connector._id)).size).toBe(1)
    for (const reply of waiting) expect(reply.json()).toMatchObject({ code: 'request/in-progress', retryable: true })
    expect((await create('at once')).body).toBe(made[0]?.body)
  })

  it('refuses a key that another request has used', async () => {
    await create('mine')
    const other = await create('mine', { connector: { name: 'Something else' } })
    expect(other.json()).toMatchObject({ status: 422, code: 'request/key-reused' })
    const elsewhere = await ask('POST', '/api-connectors/connectors/saveMappingRule', {
      as: 'userA',
      key: 'mine',
      body: { type: 'constant', name: 'x', value: 1 },
    })
    expect(elsewhere.json()['code']).toBe('request/key-reused')
  })

  it('keeps the keys of people apart', async () => {
    const one = await create('shared words')
    const other = await ask('POST', '/api-connectors/', { as: 'adminB', key: 'shared words', body })
    expect(other.statusCode).toBe(201)
    expect(other.json<ConnectorAndConfig>().connector._id).not.toBe(one.json<ConnectorAndConfig>().connector._id)
  })

  it('gives a refusal again as well', async () => {
    const { connector } = (await create('a draft')).json<ConnectorAndConfig>()
    const pause = () => ask('POST', `/api-connectors/pause/${connector._id}`, { as: 'userA', key: 'pause it' })
    const first = (await pause()).json()
    const second = await pause()
    expect(first).toMatchObject({ status: 409, code: 'connector/not-allowed-now' })
    expect(second.json()).toEqual({ ...first, requestId: second.headers['x-request-id'] })
    expect(second.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  })

  it('lets a request be tried again whose first try died on its way, and still makes one thing', async () => {
    const first = (await create('died')).json<ConnectorAndConfig>()
    // As a crash between the commit and the answer leaves it.
    const asLeft = (seconds: number) =>
      sql`update idempotency_keys set status = null, answer = null, created_at = now() - ${seconds} * interval '1 second'
        where key = 'died'`.execute(server.database.db)
    await asLeft(5)
    expect((await create('died')).json()['code']).toBe('request/in-progress')
    await asLeft(61)
    const before = await count()
    const second = await create('died')
    expect(second.statusCode).toBe(201)
    expect(second.json<ConnectorAndConfig>().connector._id).toBe(first.connector._id)
    expect(await count()).toBe(before)
  })

  /** As a crash between the commit and the answer leaves a key, a minute later. */
  const forgetAnswer = (key: string) =>
    sql`update idempotency_keys set status = null, answer = null, created_at = now() - interval '61 seconds'
      where key = ${key}`.execute(server.database.db)
  const rowsOf = async (table: string, id: string) =>
    (await sql<{ id: string }>`select id from ${sql.table(table)} where connector_id = ${id}`.execute(server.database.db)).rows

  it('starts one deployment and one run, although the answers were lost and both have ended', async () => {
    const id = (await create('moving')).json<ConnectorAndConfig>().connector._id
    const deploy = () => ask('POST', `/api-connectors/connectors/${id}/deploy`, { as: 'userA', key: 'deploy it' })
    const { deploymentId } = (await deploy()).json<Deployment>()
    await sql`update deployments set status = 'live', ended_at = now() where id = ${deploymentId}`.execute(server.database.db)
    const whose = { companyId: server.companies.A, connectorId: id }
    await addVersion(server.database.db, { ...whose, config: goodConfig, authorId: server.ids.userA })
    await sql`update connectors set status = 'Active', live_version = 1 where id = ${id}`.execute(server.database.db)
    await forgetAnswer('deploy it')
    expect((await deploy()).json<Deployment>().deploymentId).toBe(deploymentId)
    expect(await rowsOf('deployments', id)).toEqual([{ id: deploymentId }])

    const run = () => ask('POST', `/api-connectors/${id}/runs`, { as: 'userA', key: 'run it' })
    const { runId } = (await run()).json<{ runId: string }>()
    await sql`update runs set status = 'succeeded', ended_at = now() where id = ${runId}`.execute(server.database.db)
    await forgetAnswer('run it')
    expect((await run()).json<{ runId: string }>()).toEqual({ runId })
    expect(await rowsOf('runs', id)).toEqual([{ id: runId }])
  })

  it('is not given back when only the answer could not be kept', async () => {
    const { db } = server.database
    await sql`alter table idempotency_keys add constraint no_answers check (status is null or key <> 'unkept')`.execute(db)
    const first = await create('unkept')
    await sql`alter table idempotency_keys drop constraint no_answers`.execute(db)
    expect(first.statusCode).toBe(500)
    expect((await create('unkept')).json()['code']).toBe('request/in-progress')
    const before = await count()
    await forgetAnswer('unkept')
    expect((await create('unkept')).statusCode).toBe(201)
    expect(await count()).toBe(before)
  })

  it('gives the first answer a day later too', async () => {
    const first = await create('yesterday')
    await sql`update idempotency_keys set created_at = now() - interval '23 hours' where key = 'yesterday'`.execute(
      server.database.db,
    )
    await sql`update connectors set name = 'Renamed' where id = ${first.json<ConnectorAndConfig>().connector._id}`.execute(
      server.database.db,
    )
    expect((await create('yesterday')).body).toBe(first.body)
  })

  it('is not spent by a request that was malformed', async () => {
    const wrong = await ask('POST', '/api-connectors/', { as: 'userA', key: 'late', body: { connector: {} } })
    expect(wrong.statusCode).toBe(400)
    expect((await create('late')).statusCode).toBe(201)
  })
})
