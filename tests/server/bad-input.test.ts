/** What people and programs get wrong: a clear message of the catalogue, and nothing changed. */
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { type Ask, goodConfig, makeConnector, raiseHouse } from './house.ts'

const house = raiseHouse()
const unknownId = '00000000-0000-4000-8000-000000000000'

function addressOf(app: FastifyInstance): string {
  const address = app.server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

type Wrong = {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly ask?: Ask
  readonly status: number
  readonly code: string
  readonly errors?: readonly { path: string; message: string }[]
}

const create = { method: 'POST', path: '/api-connectors/' }
const newBody = { connector: { name: 'x' }, config: goodConfig }

const wrongs: readonly Wrong[] = [
  { what: 'an unknown path', method: 'GET', path: '/api/nothing', status: 404, code: 'request/unknown-path' },
  { what: 'a path that is not decodable', method: 'GET', path: '/api-connectors/%zz', status: 404, code: 'request/unknown-path' },
  { what: 'a path of 10 kB', method: 'GET', path: `/api/${'x'.repeat(10_000)}`, status: 404, code: 'request/unknown-path' },
  { what: 'another method', method: 'PUT', path: '/api/auth/sign-in', status: 405, code: 'request/wrong-method' },
  { what: 'no token', ...create, ask: { body: newBody }, status: 401, code: 'auth/token-missing' },
  {
    what: 'malformed JSON',
    ...create,
    ask: { as: 'userA', body: '{"connector": ' },
    status: 400,
    code: 'request/not-json',
  },
  {
    what: 'JSON that poisons prototypes',
    ...create,
    ask: { as: 'userA', body: '{"__proto__": {"admin": true}}' },
    status: 400,
    code: 'request/not-json',
  },
  {
    what: 'another media type',
    ...create,
    ask: { as: 'userA', body: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    status: 415,
    code: 'request/wrong-media-type',
  },
  {
    what: 'a body of more than 1 MB',
    ...create,
    ask: { as: 'userA', body: { ...newBody, connector: { name: 'x', details: 'y'.repeat(1_100_000) } } },
    status: 413,
    code: 'request/too-large',
  },
  {
    what: 'no body',
    ...create,
    ask: { as: 'userA' },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '', message: 'must be an object' }],
  },
  {
    what: 'unknown fields',
    ...create,
    ask: { as: 'userA', body: { ...newBody, companyId: unknownId, connector: { name: 'x', status: 'Active' } } },
    status: 400,
    code: 'request/malformed',
    errors: [
      { path: '/companyId', message: 'is not known here' },
      { path: '/connector/status', message: 'is not known here' },
    ],
  },
  {
    what: 'a number where text belongs',
    ...create,
    ask: { as: 'userA', body: { ...newBody, connector: { name: 5 } } },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/connector/name', message: 'must be text' }],
  },
  {
    what: 'text where a number belongs',
    ...create,
    ask: { as: 'userA', body: { ...newBody, connector: { name: 'x', budgetLimit: '5' } } },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/connector/budgetLimit', message: 'must be a whole number' }],
  },
  {
    what: 'a word outside its set',
    ...create,
    ask: { as: 'userA', body: { ...newBody, config: { ...goodConfig, trigger: { type: 'sometimes' } } } },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/config/trigger/type', message: 'must be one of manual, schedule, webhook' }],
  },
  {
    what: 'a character that cannot be stored',
    ...create,
    ask: { as: 'userA', body: { ...newBody, connector: { name: 'a\u0000b' } } },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/connector/name', message: 'holds a character that cannot be stored' }],
  },
  {
    what: 'a name of blanks',
    ...create,
    ask: { as: 'userA', body: { ...newBody, connector: { name: ' \t ' } } },
    status: 400,
    code: 'request/malformed',
  },
  {
    what: 'half a character in a configuration',
    ...create,
    ask: {
      as: 'userA',
      body: { ...newBody, config: { ...goodConfig, dataMapping: [{ ...goodConfig.dataMapping[0], target: 'a\ud83d' }] } },
    },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/config/dataMapping/0/target', message: 'holds a character that cannot be stored' }],
  },
  {
    what: 'a name that cannot be stored',
    ...create,
    ask: { as: 'userA', body: { ...newBody, connector: { name: 'x', 'a\u0000': 1 } } },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/connector', message: 'has a name that holds a character that cannot be stored' }],
  },
  {
    what: 'a body that is 200,000 levels deep',
    method: 'POST',
    path: '/api-connectors/validateConfig',
    ask: { as: 'userA', body: `${'['.repeat(200_000)}${']'.repeat(200_000)}` },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/0'.repeat(64), message: 'is nested more than 64 levels deep' }],
  },
  {
    what: 'a page beyond all pages',
    method: 'GET',
    path: `/api/analytics/transactions/${unknownId}?page=99999999999999999999`,
    ask: { as: 'userA' },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/query/page', message: 'must be at most 1000000' }],
  },
  {
    what: 'a page of runs beyond all pages',
    method: 'GET',
    path: `/api-connectors/${unknownId}/runs?page=99999999999999999999`,
    ask: { as: 'userA' },
    status: 400,
    code: 'request/malformed',
  },
  {
    what: 'a time before all calendars',
    method: 'GET',
    path: `/api/analytics/transactions/${unknownId}?startDate=0000-01-01T00:00:00Z`,
    ask: { as: 'userA' },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/query/startDate', message: 'must be of a year from 1970 to 9999' }],
  },
  {
    what: 'a place beyond all orders of the sandbox',
    method: 'GET',
    path: '/sandbox/crm/orders?offset=99999999999999999999',
    status: 400,
    code: 'request/malformed',
  },
  {
    what: 'an Idempotency-Key of 300 characters',
    ...create,
    ask: { as: 'userA', body: newBody, key: 'k'.repeat(300) },
    status: 400,
    code: 'request/malformed',
  },
  {
    what: 'an id that is none',
    method: 'GET',
    path: '/api-connectors/abc',
    ask: { as: 'userA' },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/params/id', message: 'must be an id' }],
  },
  {
    what: 'an unknown id',
    method: 'GET',
    path: `/api-connectors/${unknownId}`,
    ask: { as: 'userA' },
    status: 404,
    code: 'connector/not-found',
  },
  {
    what: 'a page that is no number',
    method: 'GET',
    path: `/api-connectors/${unknownId}/runs?page=two`,
    ask: { as: 'userA' },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/query/page', message: 'must be a whole number' }],
  },
  {
    what: 'a parameter twice',
    method: 'GET',
    path: `/api-connectors/${unknownId}/runs?page=1&page=2`,
    ask: { as: 'userA' },
    status: 400,
    code: 'request/malformed',
  },
  {
    what: 'an unknown parameter',
    method: 'GET',
    path: `/api-connectors/${unknownId}/runs?per=2`,
    ask: { as: 'userA' },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/query/per', message: 'is not known here' }],
  },
  {
    what: 'a body where none is taken',
    method: 'POST',
    path: `/api-connectors/pause/${unknownId}`,
    ask: { as: 'userA', body: { force: true } },
    status: 400,
    code: 'request/malformed',
    errors: [{ path: '/force', message: 'is not known here' }],
  },
]

describe('bad input', () => {
  it.each(wrongs)('$what: $status $code', async ({ method, path, ask, status, code, errors }) => {
    const count = () =>
      sql`select (select count(*) from connectors) + (select count(*) from idempotency_keys) as rows`.execute(house.database.db)
    const before = (await count()).rows
    const reply = await house.ask(method, path, ask)
    const body = reply.json()
    expect({ status: reply.statusCode, code: body['code'] }).toEqual({ status, code })
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(body).toMatchObject({
      status,
      detail: body['message'],
      title: expect.any(String),
      requestId: reply.headers['x-request-id'],
    })
    if (errors) expect(body['errors']).toEqual(errors)
    expect((await count()).rows).toEqual(before)
  })

  it('names the methods that an address takes', async () => {
    expect((await house.ask('DELETE', '/api/users/me')).headers['allow']).toBe('GET, HEAD')
    expect((await house.ask('PUT', `/api-connectors/${unknownId}`)).headers['allow']).toBe('GET, HEAD, DELETE')
    expect((await house.ask('GET', '/api-connectors/')).headers['allow']).toBe('POST')
  })

  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['two lengths', 'POST /api/auth/sign-in HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabcd', 400],
    [
      'a length and chunks',
      'POST /api/auth/sign-in HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a header of 100 kB', `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'y'.repeat(100_000)}\r\n\r\n`, 431],
  ])('refuses %s on the wire', async (_, bytes, status) => {
    const { port } = new URL(await house.app.listen({ host: '127.0.0.1', port: 0 }).catch(() => addressOf(house.app)))
    const answer = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toContain('content-type: application/problem+json')
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ status, code: 'request/malformed' })
  })

  it('takes an empty body with a content type for no body', async () => {
    const { connector } = await makeConnector(house)
    const reply = await house.ask('POST', `/api-connectors/pause/${connector._id}`, {
      as: 'userA',
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.json()['code']).toBe('connector/not-allowed-now')
  })

  it('hides what it did not expect, and records it', async () => {
    await sql`alter table mapping_rules rename to mapping_rules_away`.execute(house.database.db)
    const reply = await house.ask('GET', '/api-connectors/connectors/mappingRules', { as: 'userA' })
    await sql`alter table mapping_rules_away rename to mapping_rules`.execute(house.database.db)
    expect(reply.statusCode).toBe(500)
    expect(reply.json()).toMatchObject({ code: 'bug/unexpected', message: 'Something went wrong on our side. It was recorded.' })
    expect(reply.body).not.toContain('mapping_rules')
    const line = house.logged.find((each) => each.includes('mapping_rules'))
    expect(line).toContain(reply.headers['x-request-id'])
  })
})
