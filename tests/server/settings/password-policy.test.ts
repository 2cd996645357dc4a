/** The password policy: every switch is turned, and its effect seen wherever a password is chosen. `worklist.md` C-2. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { SecuritySettings } from '#contract/settings/security-settings.ts'
import { post } from '../auth/mfa/factors.ts'
import { newestToken } from '../kit/mailbox.ts'
import { emailOf, password } from '../kit/test-server.ts'
import { createSecurityServer, defaults } from './security-switches.ts'

const { server, run, saved, statusOf, ways } = createSecurityServer()

describe('the password policy', () => {
  const policy = (changes: Partial<SecuritySettings['passwordPolicy']>) => ({
    passwordPolicy: { ...defaults.passwordPolicy, ...changes },
  })
  const long = {
    ...{ minLength: 15, requireUppercase: false, requireLowercase: false },
    requireNumbers: false,
    requireSpecialChars: false,
  }
  const change = (next: string, old = password) => post(server, 'otherA', 'password', { password: old, new: next })
  const weak = (said: string) => ({ status: 422, code: 'password/weak', message: expect.stringContaining(said) })

  async function resetLink(): Promise<string> {
    await run(sql`delete from messages`)
    await server.ask('POST', '/api/users/reset-password', { body: { email: emailOf('otherA') } })
    return newestToken(server, emailOf('otherA'), '/reset-password')
  }
  async function invitationToken(): Promise<string> {
    await run(sql`delete from messages`)
    await run(sql`delete from invitations`)
    const body = { email: 'new@example.test', role: 'USER' }
    await server.ask('POST', `/api/users/${server.ids.adminA}/team-members/invite`, { as: 'adminA', body })
    return newestToken(server, 'new@example.test', '/accept-invitation')
  }

  it('holds when a password is changed, reset, and chosen by an invitation; each form is told of it', async () => {
    await saved(policy(long))
    const short = 'zebra-mango-7A'
    expect((await change(short)).json()).toMatchObject(weak('more characters'))
    const token = await resetLink()
    const headers = { authorization: `Bearer ${token}` }
    const rules = await server.ask('GET', '/api/users/update-password', { headers })
    expect(rules.json()).toEqual({ ...defaults.passwordPolicy, ...long })
    const reset = (next: string) =>
      server.ask('POST', '/api/users/update-password', { headers, body: { password: { new: next } } })
    expect((await reset(short)).json()).toMatchObject(weak('more characters'))
    const invitation = await invitationToken()
    const look = await server.ask('POST', '/api/invitations/look', { body: { token: invitation } })
    expect(look.json()).toMatchObject({ passwordPolicy: { minLength: 15, requireNumbers: false } })
    const accept = (chosen: string) =>
      server.ask('POST', '/api/invitations/accept', {
        body: { token: invitation, firstName: 'N', lastName: 'P', password: chosen },
      })
    expect((await accept(short)).json()).toMatchObject(weak('more characters'))
    expect((await accept('zebra mango violet tin')).statusCode).toBe(200)
    expect((await reset('zebra mango violet tin')).statusCode).toBe(200)
    await saved(policy({ minLength: 20 }))
    expect((await server.ask('GET', `/api/users/${server.ids.userA}/password`, { as: 'userA' })).json()).toMatchObject({
      policy: { minLength: 20 },
    })
    await restore()
  })

  it.each([
    ['requireUppercase', 'zebra mango violet tin 7!'],
    ['requireLowercase', 'ZEBRA MANGO VIOLET TIN 7!'],
    ['requireNumbers', 'Zebra mango violet tin!'],
    ['requireSpecialChars', 'Zebra mango violet tin 7'],
  ] as const)('%s asks for its characters where it is on, and not where it is off', async (name, without) => {
    const tried = async () => (await change(without, 'not the password')).json<{ code: string }>().code
    await saved(policy({ ...long, [name]: true }))
    expect(await tried()).toBe('password/weak')
    await saved(policy(long))
    expect(await tried()).toBe('auth/prove-again')
  })

  it('remembers as many passwords as it says', async () => {
    await saved(policy({ ...long, passwordHistoryCount: 3 }))
    server.sessions.otherA && Object.assign(server.sessions.otherA, await server.signIn('otherA'))
    const [one, two, three] = ['first mango violet tin', 'second mango violet tin', 'third mango violet tin'] as const
    expect((await change(one)).statusCode).toBe(200)
    expect((await change(two, one)).statusCode).toBe(200)
    expect((await change(one, two)).json()).toMatchObject(weak('is one of your last 3'))
    expect((await change(three, two)).statusCode).toBe(200)
    expect((await change(one, three)).json()).toMatchObject(weak('is one of your last 3'))
    await saved(policy({ ...long, passwordHistoryCount: 2 }))
    expect((await change(one, three)).statusCode).toBe(200)
    // With the one of now as many as the company asks for.
    const { rows } = await sql`select from password_history where user_id = ${server.ids.otherA}`.execute(server.database.db)
    expect(rows).toHaveLength(1)
    await restore()
  })

  it('asks for another one at the next sign-in after its age, and nothing else is open until then', async () => {
    await saved(policy({ maxPasswordAge: 30 }))
    await run(sql`update users set created_at = now() - interval '31 days' where id = ${server.ids.userA}`)
    await run(sql`update sessions set created_at = now() - interval '2 days' where user_id = ${server.ids.userA}`)
    await run(sql`update companies set session_max_minutes = 43200`)
    await saved(policy({ maxPasswordAge: 30 }))
    // Whoever works on is not interrupted.
    expect((await statusOf(server.sessions.userA)).stage).toBe('full')
    Object.assign(server.sessions.userA, await server.signIn('userA'))
    expect((await statusOf(server.sessions.userA)).stage).toBe('change-password')
    expect(await ways('userA')).toEqual(Array(4).fill([403, 'access/password-expired']))
    expect((await post(server, 'userA', 'password', { password, new: 'Zebra-mango-violet-7' })).statusCode).toBe(200)
    expect((await statusOf(server.sessions.userA)).stage).toBe('full')
    expect((await ways('userA'))[0]).toEqual([200, undefined])
    await saved(policy({ maxPasswordAge: 0 }))
    await run(sql`update users set password_changed_at = now() - interval '3000 days' where id = ${server.ids.userA}`)
    await restore()
    expect((await statusOf(await server.signIn('userA'))).stage).toBe('full')
  })

  /** Everybody has the password that the tests know. */
  async function restore(): Promise<void> {
    const { password_hash: hash } = await server.database.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', server.ids.adminA)
      .executeTakeFirstOrThrow()
    await run(sql`update users set password_hash = ${hash}`)
    Object.assign(server.sessions.otherA, await server.signIn('otherA'))
  }
})
