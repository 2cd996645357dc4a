/** What a page of another site can make a browser send, and fields that are nobody's to send (threats T-CSRF and T-MASS). */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { endpoints } from '#contract/endpoints.ts'
import { type Ask, createTestServer, type Who } from '../kit/test-server.ts'
import { idsFor } from './matrix-ids.ts'
import { allowances, type Ids, type Row, table } from './matrix-table.ts'

const server = createTestServer({ signInLimit: 1_000_000, rateLimit: 1_000_000 })
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const people: readonly Who[] = ['userA', 'adminA', 'superA']

const rowOf = (call: string): Row => {
  const row = table[call]
  if (!row) throw new Error(`${call} is missing in the table`)
  return row
}

const bodyOf = ({ body }: Row, ids: Ids = {}): unknown => (typeof body === 'function' ? body(ids) : (body ?? {}))

/** Somebody who gets an answer. */
const allowedOf = ({ of }: Row) => people.find((who) => allowances[of][who] === 'yes') ?? null

async function send(call: string, ask: Ask) {
  const [method = '', path = ''] = call.split(' ')
  const ids = await idsFor(server, rowOf(call), path)
  return server.ask(
    method,
    path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? ''),
    ask,
  )
}

const closed = endpoints.filter(({ access }) => access !== 'public').map(nameOf)
const writes = endpoints.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/hooks/'))
/** A form of the identity provider brings it, from its own page: what counts is who signed it. */
const saml = 'POST /api/auth/sso/saml/:company'
const origin = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

describe('a page of another site', () => {
  it.each(closed)('%s: is nobody by its cookies', async (call) => {
    const { accessToken, refreshToken } = server.sessions.superA
    const names = [
      'accessToken',
      'access_token',
      'token',
      'session',
      'sid',
      'authorization',
      'Authorization',
      'jwt',
      '__Host-session',
    ]
    const cookie = [...names.map((name) => `${name}=${accessToken}`), `refreshToken=${refreshToken}`].join('; ')
    const reply = await send(call, { headers: { cookie, ...origin }, body: bodyOf(rowOf(call)) })
    expect([reply.statusCode, reply.json()['code']]).toEqual([401, 'auth/token-missing'])
  })

  it.each(endpoints.map(nameOf))('%s: is told nothing that its browser would hand over, and gets no cookie', async (call) => {
    const as = allowedOf(rowOf(call))
    const { body } = rowOf(call)
    const replies = [
      await send(call, { as, headers: origin, ...(body ? { body } : {}) }),
      await server.ask('OPTIONS', call.split(' ')[1] ?? '', {
        headers: {
          ...origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type',
        },
      }),
    ]
    if (rowOf(call).leaves) Object.assign(server.sessions, { userA: await server.signIn('userA') })
    for (const { headers } of replies) {
      expect(Object.keys(headers).filter((name) => /^(access-control-|set-cookie)/.test(name))).toEqual([])
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    }
    expect(replies[1]?.statusCode).toBeGreaterThanOrEqual(400)
  })

  it.each(
    writes
      .filter(({ body }) => body !== undefined)
      .map(nameOf)
      .filter((it) => it !== saml),
  )('%s: takes no body that a form can send', async (call) => {
    const as = allowedOf(rowOf(call))
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const body = JSON.stringify(bodyOf(rowOf(call)))
      const reply = await send(call, { as, headers: { 'content-type': type, ...origin }, body })
      expect([type, reply.statusCode, reply.json()['code']]).toEqual([type, 415, 'request/wrong-media-type'])
    }
  })
})

/** What the server knows of its rows, and nobody has to say. */
const serverFields = [
  ...['role', 'companyId', 'company_id', 'userId', 'ownerId', 'confirmed', 'emailVerified', 'phoneVerified', 'active', 'mfa'],
  ...[
    'mfaRequired',
    'status',
    'statusSince',
    'deployedBy',
    'createdBy',
    'createdAt',
    'passwordHash',
    'plan',
    '_id',
    'id',
    'isAdmin',
  ],
]

/** They take whatever somebody has written, to say what is wrong with it, and keep nothing. */
const readers = [
  'POST /api-connectors/validateConfig',
  'POST /api-connectors/validateDataMapping',
  'POST /api-connectors/connectors/validateMappingRule',
  'POST /api-connectors/import/check',
]

/** Written and signed by another system: nothing in it is read before the signature is right. */
const signed = [saml, 'POST /api/payments/stripe/events']

type Properties = { readonly properties?: Readonly<Record<string, unknown>> }

describe('fields that the server fills in', () => {
  const taking = writes.filter((it) => ![...readers, ...signed].includes(nameOf(it)))

  it.each(taking.map((it) => [nameOf(it), it] as const))(
    '%s: refuses them all and changes nothing',
    async (call, { body: shape, malformed = 'request/malformed' }) => {
      const own = Object.keys((shape as Properties | undefined)?.properties ?? {})
      const foreign = serverFields.filter((name) => !own.includes(name))
      const as = allowedOf(rowOf(call))
      const counts = async () =>
        (
          await sql`select (select count(*) from users)::int as users, (select count(*) from connectors)::int as connectors,
          (select count(*) from invitations)::int as invitations, (select count(*) from mapping_rules)::int as rules,
          (select string_agg(concat(id, role, company_id, confirmed, active), ',' order by id) from users) as people`.execute(
            server.database.db,
          )
        ).rows
      const [method = '', path = ''] = call.split(' ')
      const ids = await idsFor(server, rowOf(call), path)
      const body = bodyOf(rowOf(call), ids) as Record<string, unknown>
      const url = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '')
      const before = await counts()
      const refusedOf = async (names: readonly string[]) => {
        const added = Object.fromEntries(names.map((name) => [name, 'SUPER_ADMIN']))
        const reply = await server.ask(method, url, { as, body: { ...body, ...added } })
        expect([names, reply.statusCode, reply.json()['code']]).toEqual([names, 400, malformed])
        return reply.json<{ errors?: readonly { path: string; message: string }[] }>().errors ?? []
      }
      // A refusal names each field that it does not know; what it does not name is sent alone.
      const named = (await refusedOf(foreign))
        .filter(({ message }) => message === 'is not a known field')
        .map(({ path: at }) => at)
      for (const name of foreign) if (!named.includes(`/${name}`)) await refusedOf([name])
      expect(await counts()).toEqual(before)
    },
  )
})
