/** Team moves: who may make them, what they end, and that the last administrator stays. */
import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { memberLifecycle, memberStates } from '#contract/account/member.lifecycle.ts'
import type { Member, MemberEffects, TeamPage } from '#contract/account/team.ts'
import { allowedMoves, moved } from '#contract/kit/lifecycle.ts'
import { addUser } from '#server/features/auth/users.repository.ts'
import { memberOfA } from '../contract/matrix-team.ts'
import {
  createTestServer,
  describeOnEachKind,
  emailOf,
  makeConnector,
  password,
  type TestServer,
  type Who,
} from '../kit/test-server.ts'

const codeOf = (reply: { json: <T>() => T }) => reply.json<{ code?: string }>().code
const list = async (server: TestServer, query = '', as: Who = 'adminA') =>
  (await server.ask('GET', `/api/users/company-members${query}`, { as })).json<TeamPage>()

describe('the life of a member', () => {
  it('allows what the specification names, and nothing else', () => {
    expect(Object.fromEntries(memberStates.map((state) => [state, allowedMoves(memberLifecycle, state)]))).toEqual({
      pending: ['person.joined', 'admin.revoked', 'admin.invitedAgain'],
      active: ['admin.deactivated', 'admin.removed', 'admin.changedRole'],
      inactive: ['admin.reactivated', 'admin.removed'],
      removed: [],
    })
  })
})

describe('every move in every state of a member', () => {
  const server = createTestServer()
  const calls = {
    'admin.deactivated': ['PATCH', (id: string) => `/api/users/${id}/deactivate`],
    'admin.reactivated': ['PATCH', (id: string) => `/api/users/${id}/reactivate`],
    'admin.changedRole': ['PATCH', (id: string) => `/api/users/${id}/role`, { role: 'ADMIN' }],
    'admin.removed': ['DELETE', (id: string) => `/api/users/${server.ids.adminA}/team-members/${id}`],
    'admin.revoked': ['DELETE', (id: string) => `/api/users/${server.ids.adminA}/team-members/${id}/invite`],
    'admin.invitedAgain': ['POST', () => `/api/users/${server.ids.adminA}/team-members/invite`],
  } as const
  type Move = keyof typeof calls

  async function memberIn(state: (typeof memberStates)[number]): Promise<{ id: string; email: string }> {
    const email = `${uuid()}@example.test`
    if (state === 'pending') {
      const body = { email, role: 'USER' }
      await server.ask('POST', `/api/users/${server.ids.adminA}/team-members/invite`, { as: 'adminA', body })
      return { id: (await list(server, `?search=${email}`)).data[0]?._id ?? '', email }
    }
    const id = await memberOfA(server, state === 'inactive')
    if (state === 'removed') await server.ask(calls['admin.removed'][0], calls['admin.removed'][1](id), { as: 'adminA' })
    return { id, email: `${id}@example.test` }
  }
  const stateOf = async (email: string): Promise<string> => (await list(server, `?search=${email}`)).data[0]?.status ?? 'removed'

  it.each(memberStates.flatMap((state) => (Object.keys(calls) as Move[]).map((move) => [state, move] as const)))(
    '%s, %s',
    async (state, move) => {
      const { id, email } = await memberIn(state)
      expect(await stateOf(email)).toBe(state)
      const [method, path, body] = [...calls[move], undefined]
      const sent = move === 'admin.invitedAgain' ? { email, role: 'USER' } : body
      const reply = await server.ask(method, path(id), { as: 'adminA', ...(sent ? { body: sent } : {}) })
      const to = moved(memberLifecycle, state, { type: move }, undefined)
      // Whoever was removed can be invited like anybody: that begins another life.
      const isNew = state === 'removed' && move === 'admin.invitedAgain'
      expect(Math.floor(reply.statusCode / 100), `${reply.statusCode} ${reply.body}`).toBe(to === null && !isNew ? 4 : 2)
      expect(await stateOf(email)).toBe(isNew ? 'pending' : (to ?? state))
    },
  )
})

describe('the team', () => {
  const server = createTestServer()
  const move = (memberId: string, to: 'deactivate' | 'reactivate', as: Who = 'adminA') =>
    server.ask('PATCH', `/api/users/${memberId}/${to}`, { as })
  const remove = (memberId: string, as: Who = 'adminA', query = '') =>
    server.ask('DELETE', `/api/users/${server.ids[as]}/team-members/${memberId}${query}`, { as })

  beforeEach(async () => {
    await sql`delete from invitations`.execute(server.database.db)
  })

  it('is listed with its open invitations, searched, filtered and paged, and never that of another company', async () => {
    const body = { email: 'nils@example.test', role: 'USER' }
    await server.ask('POST', `/api/users/${server.ids.adminA}/team-members/invite`, { as: 'adminA', body })
    const whole = await list(server)
    expect(whole.data.map(({ email }) => email)).toEqual(
      expect.arrayContaining([emailOf('userA'), emailOf('otherA'), emailOf('adminA'), emailOf('superA'), 'nils@example.test']),
    )
    expect(whole.data.some(({ email }) => email === emailOf('adminB'))).toBe(false)
    const found = await list(server, '?search=NILS')
    expect(found.data).toEqual([
      expect.objectContaining({ firstName: '', status: 'pending', role: 'USER', invitedBy: 'adminA Example', isExpired: false }),
    ])
    expect(found.counts).toEqual({ all: 1, active: 0, inactive: 0, pending: 1 })
    // This server has no mail server, and neither has the company.
    expect(found.isMailed).toBe(false)
    const page = await list(server, '?page=2&limit=2&sortBy=email&sortOrder=asc')
    expect(page).toMatchObject({ page: 2, limit: 2, total: whole.total, totalPages: Math.ceil(whole.total / 2) })
    expect(page.data.map(({ email }) => email)).toEqual(
      whole.data
        .map(({ email }) => email)
        .toSorted()
        .slice(2, 4),
    )
    await sql`update invitations set expires_at = now()`.execute(server.database.db)
    expect((await list(server, '?status=pending')).data).toMatchObject([{ isExpired: true }])
  })

  it('shows the photos of its members to administrators, and never that of another company', async () => {
    const { userA, adminB } = server.ids
    const picture = { media_type: 'image/webp', bytes: Buffer.from('picture') } as const
    for (const [user_id, company_id] of [
      [userA, server.companies.A],
      [adminB, server.companies.B],
    ] as const)
      await server.database.db
        .insertInto('user_photos')
        .values({ user_id, company_id, ...picture })
        .execute()
    const photos = (as: Who) => server.ask('GET', `/api/users/member-photos?ids=${userA},${adminB},nobody`, { as })
    const avatarUrl = 'data:image/webp;base64,cGljdHVyZQ=='
    expect((await photos('adminA')).json()).toEqual({ data: [{ _id: userA, avatarUrl }] })
    expect((await photos('adminB')).json()).toEqual({ data: [{ _id: adminB, avatarUrl }] })
    expect((await photos('userA')).statusCode).toBe(403)
  })

  it('shuts a deactivated member out at once on every way in, and lets them in again', async () => {
    const session = await server.signIn('otherA')
    const headers = { authorization: `Bearer ${session.accessToken}` }
    const reply = await move(server.ids.otherA, 'deactivate')
    expect(reply.json<Member>()).toMatchObject({ status: 'inactive', active: false })
    expect((await server.ask('GET', '/api/company', { headers })).statusCode).toBe(401)
    const stream = { query: '{ me { id } }' }
    expect((await server.ask('POST', '/graphql', { headers, body: stream })).statusCode).toBe(401)
    const refreshed = await server.ask('POST', '/api/auth/refresh', { body: { refreshToken: session.refreshToken } })
    expect(refreshed.statusCode).toBe(401)
    const again = { body: { email: emailOf('otherA'), password } }
    expect((await server.ask('POST', '/api/auth/sign-in', again)).statusCode).toBe(401)
    expect(codeOf(await move(server.ids.otherA, 'deactivate'))).toBe('member/wrong-status')
    expect((await move(server.ids.otherA, 'reactivate')).json<Member>()).toMatchObject({ status: 'active' })
    expect((await server.ask('POST', '/api/auth/sign-in', again)).statusCode).toBe(200)
    server.sessions.otherA.accessToken = (await server.signIn('otherA')).accessToken
  })

  it('says before a removal what it ends, and then hands every connector over and frees the email', async () => {
    const id = await memberOfA(server)
    const { db } = server.database
    const { connector } = await makeConnector(server, 'adminA')
    await sql`update connectors set owner_id = ${id} where id = ${connector._id}`.execute(db)
    const sums = (owner: string) =>
      sql<{ n: number }>`select coalesce(sum(delivered), 0)::int as n from owner_sums where owner_id = ${owner}`.execute(db)
    for (const [owner, delivered] of [
      [id, 4],
      [server.ids.userA, 3],
    ])
      await sql`insert into owner_sums (company_id, owner_id, width, at, delivered, failed, skipped, unknown, took_ms)
        values (${server.companies.A}, ${owner}, 1440, '2026-01-01', ${delivered}, 0, 0, 0, 0)`.execute(db)
    const effects = (await server.ask('GET', `/api/users/${id}/effects`, { as: 'adminA' })).json<MemberEffects>()
    expect(effects).toMatchObject({ sessions: 0, keys: [], connectors: [{ _id: connector._id, isActive: false }] })
    expect(effects.heirs.map((heir) => heir._id)).toContain(server.ids.userA)
    expect(effects.heirs.map((heir) => heir._id)).not.toContain(id)
    expect(codeOf(await remove(id, 'adminA', `?heir=${server.ids.adminB}`))).toBe('member/heir-unknown')
    expect(codeOf(await remove(id, 'adminA', `?heir=${id}`))).toBe('member/heir-unknown')
    expect((await remove(id, 'adminA', `?heir=${server.ids.userA}`)).json()).toEqual({ success: true, connectors: 1 })
    const seen = await server.ask('GET', `/api-connectors/${connector._id}`, { as: 'userA' })
    expect(seen.statusCode).toBe(200)
    expect((await sums(server.ids.userA)).rows).toEqual([{ n: 7 }])
    expect((await list(server, `?search=${id}`)).total).toBe(0)
    expect(codeOf(await remove(id))).toBe('user/not-found')
    const names = { firstName: 'A', lastName: 'B', role: 'USER', passwordHash: 'x' } as const
    await addUser(db, { ...names, id: uuid(), companyId: server.companies.B, email: `${id}@example.test` })
    const audit = await server.ask('GET', '/api/audit?what=member.removed&limit=1', { as: 'adminA' })
    expect(audit.json<{ data: object[] }>().data).toMatchObject([
      { target: { type: 'member', id }, after: { heir: server.ids.userA, connectors: [connector._id] } },
    ])
  })

  it('is not changed by its own member, nor the operator by an administrator', async () => {
    for (const to of ['deactivate', 'reactivate'] as const)
      expect((await move(server.ids.adminA, to)).json()).toMatchObject({
        status: 409,
        message: 'You cannot deactivate your own account.',
      })
    expect(codeOf(await remove(server.ids.adminA))).toBe('member/own')
    expect(codeOf(await move(server.ids.superA, 'deactivate'))).toBe('member/above')
    expect(codeOf(await remove(server.ids.superA))).toBe('member/above')
    const role = (id: string, to: string) => server.ask('PATCH', `/api/users/${id}/role`, { as: 'adminA', body: { role: to } })
    expect(codeOf(await role(server.ids.superA, 'USER'))).toBe('member/above')
    expect(codeOf(await role(server.ids.userA, 'SUPER_ADMIN'))).toBe('request/malformed')
  })

  it('makes somebody an administrator, who signs in anew', async () => {
    const session = await server.signIn('otherA')
    const path = `/api/users/${server.ids.otherA}/role`
    const reply = await server.ask('PATCH', path, { as: 'adminA', body: { role: 'ADMIN' } })
    expect(reply.json<Member>()).toMatchObject({ role: 'ADMIN' })
    const headers = { authorization: `Bearer ${session.accessToken}` }
    expect((await server.ask('GET', '/api/company', { headers })).statusCode).toBe(401)
    await server.ask('PATCH', path, { as: 'adminA', body: { role: 'USER' } })
  })
})

describeOnEachKind('the last administrator', (kind) => {
  const server = createTestServer({ rateLimit: 1_000_000 }, kind)

  it('stays, however many remove each other at once', async () => {
    const { db } = server.database
    const id = uuid()
    const passwordHash = (
      await sql<{ h: string }>`select password_hash as h from users where id = ${server.ids.adminB}`.execute(db)
    ).rows[0]?.h
    const names = { firstName: 'Second', lastName: 'Admin', email: 'second@example.test' }
    await addUser(db, { ...names, id, companyId: server.companies.B, role: 'ADMIN', passwordHash: passwordHash ?? '' })
    const signedIn = await server.ask('POST', '/api/auth/sign-in', { body: { email: names.email, password } })
    const headers = { authorization: `Bearer ${signedIn.json<{ accessToken: string }>().accessToken}` }
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        at % 2 === 0
          ? server.ask('DELETE', `/api/users/${server.ids.adminB}/team-members/${id}`, { as: 'adminB' })
          : server.ask('DELETE', `/api/users/${id}/team-members/${server.ids.adminB}`, { headers }),
      ),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const left = await sql<{ n: number }>`
      select count(*)::int as n from users where company_id = ${server.companies.B} and role = 'ADMIN' and active and removed_at is null`.execute(
      db,
    )
    expect(left.rows).toEqual([{ n: 1 }])
  })
})
