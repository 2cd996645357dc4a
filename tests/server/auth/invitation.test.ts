/** Invitations: the grid of threat T-INV, and who wins of many at once. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { accept, dead, invite, look, page, peopleWith, revoke, send, signIn, statusOf, strong } from '../kit/guests.ts'
import { lettersTo, linkIn, newestToken } from '../kit/mailbox.ts'
import { describeOnEachKind, emailOf, raiseHouse } from '../kit/test-server.ts'

describeOnEachKind('an invitation', (kind) => {
  const house = raiseHouse({ publicUrl: 'https://crane.example.test' }, kind)

  it('makes the member that it names', async () => {
    const { email, token, memberId } = await invite(house, 'adminA', 'ADMIN')
    const [letter] = await lettersTo(house, email)
    expect(letter?.subject).toBe('adminA Example invites you to Company A on Datacrane')
    expect(linkIn(letter, page).origin).toBe('https://crane.example.test')
    const seen = (await look(house, token)).json<{ expiresAt: string }>()
    expect(seen).toMatchObject({ email, role: 'ADMIN', companyName: 'Company A', invitedBy: 'adminA Example' })
    expect((Date.parse(seen.expiresAt) - Date.now()) / 3_600_000).toBeCloseTo(72, 1)
    expect(await peopleWith(house, email)).toEqual([])
    const reply = await accept(house, token)
    expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }])
    const { user } = (await signIn(house, email)).json<Session>()
    expect(user).toMatchObject({ email, role: 'ADMIN', companyId: house.companies.A, confirmed: true, firstName: 'Mary' })
    expect(await statusOf(house, memberId)).toBe('accepted')
    const { rows } = await sql<{ all: string }>`select string_agg(i::text, ' ') as all from invitations i`.execute(
      house.database.db,
    )
    expect(rows[0]?.all).not.toContain(token)
    for (const secret of [token, strong]) expect(house.logged.join('')).not.toContain(secret)
  })

  it('is dead for who guesses, after it was used, taken back, replaced, or ran out', async () => {
    const [used, revoked, replaced, over] = [await invite(house), await invite(house), await invite(house), await invite(house)]
    await accept(house, used.token)
    expect((await revoke(house, 'adminA', revoked.memberId)).json()).toEqual({ success: true })
    expect((await revoke(house, 'adminA', revoked.memberId)).json(), 'again').toEqual({ success: true })
    await send(house, 'superA', { email: replaced.email.toUpperCase(), role: 'ADMIN' })
    await sql`update invitations set expires_at = now() where id = ${over.memberId}`.execute(house.database.db)
    for (const token of [used.token, revoked.token, replaced.token, over.token, 'x'.repeat(43)]) {
      expect((await look(house, token)).json()).toMatchObject(dead)
      expect((await accept(house, token, { firstName: 'Eve' })).json()).toMatchObject(dead)
    }
    expect(await peopleWith(house, used.email)).toMatchObject([{ first_name: 'Mary' }])
    for (const { email } of [revoked, replaced, over]) expect(await peopleWith(house, email)).toEqual([])
    for (const { memberId } of [used, replaced, over])
      expect((await revoke(house, 'adminA', memberId)).json()).toMatchObject(dead)
    const newer = await newestToken(house, replaced.email, page)
    expect((await look(house, newer)).json()).toMatchObject({ role: 'ADMIN' })
    expect((await accept(house, newer)).statusCode).toBe(200)
  })

  it('takes e-mail, role and company of the row, and from nobody else', async () => {
    const { email, token } = await invite(house)
    const raised = {
      email: 'other@example.test',
      role: 'ADMIN',
      companyId: house.companies.B,
      confirmed: true,
      userId: house.ids.superA,
    }
    for (const [field, value] of Object.entries(raised))
      expect((await accept(house, token, { [field]: value })).json(), field).toMatchObject({ code: 'request/malformed' })
    expect((await accept(house, token)).statusCode).toBe(200)
    expect(await peopleWith(house, email)).toMatchObject([{ company_id: house.companies.A, role: 'USER', confirmed: true }])
    expect(await peopleWith(house, 'other@example.test')).toEqual([])
    for (const extra of [{ companyId: house.companies.B }, { invitedBy: house.ids.superA }, { status: 'accepted' }])
      expect((await send(house, 'adminA', { email: 'x@example.test', role: 'USER', ...extra })).json()).toMatchObject({
        status: 400,
      })
    expect((await send(house, 'superA', { email: 'x@example.test', role: 'SUPER_ADMIN' })).json()).toMatchObject({ status: 400 })
  })

  it('is worth no more than who sent it is now', async () => {
    const { db } = house.database
    const [byAdmin, low, byOther] = [
      await invite(house, 'adminB', 'ADMIN'),
      await invite(house, 'adminB'),
      await invite(house, 'superA'),
    ]
    await sql`update users set role = 'USER' where id = ${house.ids.adminB}`.execute(db)
    await sql`update users set active = false where id = ${house.ids.superA}`.execute(db)
    for (const { token } of [byAdmin, low, byOther]) {
      expect((await look(house, token)).json()).toMatchObject(dead)
      expect((await accept(house, token)).json()).toMatchObject(dead)
    }
    await sql`update users set role = 'ADMIN' where id = ${house.ids.adminB}`.execute(db)
    await sql`update users set active = true where id = ${house.ids.superA}`.execute(db)
    for (const { token } of [byAdmin, low, byOther]) expect((await accept(house, token)).statusCode).toBe(200)
  })

  it('is sent and taken back by admins of the company, as themselves', async () => {
    const { memberId } = await invite(house)
    expect((await send(house, 'userA', { email: 'y@example.test', role: 'USER' })).statusCode).toBe(403)
    expect((await revoke(house, 'userA', memberId)).statusCode).toBe(403)
    const asOther = { as: 'adminA', body: { email: 'y@example.test', role: 'USER' } } as const
    for (const id of [house.ids.superA, house.ids.adminB]) {
      const reply = await house.ask('POST', `/api/users/${id}/team-members/invite`, asOther)
      expect(reply.json()).toMatchObject({ status: 404, code: 'user/not-found' })
      const taken = await house.ask('DELETE', `/api/users/${id}/team-members/${memberId}/invite`, { as: 'adminA' })
      expect(taken.json()).toMatchObject({ status: 404, code: 'user/not-found' })
    }
    expect(await lettersTo(house, 'y@example.test')).toEqual([])
    expect((await revoke(house, 'adminB', memberId)).json(), 'of another company').toMatchObject(dead)
    expect(await statusOf(house, memberId)).toBe('open')
    expect((await revoke(house, 'superA', memberId)).statusCode).toBe(200)
  })

  it('is not sent to members, and tells nothing of other companies', async () => {
    expect((await send(house, 'adminA', { email: emailOf('userA').toUpperCase(), role: 'USER' })).json()).toMatchObject({
      status: 409,
      code: 'invitation/member-already',
    })
    const [known, unknown] = [emailOf('adminB'), 'unheard@example.test']
    const replies = [
      await send(house, 'adminA', { email: known, role: 'USER' }),
      await send(house, 'adminA', { email: unknown, role: 'USER' }),
    ]
    expect(replies.map((reply) => [reply.statusCode, Object.keys(reply.json())])).toEqual([
      [201, ['success', 'memberId', 'expiresAt']],
      [201, ['success', 'memberId', 'expiresAt']],
    ])
    const before = await peopleWith(house, known)
    const reply = await accept(house, await newestToken(house, known, page))
    expect(reply.json()).toMatchObject({ status: 409, code: 'invitation/elsewhere' })
    expect(await peopleWith(house, known)).toEqual(before)
    expect(await statusOf(house, replies[0]?.json<{ memberId: string }>().memberId ?? '')).toBe('open')
  })

  it('goes before an account that somebody opened with the same e-mail and never confirmed', async () => {
    const { email, token } = await invite(house)
    const stranger = { password: 'Of a stranger 7!', firstName: 'Eve', lastName: 'E', companyName: 'Trap', productTier: 'Basic' }
    await house.ask('POST', '/api/registration', { body: { ...stranger, email, paymentMethodId: null } })
    const theirs = await newestToken(house, email, '/confirm-account')
    expect((await accept(house, token)).statusCode).toBe(200)
    expect(await peopleWith(house, email)).toMatchObject([{ company_id: house.companies.A, role: 'USER', confirmed: true }])
    expect((await house.ask('POST', '/api/users/confirm', { body: { token: theirs } })).statusCode).toBe(400)
    expect((await signIn(house, email, stranger.password)).statusCode).toBe(401)
    expect((await signIn(house, email)).statusCode).toBe(200)
  })

  it('stays open when the password is weak', async () => {
    const { token, memberId } = await invite(house)
    for (const password of ['Short1!', 'Company-A 12!', 'Password1!']) {
      const reply = await accept(house, token, { password })
      expect(reply.json()).toMatchObject({ status: 422, code: 'password/weak', errors: [{ path: '/password' }] })
    }
    expect(await statusOf(house, memberId)).toBe('open')
    expect((await accept(house, token)).statusCode).toBe(200)
  })

  it('is made once when it is asked for again with its key, and one is open however many come at once', async () => {
    const email = 'once@example.test'
    const body = { email, role: 'USER' }
    const [first, again] = [await send(house, 'adminA', body, 'key-1'), await send(house, 'adminA', body, 'key-1')]
    expect(again.json()).toEqual(first.json())
    expect(await lettersTo(house, email)).toHaveLength(1)
    const all = await Promise.all(Array.from({ length: 12 }, () => send(house, 'adminA', body)))
    expect(all.map(({ statusCode }) => statusCode).toSorted()).toEqual([...Array(4).fill(201), ...Array(8).fill(429)])
    const { rows } = await sql<{ status: string }>`select status from invitations where email = ${email} order by status`.execute(
      house.database.db,
    )
    expect(rows.map(({ status }) => status)).toEqual(['open', ...Array(4).fill('replaced')])
  })

  it('makes one member of twenty at once', async () => {
    const { email, token } = await invite(house)
    const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => accept(house, token, { firstName: `Number ${at}` })))
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 404)])
    const won = replies.findIndex(({ statusCode }) => statusCode === 200)
    expect(await peopleWith(house, email)).toMatchObject([{ first_name: `Number ${won}` }])
  })

  it('is either taken or taken back when both come at once, never both', async () => {
    const ends = new Set<string>()
    for (let round = 0; round < 12; round += 1) {
      const { email, token, memberId } = await invite(house)
      // Of taking it, hashing the password takes longest: the other comes a little later each round.
      const taking = accept(house, token)
      for (let turn = 0; turn < round * 3; turn += 1) await look(house, token)
      const [taken, back] = await Promise.all([taking, revoke(house, 'adminA', memberId)])
      const status = await statusOf(house, memberId)
      const isMember = (await peopleWith(house, email)).length === 1
      expect([taken.statusCode, back.statusCode, isMember]).toEqual(status === 'accepted' ? [200, 404, true] : [404, 200, false])
      ends.add(status ?? '')
    }
    expect([...ends].toSorted(), 'each came first at times').toEqual(['accepted', 'revoked'])
  })

  // The embedded database has one connection, which cannot wait for itself.
  if (kind === 'postgres') {
    it('is held from the question whether it may move until it has moved', async () => {
      const { token, memberId } = await invite(house)
      const waiting = async () =>
        (
          await sql<{ n: number }>`select count(*) as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(house.database.db)
        ).rows[0]?.n
      const other = await openDatabase(house.place)
      const calls = await other.db.transaction().execute(async (tx) => {
        await sql`lock table users in share mode`.execute(tx)
        const taking = accept(house, token)
        await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
        const takingBack = revoke(house, 'adminA', memberId)
        await expect.poll(waiting, { timeout: 10_000 }).toBe(2)
        return [taking, takingBack]
      })
      expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([200, 404])
      expect(await statusOf(house, memberId)).toBe('accepted')
      await other.close()
    })
  }
})
