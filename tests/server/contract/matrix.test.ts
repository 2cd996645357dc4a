/** Every route × every method × everybody (threats T-IDOR and T-BFLA). Who gets what stands in `matrix-table.ts` and nowhere else. */
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'

import { endpoints } from '#contract/endpoints.ts'
import { addUser } from '#server/features/auth/users.repository.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { deriveKey } from '#server/platform/security/vault.ts'
import { byForm } from '../../kit/form.ts'
import { routesOf } from '../kit/routes-of.ts'
import { createTestServer, emailOf, password, type Who } from '../kit/test-server.ts'
import { idsFor } from './matrix-ids.ts'
import { allowances, type Ids, table, type Visitor, visitors } from './matrix-table.ts'

const server = createTestServer({ signInLimit: 1_000_000, rateLimit: 1_000_000 })
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Of the call and of the same one under other paths. */
const urlsOf = new Map(endpoints.map(({ method, path, aliases = [] }) => [`${method} ${path}`, [path, ...aliases]]))
const statusOf = new Map(endpoints.map(({ method, path, status }) => [`${method} ${path}`, status]))
/** The router takes a slash at the end for nothing. */
const bare = (url: string) => url.replace(/\/$/, '')
const callOf = new Map(
  [...urlsOf].flatMap(([call, urls]) => urls.map((url) => [`${call.split(' ')[0]} ${bare(url)}`, call] as const)),
)
const paths = [...new Set([...urlsOf.values()].flat())].toSorted()

const tokens = {} as Record<'deactivated' | 'expired' | 'ended', string>

async function signInAs(email: string): Promise<string> {
  const reply = await server.ask('POST', '/api/auth/sign-in', { body: { email, password } })
  return reply.json<{ accessToken: string }>().accessToken
}

beforeAll(async () => {
  const { db } = server.database
  const email = 'gone@example.test'
  const names = { firstName: 'Gone', lastName: 'Example' }
  const passwordHash = await hashPassword(password)
  await addUser(db, { ...names, id: uuid(), companyId: server.companies.A, email, role: 'ADMIN', passwordHash })
  tokens.deactivated = await signInAs(email)
  await sql`update users set active = false where email = ${email}`.execute(db)
  tokens.ended = await signInAs(emailOf('adminA'))
  await server.ask('POST', '/api/auth/sign-out', { headers: { authorization: `Bearer ${tokens.ended}` } })
  const [, payload = ''] = (await signInAs(emailOf('adminA'))).split('.')
  const { sid, sub }: { sid: string; sub: string } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const then = Math.floor(Date.now() / 1_000) - 60
  tokens.expired = await new SignJWT({ sid })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(sub)
    .setIssuer('datacrane')
    .setAudience('datacrane-api')
    .setIssuedAt(then - 60)
    .setExpirationTime(then)
    .sign(deriveKey(server.masterKey, 'access tokens'))
})

async function headersOf(visitor: Visitor, leaves: boolean): Promise<Record<string, string>> {
  if (visitor === 'none') return {}
  const own = visitor in tokens ? tokens[visitor as keyof typeof tokens] : server.sessions[visitor as Who].accessToken
  const token = leaves && !(visitor in tokens) ? await signInAs(emailOf(visitor as Who)) : own
  return { authorization: `Bearer ${token}` }
}

const filled = (url: string, ids: Readonly<Record<string, string>>) =>
  url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? uuid())
const rowsOf = async (id: string) => (await sql`select * from connectors where id = ${id}`.execute(server.database.db)).rows

describe('the table', () => {
  it('has every route that is served, and every one of it is served', () => {
    const listed = Object.keys(table).flatMap((call) =>
      (urlsOf.get(call) ?? [`${call.split(' ')[1]}`]).map((url) => `${call.split(' ')[0]} ${url.replace(/\/$/, '')}`),
    )
    expect(listed.toSorted()).toEqual(routesOf(server.app))
    expect(listed.length).toBeGreaterThan(60)
  })

  it('has every call of the contract', () => {
    expect(Object.keys(table).toSorted()).toEqual([...urlsOf.keys()].toSorted())
  })

  it('agrees with the contract on who needs no token', () => {
    const open = endpoints.filter(({ access }) => access === 'public').map(({ method, path }) => `${method} ${path}`)
    const inTable = Object.keys(table).filter((call) => table[call]?.of === 'anybody')
    // The outbox asks by itself, because of the demo.
    expect([...inTable, 'GET /api/outbox'].toSorted()).toEqual(open.toSorted())
  })

  it.each(['deactivated', 'expired', 'ended'] as const)('knows a token that is %s, and none that is empty', async (which) => {
    expect(tokens[which].split('.')).toHaveLength(3)
    const reply = await server.ask('GET', '/api/users/me', { headers: { authorization: `Bearer ${tokens[which]}` } })
    expect(reply.json()).toMatchObject({ code: which === 'expired' ? 'auth/token-expired' : 'auth/token-invalid' })
  })
})

/** What is not served at all is refused alike, whoever asks: the short form asks as nobody and as the one who may most. */
const visitorsOfNothing = byForm<readonly Visitor[]>(['none', 'superA'], visitors)

describe.each(paths)('%s', (url) => {
  it.each(methods)('%s', async (method) => {
    const call = callOf.get(`${method} ${bare(url)}`)
    const row = call === undefined ? undefined : table[call]
    let ids: Ids = {}
    let areUsed = true
    for (const visitor of row ? visitors : visitorsOfNothing) {
      // What a refused call was about stands as it was: the next visitor asks for the same.
      if (row && areUsed) ids = await idsFor(server, row, url)
      areUsed = row !== undefined && allowances[row.of][visitor] === 'yes'
      const id = row?.of === 'connector' ? (ids['id'] ?? '') : null
      const before = id === null ? [] : await rowsOf(id)
      const headers = await headersOf(visitor, row?.leaves ?? false)
      const body = typeof row?.body === 'function' ? row.body(ids) : row?.body
      const reply = await server.ask(method, filled(url, ids), { headers, ...(body ? { body } : {}) })
      const told = `${visitor}: ${reply.statusCode} ${reply.body.slice(0, 200)}`
      if (!row) {
        // Where a word stands for an id of another route, that route refuses.
        expect([400, 401, 403, 404, 405], told).toContain(reply.statusCode)
        continue
      }
      const wanted = allowances[row.of][visitor]
      expect(reply.statusCode, told).toBe(wanted === 'yes' ? (row.answer ?? statusOf.get(call ?? '')) : wanted)
      if (wanted === 'yes') continue
      expect(reply.headers['content-type'], told).toContain('application/problem+json')
      expect(reply.body, told).not.toContain('Orders')
      if (id !== null) expect(await rowsOf(id), told).toEqual(before)
    }
  })
})
