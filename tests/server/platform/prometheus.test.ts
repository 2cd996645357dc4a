/** `/metrics`: who gets it, and that it tells what is. */
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'

import { buildApp } from '#server/app.ts'
import { createMeter } from '#server/engine/metering/meter.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { createTestServer, goodConfig, makeConnector } from '../kit/test-server.ts'

const token = 'a token of the operator'
const server = createTestServer({ metricsToken: token })

const ask = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1', app = server.app) =>
  app.inject({ method: 'GET', url: '/metrics', headers, remoteAddress })

it('is open to this machine and to whoever has the token, and to nobody else', async () => {
  expect((await ask()).statusCode).toBe(200)
  expect((await ask({}, '::1')).statusCode).toBe(200)
  expect((await ask({ authorization: `Bearer ${token}` }, '203.0.113.9')).statusCode).toBe(200)
  const refused = [
    await ask({}, '203.0.113.9'),
    await ask({ authorization: 'Bearer another' }, '203.0.113.9'),
    await ask({ authorization: `Bearer ${token}!` }, '203.0.113.9'),
    await ask({ authorization: `Bearer ${server.sessions.superA.accessToken}` }, '203.0.113.9'),
    // A proxy on this machine stands for somebody else.
    await ask({ 'x-forwarded-for': '203.0.113.9' }),
    await ask({ forwarded: 'for=203.0.113.9' }),
    await ask({ via: '1.1 proxy' }),
    // A page of another site may point its own name at this machine.
    await ask({ host: 'evil.example' }),
    await ask({ host: 'localhost.evil.example:3001' }),
  ]
  for (const reply of refused) {
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['content-type']).toContain('application/problem+json')
    expect(reply.body).not.toContain('datacrane_')
  }
})

it('has no token that opens it when none is set', async () => {
  const { database, masterKey } = server
  const config = { ...readConfig({}), role: 'worker' as const }
  const engine = {
    wake: () => {},
    quiesce: async () => {},
    checkAddresses: async () => [],
    probe: {} as never,
    askForTokens: {} as never,
  }
  const worker = await buildApp({ config, database, engine, masterKey, log: createLog('silent'), version: '0.0.0' })
  for (const authorization of ['Bearer null', 'Bearer ', 'Bearer undefined'])
    expect((await ask({ authorization }, '203.0.113.9', worker)).statusCode).toBe(401)
  // A worker tells of itself as well.
  expect((await ask({}, '127.0.0.1', worker)).body).toContain('datacrane_nodejs_eventloop_lag_seconds')
  await worker.close()
})

it('is closed to a proxy on this machine that says nothing of itself, where people reach the server by an address', async () => {
  const { database, masterKey } = server
  const config = { ...readConfig({ PUBLIC_URL: 'https://crane.example', METRICS_TOKEN: token }), role: 'worker' as const }
  const engine = {
    wake: () => {},
    quiesce: async () => {},
    checkAddresses: async () => [],
    probe: {} as never,
    askForTokens: {} as never,
  }
  const worker = await buildApp({ config, database, engine, masterKey, log: createLog('silent'), version: '0.0.0' })
  const host = '127.0.0.1:3001'
  expect((await ask({ host }, '127.0.0.1', worker)).statusCode).toBe(401)
  expect((await ask({ host, authorization: `Bearer ${token}` }, '127.0.0.1', worker)).statusCode).toBe(200)
  await worker.close()
})

it('names the key that secrets are sealed with, and never the key', async () => {
  const { body } = await ask()
  expect(body).toContain(`datacrane_key_info{key_id="${createVault(server.masterKey).keyId}"} 1`)
  expect(body).not.toContain(server.masterKey)
})

it('tells how many runs ended, also when none has failed', async () => {
  expect((await ask()).body).toMatch(/datacrane_runs_ended_total\{result="failed"\} \d+/)
})

it('tells answers by route and status, never by address', async () => {
  const id = newId()
  await server.ask('GET', `/api-connectors/${id}`, { as: 'userA' })
  await server.ask('GET', '/no/such/secret-path')
  const { body, headers } = await ask()
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toMatch(
    /datacrane_http_request_duration_seconds_count\{method="GET",route="\/api-connectors\/:id",status="404"\} 1/,
  )
  expect(body).toMatch(/datacrane_http_request_duration_seconds_count\{method="GET",route="none",status="404"\} \d/)
  expect(body).not.toContain(id)
  expect(body).not.toContain('secret-path')
})

const figureOf = (body: string, line: string) =>
  Number(
    body
      .split('\n')
      .find((it) => it.startsWith(`${line} `))
      ?.split(' ')[1],
  )

it('tells what waits in the database', async () => {
  const { connector } = await makeConnector(server)
  const whose = { companyId: server.companies.A, connectorId: connector._id }
  await addVersion(server.database.db, { ...whose, config: goodConfig, authorId: server.ids.userA })
  await sql`insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint, records_read,
      records_delivered, records_failed)
    values (${newId()}, ${server.companies.A}, ${connector._id}, 1, 'manual', 'running', '', '', '{}', 100, 60, 5)`.execute(
    server.database.db,
  )
  const { body } = await ask()
  expect(figureOf(body, 'datacrane_database_up')).toBe(1)
  expect(figureOf(body, 'datacrane_runs_open{status="running"}')).toBe(1)
  expect(figureOf(body, 'datacrane_runs_open{status="queued"}')).toBe(0)
  expect(figureOf(body, 'datacrane_runs_waiting')).toBe(1)
  expect(figureOf(body, 'datacrane_records_pending')).toBe(35)
  expect(figureOf(body, 'datacrane_hook_events_held')).toBe(0)
  expect(figureOf(body, 'datacrane_database_connections{state="open"}')).toBeGreaterThan(0)
  expect(body).not.toContain(server.companies.A)
  expect(body).not.toContain('Company A')
})

it('tells the steps of this process by host, at every scrape as they are then', async () => {
  const { database, masterKey } = server
  const meter = createMeter({ db: database.db, log: createLog('silent') })
  const engine = {
    wake: () => {},
    quiesce: async () => {},
    checkAddresses: async () => [],
    probe: {} as never,
    askForTokens: {} as never,
  }
  let circuits: (readonly [string, 'open' | 'probing'])[] = [['https://down.test', 'open']]
  const measured = { ...engine, totals: meter.totals, moving: () => 3, circuits: () => circuits }
  const config = { ...readConfig({}), role: 'worker' as const }
  const app = await buildApp({ config, database, engine: measured, masterKey, log: createLog('silent'), version: '0.0.0' })
  const call = { companyId: newId(), connectorId: newId(), step: 'destination', host: 'https://crm.test', duration: 500 } as const
  meter.count({ ...call, calls: 1, errors: 0, records: 10 })
  meter.count({ ...call, calls: 1, errors: 1, records: 10 })
  const before = await ask({}, '127.0.0.1', app)
  expect(figureOf(before.body, 'datacrane_circuit_not_closed{host="https://down.test",state="open"}')).toBe(1)
  circuits = []
  const { body } = await ask({}, '127.0.0.1', app)
  const labels = '{step="destination",host="https://crm.test"}'
  expect(figureOf(body, `datacrane_step_calls_total${labels}`)).toBe(2)
  expect(figureOf(body, `datacrane_step_errors_total${labels}`)).toBe(1)
  expect(figureOf(body, `datacrane_step_records_total${labels}`)).toBe(10)
  expect(figureOf(body, `datacrane_step_duration_seconds_total${labels}`)).toBe(1)
  expect(figureOf(body, 'datacrane_runs_moving')).toBe(3)
  expect(body).not.toContain('down.test')
  expect(body).not.toContain(call.connectorId)
  await app.close()
})

it('still tells of the process when the database does not answer', async () => {
  await sql`alter table runs rename to runs_away`.execute(server.database.db)
  const { body, statusCode } = await ask()
  await sql`alter table runs_away rename to runs`.execute(server.database.db)
  expect(statusCode).toBe(200)
  expect(figureOf(body, 'datacrane_database_up')).toBe(0)
  expect(figureOf(body, 'datacrane_records_pending')).toBeNaN()
  expect(figureOf(body, 'datacrane_process_cpu_seconds_total')).toBeGreaterThan(0)
})

it('takes no short token', () => {
  expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN')
  expect(readConfig({ METRICS_TOKEN: ' ' }).metricsToken).toBeNull()
})
