/** Who tried to sign in: nobody rewrites it, nobody else reads it (threats T-LOG and T-IDOR). */

import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { LoginRecord } from '#contract/auth/login-audit.ts'
import { checkChains } from '#server/features/admin/maintenance-jobs.ts'
import { findBrokenLink, recordSignIn } from '#server/features/auth/sign-in/login-audit.repository.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { describeOnEachDatabase } from '../kit/databases.ts'
import { createTestServer, emailOf, type TestServer, type Who } from '../kit/test-server.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0'
const origin = { ip: '192.0.2.7', userAgent: firefox }

const record = (db: Kysely<Tables>, companyId: string | null, email: string, userId: string | null = null) =>
  recordSignIn(db, { companyId, userId, email, success: false, failureReason: 'Wrong password', origin })

/** What only the owner of the tables could do: the guard is taken off for it. */
async function tamper(db: Kysely<Tables>, what: string): Promise<void> {
  await sql.raw('alter table login_audit disable trigger login_audit_stays').execute(db)
  await sql.raw(what).execute(db)
  await sql.raw('alter table login_audit enable trigger login_audit_stays').execute(db)
}

describeOnEachDatabase('the chain of sign-ins', (open) => {
  it.each(['update login_audit set success = true', 'delete from login_audit', 'truncate login_audit'])(
    'refuses %s',
    async (what) => {
      const { database } = await open()
      await record(database.db, uuid(), 'ada@example.test')
      await expect(sql.raw(what).execute(database.db)).rejects.toThrow('login_audit takes no changes')
      const { rows } = await sql<{ success: boolean }>`select success from login_audit`.execute(database.db)
      expect(rows).toEqual([{ success: false }])
    },
  )

  it('holds while many write at the same time, each company its own', async () => {
    const { database } = await open()
    const { db } = database
    const [A, B] = [uuid(), uuid()]
    const tries = Array.from({ length: 60 }, (_, number) =>
      record(db, [A, B, null][number % 3] ?? null, `p${number}@example.test`),
    )
    await Promise.all(tries)
    for (const company of [A, B, null]) expect(await findBrokenLink(db, company)).toBeNull()
    const { rows } = await sql<{
      n: number
    }>`select count(distinct previous_hash)::int as n from login_audit where company_id = ${A}`.execute(db)
    expect(rows).toEqual([{ n: 20 }])
  })

  it('is walked by housekeeping, which tells the operator of a row that is gone', async () => {
    const { database } = await open()
    const { db } = database
    const [A, B] = [uuid(), uuid()]
    for (const company of [A, B, null]) await record(db, company, 'ada@example.test')
    const told: unknown[] = []
    const log = createLog('warn', { write: (line) => void told.push(JSON.parse(line).companyId) })
    await checkChains(db, log)
    expect(told).toEqual([])
    await tamper(db, `delete from login_audit where company_id = '${B}'`)
    await checkChains(db, log)
    expect(told).toEqual([B])
  })

  it('is of one commit with what it tells of', async () => {
    const { database } = await open()
    const { db } = database
    const A = uuid()
    await record(db, A, 'kept@example.test')
    const undone = db.transaction().execute(async (tx) => {
      await record(tx, A, 'undone@example.test')
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await record(db, A, 'also kept@example.test')
    expect(await findBrokenLink(db, A)).toBeNull()
    const { rows } = await sql<{ email: string }>`select email from login_audit order by id`.execute(db)
    expect(rows.map(({ email }) => email)).toEqual(['kept@example.test', 'also kept@example.test'])
  })

  it.each<[string, string, string | null]>([
    [
      'a row that was changed',
      "update login_audit set ip_address = '198.51.100.1' where email = 'p2@example.test'",
      'p2@example.test',
    ],
    [
      'a row whose time was changed',
      "update login_audit set at = at + interval '1 second' where email = 'p2@example.test'",
      'p2@example.test',
    ],
    ['a row that is gone', "delete from login_audit where email = 'p2@example.test'", 'p3@example.test'],
    ['a first row that is gone', "delete from login_audit where email = 'p0@example.test'", 'p1@example.test'],
    ['a last row that is gone', "delete from login_audit where email = 'p4@example.test'", null],
    ['that all rows are gone', 'delete from login_audit where company_id is not null', null],
    ['a row that went to nobody', "update login_audit set company_id = null where email = 'p2@example.test'", 'p3@example.test'],
  ])('notices %s', async (_, what, found) => {
    const { database } = await open()
    const { db } = database
    const A = uuid()
    for (let number = 0; number < 5; number += 1) await record(db, A, `p${number}@example.test`)
    expect(await findBrokenLink(db, A)).toBeNull()
    await tamper(db, what)
    const link = await findBrokenLink(db, A)
    expect(link).not.toBeNull()
    const { rows } = await sql<{ email: string }>`select email from login_audit where id = ${link?.id ?? 0}`.execute(db)
    expect(rows[0]?.email ?? null).toBe(found)
  })

  it('is walked to its end, also when it is long', async () => {
    const { database } = await open()
    const { db } = database
    const A = uuid()
    for (let number = 0; number < 25; number += 1) await record(db, A, `p${number}@example.test`)
    expect(await findBrokenLink(db, A, 10)).toBeNull()
    await tamper(db, "delete from login_audit where email = 'p22@example.test'")
    expect(await findBrokenLink(db, A, 10)).not.toBeNull()
  })
})

const server = createTestServer()

const whereOf = {
  user: (who: Who) => `/api/auth/login-audit/user/${server.ids[who]}`,
  company: (name: 'A' | 'B') => `/api/auth/login-audit/company/${server.companies[name]}`,
}

async function listed({ ask }: TestServer, path: string, as: Who) {
  const reply = await ask('GET', path, { as })
  return { status: reply.statusCode, ...reply.json<{ data: LoginRecord[]; total: number; totalPages: number }>() }
}

describe('the login history', () => {
  it('holds what was recorded, in words for people, newest first', async () => {
    const whose = { companyId: server.companies.A, userId: server.ids.otherA, email: emailOf('otherA') }
    await recordSignIn(server.database.db, { ...whose, success: false, failureReason: 'Wrong password', origin })
    await recordSignIn(server.database.db, {
      ...whose,
      success: true,
      failureReason: null,
      origin: { ip: '::1', userAgent: null },
    })
    const { data } = await listed(server, `${whereOf.user('otherA')}?sortBy=loginTimestamp&sortOrder=desc&limit=2`, 'otherA')
    expect(data).toMatchObject([
      {
        success: true,
        failureReason: null,
        ipAddress: '::1',
        userAgent: null,
        location: null,
        deviceInfo: { device: null, browser: null },
      },
      {
        success: false,
        failureReason: 'Wrong password',
        email: emailOf('otherA'),
        ipAddress: '192.0.2.7',
        userAgent: firefox,
        deviceInfo: { device: 'Linux (desktop)', browser: 'Firefox 126.0' },
      },
    ])
    const first = await listed(server, `${whereOf.user('otherA')}?sortOrder=asc&limit=1&page=1`, 'otherA')
    expect(Date.parse(first.data[0]?.loginTimestamp ?? '')).toBeLessThanOrEqual(Date.parse(data[1]?.loginTimestamp ?? ''))
    expect(first.totalPages).toBe(first.total)
  })

  it.each<[Who, Who, number]>([
    ['userA', 'userA', 200],
    ['userA', 'otherA', 404],
    ['userA', 'adminA', 404],
    ['adminA', 'userA', 200],
    ['superA', 'userA', 200],
    ['adminB', 'userA', 404],
    ['adminA', 'adminB', 404],
    ['superA', 'adminB', 404],
  ])('answers %s who asks for %s with its status', async (as, of, status) => {
    expect((await listed(server, whereOf.user(of), as)).status).toBe(status)
  })

  it.each<[Who, 'A' | 'B', number]>([
    ['userA', 'A', 403],
    ['adminA', 'A', 200],
    ['superA', 'A', 200],
    ['superA', 'B', 404],
    ['adminA', 'B', 404],
    ['adminB', 'A', 404],
    ['adminB', 'B', 200],
  ])('answers %s who asks for company %s with its status', async (as, name, status) => {
    expect((await listed(server, whereOf.company(name), as)).status).toBe(status)
  })

  it('of a company holds nothing of another', async () => {
    await record(server.database.db, server.companies.B, 'only-of-b@example.test', server.ids.adminB)
    const ofA = await server.ask('GET', `${whereOf.company('A')}?limit=100`, { as: 'adminA' })
    expect(ofA.body).toContain(emailOf('otherA'))
    expect(ofA.body).not.toContain('only-of-b')
    expect((await server.ask('GET', whereOf.company('B'), { as: 'adminB' })).body).toContain('only-of-b')
  })

  it('is filtered by result, address and time, and comes as a file without formulas', async () => {
    const whose = { companyId: server.companies.B, userId: server.ids.adminB, email: emailOf('adminB') }
    const { db } = server.database
    const from = { ip: '203.0.113.9', userAgent: '=cmd()' }
    await recordSignIn(db, { ...whose, success: false, failureReason: 'Wrong password', origin: from })
    const at = whereOf.user('adminB')
    const total = async (query: string) => (await listed(server, `${at}?${query}`, 'adminB')).total
    const all = await total('')
    const failed = await total('success=false')
    expect(failed).toBeGreaterThanOrEqual(1)
    expect(await total('success=true')).toBe(all - failed)
    expect([await total('address=203.0.113'), await total('address=203.0.114')]).toEqual([1, 0])
    const [past, future] = ['2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z']
    expect([await total(`from=${past}&to=${future}`), await total(`to=${past}`), await total(`from=${future}`)]).toEqual([
      all,
      0,
      0,
    ])
    const file = await server.ask('GET', `${at}/export?success=false&address=203`, { as: 'adminB' })
    expect(file.headers['content-type']).toContain('text/csv')
    const [head, line, ...rest] = file.body.trimEnd().split('\r\n')
    expect(head).toContain('"network address"')
    expect(line).toContain(`"203.0.113.9"`)
    expect(line).toContain(`"'=cmd()"`)
    expect(rest).toEqual([])
    const company = await server.ask('GET', `${whereOf.company('B')}/export`, { as: 'adminB' })
    expect(company.body).not.toContain(emailOf('otherA'))
  })

  it('is written to a file by the clock of the reader, or else of their company', async () => {
    const { db } = server.database
    const at = `${whereOf.user('adminB')}/export`
    const offset = async () => {
      const [, line = ''] = (await server.ask('GET', at, { as: 'adminB' })).body.split('\r\n')
      return /^"[^"]*(Z|[+-]\d\d:\d\d)"/.exec(line)?.[1]
    }
    expect(await offset()).toBe('+00:00')
    await sql`insert into company_settings (company_id, section, value, updated_by)
      values (${server.companies.B}, 'companySettings', '{"defaultTimezone":"Asia/Tokyo"}', ${server.ids.adminB})`.execute(db)
    expect(await offset()).toBe('+09:00')
    await sql`update users set time_zone = 'Asia/Shanghai' where id = ${server.ids.adminB}`.execute(db)
    expect(await offset()).toBe('+08:00')
  })

  it('tells administrators whether its chain holds, since when, and where it does not', async () => {
    const check = async () => (await server.ask('GET', `${whereOf.company('A')}/check`, { as: 'adminA' })).json()
    const whole = await check()
    expect(whole).toMatchObject({ isUnbroken: true, brokenAt: null })
    expect(Date.parse(String(whole['since']))).toBeLessThanOrEqual(Date.now())
    const { id } = (await listed(server, whereOf.user('userA'), 'userA')).data[0] ?? { id: '' }
    await tamper(server.database.db, `update login_audit set ip_address = '198.51.100.1' where id = ${id}`)
    expect(await check()).toMatchObject({ isUnbroken: false, brokenAt: Number(id), length: whole['length'] })
  })
})
