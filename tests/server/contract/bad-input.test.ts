/** What people and programs get wrong: a clear message of the catalogue, and nothing changed. */
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { createTestServer, makeConnector } from '../kit/test-server.ts'
import { unknownId, wrongs } from './wrong-requests.ts'

const house = createTestServer()

function addressOf(app: FastifyInstance): string {
  const address = app.server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

describe('bad input', () => {
  it.each(wrongs)('$what: $status $code', async ({ method, path, ask, status, code, message, errors }) => {
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
    if (message) expect(body['message']).toBe(message)
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
    expect(reply.json()).toMatchObject({
      code: 'bug/unexpected',
      message: 'Something went wrong on our side. We recorded the error.',
    })
    expect(reply.body).not.toContain('mapping_rules')
    const line = house.logged.find((each) => each.includes('mapping_rules'))
    expect(line).toContain(reply.headers['x-request-id'])
  })
})
