/** Sign-in with a real OpenID Connect provider, the honest way; `oauth-mutations.test.ts` has the others. */
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import type { Unlinked } from '#contract/auth/oauth.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { lettersTo } from '../kit/mailbox.ts'
import { describeOnEachKind, emailOf, openTestServer, password, type TestServer, type Who } from '../kit/test-server.ts'
import { type Idp, openIdp, publicUrl } from './identity-provider.ts'

describeOnEachKind('sign-in with a provider', (kind) => {
  let idp: Idp
  let server: TestServer
  beforeAll(async () => {
    idp = await openIdp()
    server = await openTestServer({ oidc: idp.settings }, kind)
  })
  afterAll(async () => {
    await server?.close()
    await idp?.close()
  })

  const start = async () => (await server.ask('POST', '/api/auth/oauth/start', { body: { provider: 'oidc' } })).json<Started>()
  type Started = { authorizationUrl: string; state: string }
  const finish = (body: unknown) => server.ask('POST', '/api/auth/oauth/finish', { body })
  const link = (ticket: string, as: Who) => server.ask('POST', '/api/auth/oauth/link', { as, body: { ticket } })
  /** To the provider and back, as the page does it. */
  async function comeBack(login: string) {
    const { authorizationUrl, state } = await start()
    const back = Object.fromEntries((await idp.visit(authorizationUrl, login)).searchParams) as Record<string, string>
    expect(back['state']).toBe(state)
    return back
  }
  const arrive = async (login: string) => finish(await comeBack(login))
  const ticketFor = async (login: string) => (await arrive(login)).json<Unlinked>().ticket
  const sessions = async () =>
    Number(
      (
        await server.database.db
          .selectFrom('sessions')
          .select((eb) => eb.fn.countAll().as('n'))
          .executeTakeFirst()
      )?.n,
    )
  const audit = () =>
    server.database.db
      .selectFrom('login_audit')
      .select(['company_id', 'user_id', 'email', 'success', 'failure_reason'])
      .orderBy('id', 'desc')
      .executeTakeFirst()

  it('is offered with its name', async () => {
    const reply = await server.ask('GET', '/api/auth/oauth/providers')
    expect(reply.json()).toEqual({ providers: [{ id: 'oidc', name: 'Test provider' }] })
  })

  it('leads to the provider with state, nonce and the challenge of a verifier that stays here, sealed', async () => {
    const { authorizationUrl, state } = await start()
    const { origin, searchParams } = new URL(authorizationUrl)
    expect(origin).toBe(idp.issuer)
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'datacrane',
      response_type: 'code',
      redirect_uri: `${publicUrl}/oauth-success`,
      scope: 'openid email profile',
      state,
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    const rows = await server.database.db.selectFrom('provider_visits').selectAll().execute()
    const kept = JSON.stringify(rows)
    expect(kept).not.toContain(state)
    expect(kept).not.toContain(searchParams.get('nonce'))
  })

  it('knows no other provider', async () => {
    const reply = await server.ask('POST', '/api/auth/oauth/start', { body: { provider: 'saml' } })
    expect(reply.json<Problem>()).toMatchObject({ code: 'oauth/unknown-provider', status: 404 })
  })

  it('signs nobody in by their email: the identity is connected by whoever signs in otherwise, and signs in from then on', async () => {
    const before = await sessions()
    const first = await arrive(emailOf('userA'))
    expect(first.statusCode, first.body).toBe(200)
    const unlinked = first.json<Unlinked>()
    expect(unlinked).toEqual({
      unlinked: true,
      ticket: expect.stringMatching(/^[\w-]{43}$/),
      provider: 'Test provider',
      email: emailOf('userA'),
    })
    expect(await sessions()).toBe(before)
    expect(await audit()).toMatchObject({ company_id: null, user_id: null, email: emailOf('userA'), success: false })

    const linked = await link(unlinked.ticket, 'userA')
    expect(linked.json(), linked.body).toEqual({ success: true, provider: 'Test provider' })
    const second = await arrive(emailOf('userA'))
    const session = second.json<Session>()
    expect(session.user._id, second.body).toBe(server.ids.userA)
    expect(await sessions()).toBe(before + 1)
    expect(await audit()).toMatchObject({
      company_id: server.companies.A,
      user_id: server.ids.userA,
      email: emailOf('userA'),
      success: true,
      failure_reason: null,
    })
    const me = await server.ask('GET', '/api/users/me', { headers: { authorization: `Bearer ${session.accessToken}` } })
    expect(me.json()).toMatchObject({ _id: server.ids.userA, companyId: server.companies.A })
    const renewed = await server.ask('POST', '/api/auth/refresh', { body: { refreshToken: session.refreshToken } })
    expect(renewed.statusCode).toBe(200)
  })

  it('connects once: repeated by the same person it says the same, to anybody else it is dead', async () => {
    const ticket = await ticketFor('bob')
    const notices = async () =>
      (await lettersTo(server, emailOf('otherA'))).filter(({ subject }) => subject.startsWith('Test provider was connected'))
        .length
    const before = await notices()
    const replies = await Promise.all(Array.from({ length: 10 }, () => link(ticket, 'otherA')))
    expect(replies.map((each) => each.statusCode)).toEqual(Array(10).fill(200))
    expect(await notices(), 'the owner is told, once').toBe(before + 1)
    expect((await link(ticket, 'adminA')).json()).toMatchObject({ code: 'oauth/link-dead', status: 400 })
    // The ticket proves nothing any more, even where its identity is free again.
    await server.database.db
      .deleteFrom('identities')
      .where('subject', '=', 'bob')
      .where('company_id', '=', server.companies.A)
      .execute()
    expect((await link(ticket, 'otherA')).json()).toMatchObject({ code: 'oauth/link-dead' })
    expect((await link('nothing', 'otherA')).json()).toMatchObject({ code: 'oauth/link-dead' })
    expect((await server.ask('POST', '/api/auth/oauth/link', { body: { ticket } })).statusCode).toBe(401)
  })

  it('connects an identity to one account: a ticket that several people hold, and an identity that is taken', async () => {
    const [ticket, late] = [await ticketFor('carol'), await ticketFor('carol')]
    const both = await Promise.all((['adminA', 'adminB'] as const).map((who) => link(ticket, who)))
    expect(both.map((each) => each.statusCode).sort()).toEqual([200, 400])
    const loser = both[0]?.statusCode === 200 ? 'adminB' : 'adminA'
    const refused = await link(late, loser)
    expect(refused.json()).toMatchObject({ code: 'oauth/linked-elsewhere', status: 409 })
    expect((await link(late, loser)).json()).toMatchObject({ code: 'oauth/link-dead' })
  })

  it('forgets a ticket and a way out that took longer than ten minutes', async () => {
    const ticket = await ticketFor('dora')
    const back = await comeBack('dora')
    const { db } = server.database
    const old = await db.selectFrom('provider_visits').select('expires_at').where('used_at', 'is', null).execute()
    const left = Math.max(...old.map(({ expires_at }) => expires_at.getTime() - Date.now()))
    expect(left).toBeGreaterThan(595_000)
    expect(left).toBeLessThan(605_000)
    await db
      .updateTable('provider_visits')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .execute()
    expect((await link(ticket, 'userA')).json()).toMatchObject({ code: 'oauth/link-dead' })
    expect((await finish(back)).json()).toMatchObject({ code: 'oauth/failed', status: 401 })
  })

  it('is connected only by whoever has just signed in: a stolen session opens no way of its own', async () => {
    const ticket = await ticketFor('mallory')
    const { db } = server.database
    const age = (minutes: number) =>
      db
        .updateTable('sessions')
        .set({ created_at: new Date(Date.now() - minutes * 60_000) })
        .where('user_id', '=', server.ids.userA)
        .where('company_id', '=', server.companies.A)
        .execute()
    await age(11)
    expect((await link(ticket, 'userA')).json()).toMatchObject({ code: 'auth/prove-again', status: 403 })
    await age(9)
    expect((await link(ticket, 'userA')).statusCode).toBe(200)
  })

  it('takes a return once: of 20 at once one', async () => {
    const back = await comeBack(emailOf('userA'))
    const before = await sessions()
    const replies = await Promise.all(Array.from({ length: 20 }, () => finish(back)))
    expect(replies.filter((each) => each.statusCode === 200)).toHaveLength(1)
    expect(replies.filter((each) => each.json<Problem>().code === 'oauth/failed')).toHaveLength(19)
    expect(await sessions()).toBe(before + 1)
  })

  it('lets nobody in whose account may not sign in', async () => {
    const { db } = server.database
    const back = await comeBack(emailOf('userA'))
    const set = (values: { active: boolean } | { confirmed: boolean }) =>
      db.updateTable('users').set(values).where('id', '=', server.ids.userA).execute()
    const before = await sessions()
    await set({ active: false })
    expect((await finish(back)).json()).toMatchObject({ code: 'oauth/failed', status: 401 })
    expect(await audit()).toMatchObject({
      user_id: server.ids.userA,
      success: false,
      failure_reason: "The account isn't allowed to sign in.",
    })
    await set({ active: true })
    await set({ confirmed: false })
    expect((await arrive(emailOf('userA'))).json()).toMatchObject({ code: 'oauth/failed' })
    await set({ confirmed: true })
    expect(await sessions()).toBe(before)
    expect((await arrive(emailOf('userA'))).statusCode).toBe(200)
  })

  it('leaves the provider as well when the session came from there, and only then', async () => {
    const { accessToken } = (await arrive(emailOf('userA'))).json<Session>()
    const out = await server.ask('POST', '/api/auth/sign-out', { headers: { authorization: `Bearer ${accessToken}` } })
    const url = new URL(out.json<{ logoutUrl: string }>().logoutUrl)
    expect(`${url.origin}${url.pathname}`).toBe(`${idp.issuer}/session/end`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'datacrane',
      post_logout_redirect_uri: `${publicUrl}/sign-in`,
    })
    expect((await fetch(url)).status).toBe(200)
    const body = { email: emailOf('adminB'), password }
    const byPassword = (await server.ask('POST', '/api/auth/sign-in', { body })).json<Session>()
    const plain = await server.ask('POST', '/api/auth/sign-out', {
      headers: { authorization: `Bearer ${byPassword.accessToken}` },
    })
    expect(plain.json()).toEqual({ success: true, logoutUrl: null })
  })
})
