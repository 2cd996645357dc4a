/** What an invitation writes to people, and how often (threat T-REG). */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { invite, page, send } from '../kit/guests.ts'
import { lettersTo, linkIn } from '../kit/mailbox.ts'
import { createTestServer, describeOnEachKind } from '../kit/test-server.ts'

describeOnEachKind('a mail that invites', (kind) => {
  const server = createTestServer({ publicUrl: 'https://crane.example.test' }, kind)

  it('carries nothing of a name that a mail program makes a link of', async () => {
    const { db } = server.database
    const name = 'Locked. See https://evil.example/login or www.evil.example\\x, Dr.No v2.0'
    await sql`update companies set name = ${name} where id = ${server.companies.A}`.execute(db)
    await sql`update users set first_name = 'evil.example' where id = ${server.ids.superA}`.execute(db)
    const { email } = await invite(server, 'superA')
    const [letter] = await lettersTo(server, email)
    const inviter = 'evil example Example invites you to'
    const company = 'Locked. See https evil example login or www evil example x, Dr No v2.0'
    expect(letter?.subject).toBe(`${inviter} ${company} on Datacrane`)
    expect(letter?.body).toContain(`${inviter} work with "${company}" on Datacrane.`)
    expect(linkIn(letter, page).origin, 'the only link').toBe('https://crane.example.test')
    await sql`update companies set name = 'Company A' where id = ${server.companies.A}`.execute(db)
    await sql`update users set first_name = 'superA' where id = ${server.ids.superA}`.execute(db)
  })

  it('is sent at most 100 times a day for one company, of many at once as well', async () => {
    const { db } = server.database
    const { memberId } = await invite(server, 'adminB')
    await sql`insert into invitations (id, company_id, email, role, token_hash, status, invited_by, expires_at)
      select gen_random_uuid(), company_id, 'many' || n || '@example.test', role, md5(n::text), 'revoked', invited_by, expires_at
      from invitations, generate_series(1, 97 - (select count(*)::int from invitations where company_id = ${server.companies.B})) n
      where id = ${memberId}`.execute(db)
    const many = (of: string) =>
      Promise.all(
        Array.from({ length: 8 }, (_, at) => send(server, 'adminB', { email: `${of}${at}@example.test`, role: 'USER' })),
      )
    const replies = await many('first')
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 201, ...Array(5).fill(429)])
    const refused = replies.find(({ statusCode }) => statusCode === 429)
    expect(refused?.json()).toMatchObject({ code: 'invitation/too-many', retryable: false })
    expect((await send(server, 'adminA', { email: 'other-company@example.test', role: 'USER' })).statusCode).toBe(201)
    await sql`update invitations set created_at = created_at - interval '25 hours'`.execute(db)
    expect((await many('second')).map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201))
  })
})
