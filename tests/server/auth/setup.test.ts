/** The first visit: the operator of an empty database, once. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import { buildApp } from '#server/app.ts'
import { makeSetupToken } from '#server/features/auth/sign-up/setup-token.ts'
import { seed } from '#server/features/shell/demo/seed.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { hashOfToken } from '#server/platform/security/tokens.ts'
import { describeOnEachDatabase } from '../kit/databases.ts'
import { asksNobody, triesNothing } from '../kit/test-server.ts'

const operator = {
  companyName: ' Analytical Engines ',
  firstName: ' Ada ',
  lastName: ' Lovelace ',
  email: 'Ada@example.test',
  password: 'Correct horse 9!',
}

let consoleDir: string
beforeAll(() => {
  consoleDir = mkdtempSync(join(tmpdir(), 'datacrane-console-'))
  writeFileSync(join(consoleDir, 'index.html'), '<!doctype html>')
})
afterAll(() => rmSync(consoleDir, { recursive: true }))

/** The server as a person meets it, on this database. */
async function serve(database: Database, changes: Partial<Config> = {}): Promise<FastifyInstance> {
  token = await makeSetupToken(database.db)
  return buildApp({
    config: { ...readConfig({}), consoleDir, signInLimit: 1_000, ...changes },
    database,
    engine: {
      wake: () => {},
      quiesce: async () => {},
      checkAddresses: async () => [],
      probe: triesNothing,
      askForTokens: asksNobody,
    },
    masterKey: randomBytes(32).toString('base64'),
    log: createLog('silent'),
    version: '0.0.0',
  })
}

/** Of the database that a test has opened last: each has its own. */
let token = ''
const setUp = (app: FastifyInstance, changes: object = {}) =>
  app.inject({ method: 'POST', url: '/api/setup', payload: { token, ...operator, ...changes } })
const signIn = (app: FastifyInstance) =>
  app.inject({ method: 'POST', url: '/api/auth/sign-in', payload: { email: operator.email, password: operator.password } })
const visit = async (app: FastifyInstance, url: string, method: 'GET' | 'HEAD' = 'GET') => {
  const { statusCode, headers } = await app.inject({ method, url, headers: { accept: 'text/html' } })
  return headers.location === undefined ? statusCode : [statusCode, headers.location, headers['cache-control']]
}
const toSetup = [302, '/setup', 'no-store']
const countOf = async ({ db }: Database) =>
  (
    await sql<{ users: number; companies: number }>`
    select (select count(*)::int from users) as users, (select count(*)::int from companies) as companies`.execute(db)
  ).rows[0]

/** A database that does something once: after it was first asked whether there is anybody, and before the answer is heard. */
function afterLooking(db: Database['db'], work: () => Promise<unknown>): Database['db'] {
  let isDone = false
  const watched = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, name) {
        const member: unknown = Reflect.get(of, name, of)
        if (typeof member !== 'function') return member
        if (name === 'executeTakeFirst') {
          return async () => {
            const found: unknown = await member.call(of)
            if (!isDone) {
              isDone = true
              await work()
            }
            return found
          }
        }
        return (...given: unknown[]) => {
          const made = member.apply(of, given)
          const isLook = (of as object) !== db || (name === 'selectFrom' && given[0] === 'users')
          return isLook ? watched(made) : made
        }
      },
    })
  return watched(db)
}

describeOnEachDatabase('an empty database', (open) => {
  it('leads every page to the set-up, and after it none', async () => {
    const { database } = await open()
    const app = await serve(database)
    for (const url of ['/', '/sign-in?to=%2Fdashboard', '/dashboard']) expect(await visit(app, url)).toEqual(toSetup)
    expect(await visit(app, '/', 'HEAD')).toEqual(toSetup)
    expect(await visit(app, '/setup')).toBe(200)
    expect((await app.inject('/api/users/me')).statusCode, 'a program is led nowhere').toBe(401)

    const reply = await setUp(app)
    expect(reply.statusCode, reply.body).toBe(201)
    expect(reply.headers['cache-control']).toBe('no-store')
    const { user, accessToken } = reply.json<Session>()
    expect(user).toMatchObject({ role: 'SUPER_ADMIN', confirmed: true, companyName: 'Analytical Engines', firstName: 'Ada' })
    const me = await app.inject({ url: '/api/users/me', headers: { authorization: `Bearer ${accessToken}` } })
    expect(me.json()).toEqual(user)
    expect((await signIn(app)).statusCode).toBe(200)

    expect(await visit(app, '/dashboard')).toBe(200)
    expect(await visit(app, '/setup?x=1')).toEqual([302, '/sign-in', 'no-store'])
    await app.close()
  })

  it('takes one of twenty at once, and nobody later', async () => {
    const { database } = await open()
    // Two processes: neither knows what the other one does.
    const apps = [await serve(database), await serve(database)] as const
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => setUp(apps[at % 2 === 0 ? 0 : 1], { email: `ada${at}@example.test` })),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
    const later = await setUp(apps[0])
    expect(later.json()).toMatchObject({ status: 409, code: 'setup/done', retryable: false })
    expect(await countOf(database)).toEqual({ users: 1, companies: 1 })
    for (const app of apps) await app.close()
  })

  it('says that it is done to whoever comes while another set-up is committed', async () => {
    const { database } = await open()
    const first = await serve(database)
    const replies: number[] = []
    const db = afterLooking(database.db, async () => replies.push((await setUp(first)).statusCode))
    const second = await serve({ ...database, db })
    const late = await setUp(second, { email: 'grace@example.test' })
    expect(replies).toEqual([201])
    expect(late.json()).toMatchObject({ status: 409, code: 'setup/done' })
    expect(await countOf(database)).toEqual({ users: 1, companies: 1 })
    for (const app of [first, second]) await app.close()
  })

  it('lets nobody sign up before it is set up', async () => {
    const { database } = await open()
    const app = await serve(database)
    const { companyName, firstName, lastName, password } = operator
    const stranger = { companyName, firstName, lastName, password, productTier: 'Basic', paymentMethodId: null }
    const signUp = (email: string) => app.inject({ method: 'POST', url: '/api/registration', payload: { ...stranger, email } })
    expect((await signUp('eve@example.test')).json()).toMatchObject({ status: 409, code: 'setup/not-done' })
    expect(await countOf(database)).toEqual({ users: 0, companies: 0 })
    expect(await visit(app, '/')).toEqual(toSetup)
    expect((await setUp(app)).statusCode).toBe(201)
    expect((await signUp('eve@example.test')).statusCode).toBe(201)
    await app.close()
  })

  it('takes no body that is weak', async () => {
    const { database } = await open()
    const app = await serve(database)
    const weak = [
      { password: 'x'.repeat(257) },
      { email: 'nobody' },
      { email: undefined },
      { companyName: '  ' },
      { lastName: '' },
      { role: 'SUPER_ADMIN' },
      { token: undefined },
      { token: '' },
      { token: 'x'.repeat(201) },
    ]
    for (const changes of weak) {
      const reply = await setUp(app, changes)
      expect(reply.json(), JSON.stringify(changes)).toMatchObject({ status: 400, code: 'request/malformed' })
      expect(reply.json<{ errors: { path: string }[] }>().errors[0]?.path).toContain(Object.keys(changes)[0])
    }
    const passwords = [
      ['Shrt 1!', 'needs more characters'],
      ['Password1!', 'is too common and easy to guess'],
      ['Lovelace-Ada1!', 'is too similar to your name, your email, your company or Datacrane'],
    ] as const
    for (const [password, message] of passwords) {
      const errors = [{ path: '/password', message }]
      expect((await setUp(app, { password })).json(), password).toMatchObject({ status: 422, code: 'password/weak', errors })
    }
    expect(await countOf(database)).toEqual({ users: 0, companies: 0 })
    await app.close()
  })

  it('is set up by whoever has the token of a start, once', async () => {
    const { database } = await open()
    const first = await serve(database)
    const ofFirst = token
    const second = await serve(database)
    const [ofSecond, ofThird] = [token, await makeSetupToken(database.db)]
    const kept = await sql<{ hash: string }>`select hash from setup_tokens`.execute(database.db)
    expect(
      kept.rows.filter(({ hash }) => [ofFirst, ofSecond].includes(hash)),
      'only hashes are kept',
    ).toEqual([])
    const wrong = {
      status: 403,
      code: 'setup/token-wrong',
      errors: [{ path: '/token', message: "doesn't match the printed token" }],
    }
    for (const guess of ['x', ofFirst.slice(0, -1), `${ofFirst}x`, ofFirst.toUpperCase(), kept.rows[0]?.hash ?? ''])
      expect((await setUp(first, { token: guess })).json(), guess).toMatchObject(wrong)
    await sql`update setup_tokens set expires_at = now() where hash = ${hashOfToken(ofThird)}`.execute(database.db)
    expect((await setUp(first, { token: ofThird })).json(), 'of the day before').toMatchObject(wrong)
    expect(await countOf(database)).toEqual({ users: 0, companies: 0 })

    // By another process than the one that printed it, with what a copy brings along.
    expect((await setUp(second, { token: ` ${ofFirst}\n` })).statusCode).toBe(201)
    expect((await sql`select 1 from setup_tokens`.execute(database.db)).rows).toEqual([])
    expect((await setUp(first, { token: ofSecond })).json()).toMatchObject({ code: 'setup/done' })
    for (const app of [first, second]) await app.close()
  })

  it('lets nobody sign up where the operator has closed it', async () => {
    const { database } = await open()
    const app = await serve(database, { publicSignUp: false })
    expect((await setUp(app)).statusCode).toBe(201)
    const { companyName, firstName, lastName, password } = operator
    const names = { companyName, firstName, lastName, password, productTier: 'Basic', paymentMethodId: null }
    const signUp = (email: string) => app.inject({ method: 'POST', url: '/api/registration', payload: { ...names, email } })
    for (const email of [operator.email, 'eve@example.test'])
      expect((await signUp(email)).json(), email).toMatchObject({ status: 403, code: 'registration/closed' })
    expect(await countOf(database)).toEqual({ users: 1, companies: 1 })
    await app.close()
  })

  it('is not tried without end', async () => {
    const { database } = await open()
    const app = await serve(database, { signInLimit: 2 })
    const codes = []
    for (let attempt = 0; attempt < 4; attempt += 1) codes.push((await setUp(app)).statusCode)
    expect(codes).toEqual([201, 409, 429, 429])
    await app.close()
  })
})

describe('a database with people', () => {
  describeOnEachDatabase('seeded', (open) => {
    it('is set up', async () => {
      const { database } = await open()
      await seed(database.db, { password: 'a demo password', sandboxOrigin: 'http://127.0.0.1:3001', connectors: false })
      const app = await serve(database)
      const before = await countOf(database)
      expect(await visit(app, '/')).toBe(200)
      expect(await visit(app, '/setup')).toEqual([302, '/sign-in', 'no-store'])
      expect((await setUp(app)).json()).toMatchObject({ status: 409, code: 'setup/done' })
      expect(await countOf(database)).toEqual(before)
      await app.close()
    })
  })
})
