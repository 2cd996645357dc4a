/** Invitations: the grid of threat T-INV, and who wins of many at once. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { accept, dead, invite, look, page, peopleWith, revoke, send, signIn, statusOf, strong } from '../kit/guests.ts'
import { lettersTo, linkIn, newestToken } from '../kit/mailbox.ts'
import { createTestServer, describeOnEachKind, emailOf } from '../kit/test-server.ts'

describeOnEachKind('an invitation', (kind) => {
  const server = createTestServer({ publicUrl: 'https://crane.example.test' }, kind)

  it('makes the member that it names', async () => {
    const { email, token, memberId } = await invite(server, 'adminA', 'ADMIN')
    const [letter] = await lettersTo(server, email)
    expect(letter?.subject).toBe('adminA Example invites you to Company A on Datacrane')
    expect(linkIn(letter, page).origin).toBe('https://crane.example.test')
    const seen = (await look(server, token)).json<{ expiresAt: string }>()
    expect(seen).toMatchObject({ email, role: 'ADMIN', companyName: 'Company A', invitedBy: 'adminA Example' })
    expect((Date.parse(seen.expiresAt) - Date.now()) / 3_600_000).toBeCloseTo(72, 1)
    expect(await peopleWith(server, email)).toEqual([])
    const reply = await accept(server, token)
    expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }])
    const { user } = (await signIn(server, email)).json<Session>()
    expect(user).toMatchObject({ email, role: 'ADMIN', companyId: server.companies.A, confirmed: true, firstName: 'Mary' })
    expect(await statusOf(server, memberId)).toBe('accepted')
    const { rows } = await sql<{ all: string }>`select string_agg(i::text, ' ') as all from invitations i`.execute(
      server.database.db,
    )
    expect(rows[0]?.all).not.toContain(token)
    for (const secret of [token, strong]) expect(server.logged.join('')).not.toContain(secret)
  })

  it('is dead for who guesses, after it was used, taken back, replaced, or ran out', async () => {
    const [used, revoked, replaced, over] = [
      await invite(server),
      await invite(server),
      await invite(server),
      await invite(server),
    ]
    await accept(server, used.token)
    expect((await revoke(server, 'adminA', revoked.memberId)).json()).toEqual({ success: true })
    expect((await revoke(server, 'adminA', revoked.memberId)).json(), 'again').toEqual({ success: true })
    await send(server, 'superA', { email: replaced.email.toUpperCase(), role: 'ADMIN' })
    await sql`update invitations set expires_at = now() where id = ${over.memberId}`.execute(server.database.db)
    for (const token of [used.token, revoked.token, replaced.token, over.token, 'x'.repeat(43)]) {
      expect((await look(server, token)).json()).toMatchObject(dead)
      expect((await accept(server, token, { firstName: 'Eve' })).json()).toMatchObject(dead)
    }
    expect(await peopleWith(server, used.email)).toMatchObject([{ first_name: 'Mary' }])
    for (const { email } of [revoked, replaced, over]) expect(await peopleWith(server, email)).toEqual([])
    for (const { memberId } of [used, replaced, over])
      expect((await revoke(server, 'adminA', memberId)).json()).toMatchObject(dead)
    const newer = await newestToken(server, replaced.email, page)
    expect((await look(server, newer)).json()).toMatchObject({ role: 'ADMIN' })
    expect((await accept(server, newer)).statusCode).toBe(200)
  })

  it('takes email, role and company of the row, and from nobody else', async () => {
    const { email, token } = await invite(server)
    const raised = {
      email: 'other@example.test',
      role: 'ADMIN',
      companyId: server.companies.B,
      confirmed: true,
      userId: server.ids.superA,
    }
    for (const [field, value] of Object.entries(raised))
      expect((await accept(server, token, { [field]: value })).json(), field).toMatchObject({ code: 'request/malformed' })
    expect((await accept(server, token)).statusCode).toBe(200)
    expect(await peopleWith(server, email)).toMatchObject([{ company_id: server.companies.A, role: 'USER', confirmed: true }])
    expect(await peopleWith(server, 'other@example.test')).toEqual([])
    for (const extra of [{ companyId: server.companies.B }, { invitedBy: server.ids.superA }, { status: 'accepted' }])
      expect((await send(server, 'adminA', { email: 'x@example.test', role: 'USER', ...extra })).json()).toMatchObject({
        status: 400,
      })
    expect((await send(server, 'superA', { email: 'x@example.test', role: 'SUPER_ADMIN' })).json()).toMatchObject({ status: 400 })
  })

  it('is worth no more than who sent it is now', async () => {
    const { db } = server.database
    const [byAdmin, low, byOther] = [
      await invite(server, 'adminB', 'ADMIN'),
      await invite(server, 'adminB'),
      await invite(server, 'superA'),
    ]
    await sql`update users set role = 'USER' where id = ${server.ids.adminB}`.execute(db)
    await sql`update users set active = false where id = ${server.ids.superA}`.execute(db)
    for (const { token } of [byAdmin, low, byOther]) {
      expect((await look(server, token)).json()).toMatchObject(dead)
      expect((await accept(server, token)).json()).toMatchObject(dead)
    }
    await sql`update users set role = 'ADMIN' where id = ${server.ids.adminB}`.execute(db)
    await sql`update users set active = true where id = ${server.ids.superA}`.execute(db)
    for (const { token } of [byAdmin, low, byOther]) expect((await accept(server, token)).statusCode).toBe(200)
  })

  it('is sent and taken back by admins of the company, as themselves', async () => {
    const { memberId } = await invite(server)
    expect((await send(server, 'userA', { email: 'y@example.test', role: 'USER' })).statusCode).toBe(403)
    expect((await revoke(server, 'userA', memberId)).statusCode).toBe(403)
    const asOther = { as: 'adminA', body: { email: 'y@example.test', role: 'USER' } } as const
    for (const id of [server.ids.superA, server.ids.adminB]) {
      const reply = await server.ask('POST', `/api/users/${id}/team-members/invite`, asOther)
      expect(reply.json()).toMatchObject({ status: 404, code: 'user/not-found' })
      const taken = await server.ask('DELETE', `/api/users/${id}/team-members/${memberId}/invite`, { as: 'adminA' })
      expect(taken.json()).toMatchObject({ status: 404, code: 'user/not-found' })
    }
    expect(await lettersTo(server, 'y@example.test')).toEqual([])
    expect((await revoke(server, 'adminB', memberId)).json(), 'of another company').toMatchObject(dead)
    expect(await statusOf(server, memberId)).toBe('open')
    expect((await revoke(server, 'superA', memberId)).statusCode).toBe(200)
  })

  it('is not sent to members, and tells nothing of other companies', async () => {
    expect((await send(server, 'adminA', { email: emailOf('userA').toUpperCase(), role: 'USER' })).json()).toMatchObject({
      status: 409,
      code: 'invitation/member-already',
    })
    const [known, unknown] = [emailOf('adminB'), 'unheard@example.test']
    const replies = [
      await send(server, 'adminA', { email: known, role: 'USER' }),
      await send(server, 'adminA', { email: unknown, role: 'USER' }),
    ]
    expect(replies.map((reply) => [reply.statusCode, Object.keys(reply.json())])).toEqual([
      [201, ['success', 'memberId', 'expiresAt', 'isKept', 'link']],
      [201, ['success', 'memberId', 'expiresAt', 'isKept', 'link']],
    ])
    const before = await peopleWith(server, known)
    const reply = await accept(server, await newestToken(server, known, page))
    expect(reply.json()).toMatchObject({ status: 409, code: 'invitation/elsewhere' })
    expect(await peopleWith(server, known)).toEqual(before)
    expect(await statusOf(server, replies[0]?.json<{ memberId: string }>().memberId ?? '')).toBe('open')
  })

  it('goes before an account that somebody opened with the same email and never confirmed', async () => {
    const { email, token } = await invite(server)
    const stranger = { password: 'Of a stranger 7!', firstName: 'Eve', lastName: 'E', companyName: 'Trap', productTier: 'Basic' }
    await server.ask('POST', '/api/registration', { body: { ...stranger, email, paymentMethodId: null } })
    const theirs = await newestToken(server, email, '/confirm-account')
    expect((await accept(server, token)).statusCode).toBe(200)
    expect(await peopleWith(server, email)).toMatchObject([{ company_id: server.companies.A, role: 'USER', confirmed: true }])
    expect((await server.ask('POST', '/api/users/confirm', { body: { token: theirs } })).statusCode).toBe(400)
    expect((await signIn(server, email, stranger.password)).statusCode).toBe(401)
    expect((await signIn(server, email)).statusCode).toBe(200)
  })

  it('stays open when the password is weak', async () => {
    const { token, memberId } = await invite(server)
    for (const password of ['Short1!', 'Company-A 12!', 'Password1!']) {
      const reply = await accept(server, token, { password })
      expect(reply.json()).toMatchObject({ status: 422, code: 'password/weak', errors: [{ path: '/password' }] })
    }
    expect(await statusOf(server, memberId)).toBe('open')
    expect((await accept(server, token)).statusCode).toBe(200)
  })

  it('is made once when it is asked for again with its key, and one is open however many come at once', async () => {
    const email = 'once@example.test'
    const body = { email, role: 'USER' }
    const [first, again] = [await send(server, 'adminA', body, 'key-1'), await send(server, 'adminA', body, 'key-1')]
    expect(again.json()).toEqual(first.json())
    expect(await lettersTo(server, email)).toHaveLength(1)
    const all = await Promise.all(Array.from({ length: 12 }, () => send(server, 'adminA', body)))
    expect(all.map(({ statusCode }) => statusCode).toSorted()).toEqual([...Array(4).fill(201), ...Array(8).fill(429)])
    const { rows } = await sql<{ status: string }>`select status from invitations where email = ${email} order by status`.execute(
      server.database.db,
    )
    expect(rows.map(({ status }) => status)).toEqual(['open', ...Array(4).fill('replaced')])
  })

  it('makes one member of twenty at once', async () => {
    const { email, token } = await invite(server)
    const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => accept(server, token, { firstName: `Number ${at}` })))
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 404)])
    const won = replies.findIndex(({ statusCode }) => statusCode === 200)
    expect(await peopleWith(server, email)).toMatchObject([{ first_name: `Number ${won}` }])
  })

  it('is either taken or taken back when both come at once, never both', async () => {
    const ends = new Set<string>()
    for (let round = 0; round < 12; round += 1) {
      const { email, token, memberId } = await invite(server)
      // Of taking it, hashing the password takes longest: the other comes a little later each round.
      const taking = accept(server, token)
      for (let turn = 0; turn < round * 3; turn += 1) await look(server, token)
      const [taken, back] = await Promise.all([taking, revoke(server, 'adminA', memberId)])
      const status = await statusOf(server, memberId)
      const isMember = (await peopleWith(server, email)).length === 1
      expect([taken.statusCode, back.statusCode, isMember]).toEqual(status === 'accepted' ? [200, 404, true] : [404, 200, false])
      ends.add(status ?? '')
    }
    expect([...ends].toSorted(), 'each came first at times').toEqual(['accepted', 'revoked'])
  })

  // The embedded database has one connection, which cannot wait for itself.
  if (kind === 'postgres') {
    it('is held from the question whether it may move until it has moved', async () => {
      const { token, memberId } = await invite(server)
      const waiting = async () =>
        (
          await sql<{ n: number }>`select count(*) as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(server.database.db)
        ).rows[0]?.n
      const other = await openDatabase(server.place)
      const calls = await other.db.transaction().execute(async (tx) => {
        await sql`lock table users in share mode`.execute(tx)
        const taking = accept(server, token)
        await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
        const takingBack = revoke(server, 'adminA', memberId)
        await expect.poll(waiting, { timeout: 10_000 }).toBe(2)
        return [taking, takingBack]
      })
      expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([200, 404])
      expect(await statusOf(server, memberId)).toBe('accepted')
      await other.close()
    })
  }
})
