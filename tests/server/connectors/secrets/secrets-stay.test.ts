/** Canaries: unique words in every place for a secret, looked for in everything that leaves the process (threats T-SEC-2 and T-SEC-3). */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { createTestServer, emailOf, goodConfig, type Who } from '../../kit/test-server.ts'

const server = createTestServer()
const canary = (name: string) => `canary-${name}-8c1f9e`

it('keeps nothing that would be a secret in a place that is shown', async () => {
  const made = await server.ask('POST', '/api-connectors/', {
    as: 'userA',
    body: { connector: { name: 'x' }, config: goodConfig },
  })
  const { connector } = made.json<ConnectorAndConfig>()
  const header = (key: string) => ({ key, value: canary('header'), active: false })
  const config = {
    ...goodConfig,
    source: { ...goodConfig.source, headers: [header('x-trace'), header('authorization '), header('Cookie')] },
  }
  const settings = [{ databaseConfig: { password: canary('database') } }, { azureConfig: { key: canary('azure') } }]
  for (const more of settings) {
    const unknown = { ...goodConfig, destination: { ...goodConfig.destination, ...more } }
    const reply = await server.ask('PATCH', `/api-configs/${connector._id}`, { as: 'userA', body: unknown })
    expect(reply.statusCode).toBe(400)
    expect(reply.body).not.toContain('canary-')
  }
  const calls = [
    ['POST', '/api-connectors/', { connector: { name: 'x' }, config }],
    ['PATCH', `/api-connectors/connectors/${connector._id}`, { config }],
    ['PATCH', `/api-configs/${connector._id}`, config],
    ['POST', `/api-connectors/connectors/${connector._id}/deploy`, { config }],
  ] as const
  for (const [method, path, body] of calls) {
    const reply = await server.ask(method, path, { as: 'userA', body })
    expect(reply.json()).toMatchObject({ status: 422, code: 'connector/invalid' })
    expect(reply.json<Problem>().errors?.map((it) => it.path)).toEqual(['/source/headers/1', '/source/headers/2'])
    expect(reply.json<Problem>().errors?.[0]?.message).toBe(
      'Use authentication instead of an authorization header, so the value stays secret',
    )
  }
  const rows = await sql<{ draft: string }>`select draft::text as draft from connectors`.execute(server.database.db)
  expect(JSON.stringify(rows)).not.toContain('canary-')
})

// Some 900 calls, one after the other.
it('lets no secret out by an answer, the log or the rows', { timeout: 120_000 }, async () => {
  const config = {
    ...goodConfig,
    source: { ...goodConfig.source, auth: { type: 'basic', username: 'me', password: canary('basic') } },
    destination: { ...goodConfig.destination, auth: { type: 'apiKey', in: 'query', name: 'key', value: canary('api-key') } },
    enrichment: [
      {
        id: 'e1',
        type: 'http',
        url: 'https://more.example.com',
        auth: {
          type: 'oauth2ClientCredentials',
          tokenUrl: 'https://login.example.com/token',
          clientId: 'c',
          clientSecret: canary('client'),
        },
      },
    ],
  }
  const made = await server.ask('POST', '/api-connectors/', {
    as: 'userA',
    key: 'made',
    body: { connector: { name: 'x' }, config },
  })
  const { connector } = made.json<ConnectorAndConfig>()
  const seen = [
    made.body,
    (await server.ask('POST', '/api-connectors/', { as: 'userA', key: 'made', body: { connector: { name: 'x' }, config } })).body,
  ]
  for (const who of ['userA', 'otherA', 'adminA', 'superA', 'adminB', null] as (Who | null)[]) {
    for (const { method, path } of endpoints.filter((it) => it.method === 'GET')) {
      const url = path.replace(':id', connector._id).replace(':runId', connector._id)
      seen.push((await server.ask(method, url, { as: who })).body)
    }
  }
  seen.push((await server.ask('POST', `/api-connectors/connectors/${connector._id}/deploy`, { as: 'userA' })).body)
  seen.push(
    (await server.ask('POST', '/api-connectors/validateConfig', { as: 'userA', body: { ...config, trigger: canary('basic') } }))
      .body,
  )

  // Where people and programs put secrets by mistake, and where errors repeat what they met.
  const headers = { authorization: `Bearer ${canary('bearer')}`, cookie: `session=${canary('cookie')}` }
  await server.ask('GET', `/api/users/me?access_token=${canary('query')}`, { headers })
  await server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf('userA'), password: canary('password') } })
  await server.ask('POST', '/api/auth/sign-in', { body: `{"password": "${canary('password')}" oops` })
  await server.ask('POST', '/api/auth/refresh', { body: { refreshToken: canary('refresh') } })
  await sql`alter table connectors rename to connectors_away`.execute(server.database.db)
  await server.ask('POST', '/api-connectors/', { as: 'userA', body: { connector: { name: 'x' }, config } })
  await sql`alter table connectors_away rename to connectors`.execute(server.database.db)

  const log = server.logged.join('')
  expect(log).toMatch(/connectors.{1,4}does not exist/)
  for (const who of Object.values(server.sessions)) {
    expect(log).not.toContain(who.accessToken)
    expect(log).not.toContain(who.refreshToken)
  }
  expect(log).not.toContain('canary-')
  for (const body of seen) expect(body).not.toContain('canary-')
  const tables = await sql<{
    name: string
  }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(server.database.db)
  expect(tables.rows.length).toBeGreaterThan(15)
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ all: string | null }>`select string_agg(t::text, ' ') as all from ${sql.table(name)} t`.execute(
      server.database.db,
    )
    expect(rows[0]?.all ?? '', name).not.toContain('canary-')
  }
})

it('masks what is logged by name, and writes one line for one event', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  log.info({
    password: canary('a'),
    body: { refreshToken: canary('b'), deeper: { secret: canary('c') } },
    headers: { authorization: canary('d') },
  })
  const hostile = 'name\r\n{"level":60}\u2028\u001b[31m'
  const error = Object.assign(new Error(hostile), {
    code: 'X',
    detail: canary('e'),
    parameters: [canary('f')],
    cause: { token: canary('g') },
  })
  log.error({ err: error, hostile })
  expect(lines.join('')).not.toContain('canary-')
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(JSON.parse(line)).toBeTruthy()
  expect(lines.every((line) => line.trimEnd().split('\n').length === 1)).toBe(true)
})
