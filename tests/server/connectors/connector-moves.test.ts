/** Every status × every move, against the real databases: exactly what the chart allows passes, and leads where the chart says. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  type ConnectorMove,
  type ConnectorState,
  connectorLifecycle,
  connectorMoveNames,
  connectorStates,
} from '#contract/connectors/details/connector.lifecycle.ts'
import type { Deployment } from '#contract/connectors/details/connector.ts'
import { allowedMoves, moved } from '#contract/kit/lifecycle.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { createTestServer, describeOnEachKind, goodConfig, makeConnector, type TestServer } from '../kit/test-server.ts'

type UserMove = keyof typeof connectorMoveNames
const calls: Readonly<Record<UserMove, (server: TestServer, id: string) => ReturnType<TestServer['ask']>>> = {
  'user.deployed': (server, id) => server.ask('POST', `/api-connectors/connectors/${id}/deploy`, { as: 'userA' }),
  'user.paused': (server, id) => server.ask('POST', `/api-connectors/pause/${id}`, { as: 'userA' }),
  'user.resumed': (server, id) => server.ask('POST', `/api-connectors/resume/${id}`, { as: 'userA' }),
  'user.ran': (server, id) => server.ask('POST', `/api-connectors/${id}/runs`, { as: 'userA' }),
  'user.edited': (server, id) =>
    server.ask('PATCH', `/api-connectors/connectors/${id}`, { as: 'userA', body: { connector: { details: 'other' } } }),
  'user.deleted': (server, id) => server.ask('DELETE', `/api-connectors/${id}`, { as: 'userA' }),
}
const moves = Object.keys(calls) as UserMove[]

type Row = {
  status: ConnectorState
  status_before: ConnectorState
  deleted_at: Date | null
  revision: number
  status_reason: string
  status_next: string
}

async function stand(server: TestServer, state: ConnectorState): Promise<string> {
  const { connector } = await makeConnector(server)
  const { db } = server.database
  const whose = { companyId: server.companies.A, connectorId: connector._id }
  await addVersion(db, { ...whose, config: goodConfig, authorId: server.ids.userA })
  await sql`update connectors set status = ${state}, status_before = 'Draft', live_version = 1 where id = ${connector._id}`.execute(
    db,
  )
  return connector._id
}

const rowOf = async (server: TestServer, id: string) =>
  (
    await sql<Row>`select status, status_before, deleted_at, revision, status_reason, status_next from connectors where id = ${id}`.execute(
      server.database.db,
    )
  ).rows[0]

const historyOf = async (server: TestServer, id: string) =>
  (
    await sql<{ what: string; from_status: string; to_status: string; actor_id: string }>`
      select what, from_status, to_status, actor_id from connector_history where connector_id = ${id} and what <> 'created'`.execute(
      server.database.db,
    )
  ).rows

describeOnEachKind('connector', (kind) => {
  const server = createTestServer({}, kind)

  describe.each(connectorStates)('%s', (state) => {
    it.each(moves)('%s', async (move) => {
      const id = await stand(server, state)
      const before = await rowOf(server, id)
      const to = moved(connectorLifecycle, state, { type: move } as ConnectorMove, { before: state })
      const reply = await calls[move](server, id)
      const after = await rowOf(server, id)
      if (to === null) {
        expect(reply.statusCode).toBe(409)
        const words = allowedMoves(connectorLifecycle, state).flatMap((type) => connectorMoveNames[type as UserMove] ?? [])
        expect(reply.json<Problem>()).toMatchObject({ code: 'connector/not-allowed-now', allowed: words })
        expect(after).toEqual(before)
        expect(await historyOf(server, id)).toEqual([])
        return
      }
      expect(reply.statusCode, reply.body).toBeLessThan(300)
      if (to === 'Deleted') expect(after?.deleted_at).not.toBeNull()
      else expect(after).toMatchObject({ status: to, deleted_at: null })
      expect(await historyOf(server, id)).toMatchObject([{ from_status: state, to_status: to, actor_id: server.ids.userA }])
    })
  })

  it('remembers where a deployment began', async () => {
    const id = await stand(server, 'Pause')
    await calls['user.deployed'](server, id)
    expect(await rowOf(server, id)).toMatchObject({ status: 'Deploying', status_before: 'Pause' })
  })

  it('deploys no operation while a process of another version reports', async () => {
    const { db } = server.database
    const id = await stand(server, 'Draft')
    await sql`update connectors set draft = jsonb_set(draft::jsonb, '{destination,operation}', '{"do":"each","parameters":[]}') where id = ${id}`.execute(
      db,
    )
    const report = (version: string, seconds: number) =>
      sql`insert into processes (id, role, version, started_at, seen_at, figures)
        values (${version}, 'worker', ${version}, now(), now() - ${seconds} * interval '1 second', '{}')`.execute(db)
    await report('0.9.0', 5)
    await report('0.8.0', 60)
    const before = await rowOf(server, id)
    const refused = await calls['user.deployed'](server, id)
    expect([refused.statusCode, refused.json<Problem>().code]).toEqual([409, 'connector/mixed-versions'])
    expect(await rowOf(server, id)).toEqual(before)
    const inParts = await stand(server, 'Draft')
    const source = {
      ...{ type: 'database', parts: 4, auth: { type: 'basic', username: 'crane', password: 'sesame' } },
      databaseConfig: { engine: 'postgresql', host: 'db.example.com', database: 'shop', table: 'orders' },
    }
    await server.ask('PATCH', `/api-connectors/connectors/${inParts}`, {
      as: 'userA',
      body: { config: { ...goodConfig, source } },
    })
    expect((await calls['user.deployed'](server, inParts)).json<Problem>()).toMatchObject({ code: 'connector/mixed-versions' })
    const stream = { type: 'nats', natsConfig: { host: 'nats.example.com', stream: 'ORDERS' } }
    await server.ask('PATCH', `/api-connectors/connectors/${inParts}`, {
      as: 'userA',
      body: { config: { ...goodConfig, source: stream } },
    })
    expect((await calls['user.deployed'](server, inParts)).json<Problem>()).toMatchObject({ code: 'connector/mixed-versions' })
    const listConfig = {
      ...{ type: 'simple', iterationPath: '', batchSize: 10, outputConfig: { strategy: 'individual' } },
      incrementalConfig: { by: 'field', cursorPath: 'at' },
    }
    const url = 'https://shop.example.com/orders?from={{cursor}}&to={{cursorEnd}}'
    await server.ask('PATCH', `/api-connectors/connectors/${inParts}`, {
      as: 'userA',
      body: { config: { ...goodConfig, source: { ...goodConfig.source, url, isList: true, listConfig } } },
    })
    expect((await calls['user.deployed'](server, inParts)).json<Problem>()).toMatchObject({ code: 'connector/mixed-versions' })
    const formula = { name: 'F', type: 'formula', text: 'upper(a)' }
    const computed = await stand(server, 'Draft')
    await server.ask('PATCH', `/api-connectors/connectors/${computed}`, {
      as: 'userA',
      body: {
        config: {
          ...goodConfig,
          dataMapping: [{ id: '1', source: '', target: 'b', sourcePath: '', targetPath: 'b', rule: formula }],
        },
      },
    })
    expect((await calls['user.deployed'](server, computed)).json<Problem>()).toMatchObject({ code: 'connector/mixed-versions' })
    const several = await stand(server, 'Draft')
    const second = { id: 1, name: 'Second', destination: goodConfig.destination, dataMapping: goodConfig.dataMapping }
    await server.ask('PATCH', `/api-connectors/connectors/${several}`, {
      as: 'userA',
      body: { config: { ...goodConfig, routes: { fit: 'all', first: {}, others: [second] } } },
    })
    expect((await calls['user.deployed'](server, several)).json<Problem>()).toMatchObject({ code: 'connector/mixed-versions' })
    const plain = await stand(server, 'Draft')
    expect((await calls['user.deployed'](server, plain)).statusCode).toBe(202)
    await sql`update processes set seen_at = now() - interval '91 seconds' where id = '0.8.0'`.execute(db)
    expect((await calls['user.deployed'](server, id)).statusCode).toBe(202)
    await sql`delete from processes`.execute(db)
  })

  it('deploys once when it is pressed 10 times at once', async () => {
    const id = await stand(server, 'Draft')
    const replies = await Promise.all(Array.from({ length: 10 }, () => calls['user.deployed'](server, id)))
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([202, ...Array(9).fill(409)])
    const { rows } = await sql`select status from deployments where connector_id = ${id}`.execute(server.database.db)
    expect(rows).toEqual([{ status: 'queued' }])
  })

  it('gives one of parallel pauses and resumes at a time, and ends where the last answer said', async () => {
    const id = await stand(server, 'Active')
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => calls[at % 2 === 0 ? 'user.paused' : 'user.resumed'](server, id)),
    )
    const paused = replies.filter((reply, at) => at % 2 === 0 && reply.statusCode === 200).length
    const resumed = replies.filter((reply, at) => at % 2 === 1 && reply.statusCode === 200).length
    expect(paused - resumed).toBe((await rowOf(server, id))?.status === 'Pause' ? 1 : 0)
    expect((await historyOf(server, id)).length).toBe(paused + resumed)
  })

  it('opens one run at a time, and pause, resume and delete take it along', async () => {
    const id = await stand(server, 'Active')
    const replies = await Promise.all(Array.from({ length: 10 }, () => calls['user.ran'](server, id)))
    expect(replies.filter(({ statusCode }) => statusCode === 202)).toHaveLength(1)
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()['code']).toBe('run/already-open')
    const runs = async () =>
      (await sql<{ status: string }>`select status from runs where connector_id = ${id}`.execute(server.database.db)).rows
    expect(await runs()).toEqual([{ status: 'queued' }])
    const standing = async () => {
      const row = await rowOf(server, id)
      return [row?.status_reason, row?.status_next]
    }
    await calls['user.paused'](server, id)
    expect(await runs()).toEqual([{ status: 'paused' }])
    expect(await standing()).toEqual(['Paused.', 'Nothing is sent until you resume.'])
    expect(server.engine.quiesced).toContain(id)
    await calls['user.resumed'](server, id)
    expect(await runs()).toEqual([{ status: 'queued' }])
    expect(await standing()).toEqual(['Resumed.', 'Runs when you start it, or continues a run.'])
    await calls['user.deleted'](server, id)
    expect(await runs()).toEqual([{ status: 'cancelled' }])
    expect((await server.ask('GET', `/api-connectors/${id}`, { as: 'userA' })).statusCode).toBe(404)
    expect((await server.ask('GET', `/api-connectors/${id}/runs`, { as: 'adminA' })).statusCode).toBe(404)
  })

  it('speaks of no run when there is none', async () => {
    const id = await stand(server, 'Active')
    await calls['user.paused'](server, id)
    expect(await rowOf(server, id)).toMatchObject({
      status_reason: 'Paused.',
      status_next: 'Nothing is sent until you resume.',
    })
    await calls['user.resumed'](server, id)
    expect(await rowOf(server, id)).toMatchObject({
      status_reason: 'Resumed.',
      status_next: 'Runs when you start it, or continues a run.',
    })
  })

  it('refuses to deploy what has errors, names them all, and changes nothing', async () => {
    const id = await stand(server, 'Draft')
    const before = await rowOf(server, id)
    const config = {
      ...goodConfig,
      trigger: { type: 'schedule', cron: 'now and then' },
      source: { type: 'http', url: 'ftp://shop.example.com' },
      destination: { type: 'http', url: 'https://crm.example.com' },
    }
    const reply = await server.ask('POST', `/api-connectors/connectors/${id}/deploy`, { as: 'userA', body: { config } })
    expect(reply.json<Problem>()).toMatchObject({ status: 422, code: 'connector/invalid' })
    expect(
      reply
        .json<Problem>()
        .errors?.map(({ path }) => path)
        .toSorted(),
    ).toEqual(['/destination/requestMethod', '/source/requestMethod', '/source/url', '/trigger/cron'])
    expect(await rowOf(server, id)).toEqual(before)
    const { rows } = await sql`select 1 from deployments where connector_id = ${id}`.execute(server.database.db)
    expect(rows).toEqual([])
  })

  it('saves and deploys what is sent along in one commit, by either path', async () => {
    const id = await stand(server, 'Draft')
    const config = { ...goodConfig, name: 'Sent along' }
    const body = { config, version: 1_700_000_000, deployedBy: 'config-editor', revision: 1 }
    const reply = await server.ask('POST', `/api-connectors/${id}/deploy`, { as: 'userA', body })
    expect(reply.json<Deployment>()).toMatchObject({
      connectorId: id,
      status: 'queued',
      progress: 0,
      deployedBy: 'userA Example',
    })
    expect(await rowOf(server, id)).toMatchObject({ status: 'Deploying', revision: 2 })
    const status = await server.ask('GET', `/api-connectors/connectors/${id}/deployment-status`, { as: 'userA' })
    expect(status.json()).toEqual(reply.json())
    const { rows } = await sql<{ config: { name: string } }>`select config from deployments where connector_id = ${id}`.execute(
      server.database.db,
    )
    expect(rows[0]?.config.name).toBe('Sent along')
  })

  it('refuses to deploy from an old revision', async () => {
    const id = await stand(server, 'Draft')
    await calls['user.edited'](server, id)
    const reply = await server.ask('POST', `/api-connectors/connectors/${id}/deploy`, { as: 'userA', body: { revision: 1 } })
    expect(reply.json()['code']).toBe('connector/stale')
    expect(await rowOf(server, id)).toMatchObject({ status: 'Draft' })
  })

  it('says that there never was a deployment', async () => {
    const id = await stand(server, 'Draft')
    const reply = await server.ask('GET', `/api-connectors/connectors/${id}/deployment-status`, { as: 'userA' })
    expect(reply.json()).toMatchObject({ status: 404, code: 'connector/never-deployed' })
  })
})
