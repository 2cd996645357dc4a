/** Passkeys instead of a password, and instead of a code (decision 0012): what is accepted, and everything that is not. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import { type CreationOptions, type Passkey, passkeysMax, type RequestOptions } from '#contract/auth/passkeys.ts'
import { createTestServer, describeOnEachKind, emailOf, password, type Reply, type Who } from '../../kit/test-server.ts'
import { auditOf, challenged, forgetFactors, post, said, shown, switchOn } from '../mfa/factors.ts'
import { create, type Device, newDevice, type Otherwise, publicOrigin, use } from './authenticator.ts'

type Begun<Options> = { readonly challengeId: string; readonly options: Options }
type Second = { readonly challengeId: string; readonly userId: string }

const invalid = { code: 'passkey/invalid', status: 401, title: 'Passkey not accepted' }

describeOnEachKind('passkeys', (kind) => {
  const server = createTestServer({ publicUrl: publicOrigin }, kind)
  beforeEach(async () => {
    await sql`delete from passkeys`.execute(server.database.db)
    await forgetFactors(server)
  })

  async function begunAdding(who: Who): Promise<Begun<CreationOptions>> {
    const reply = await post(server, who, 'passkeys/begin', { password })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }

  const addWith = (who: Who, challengeId: string, credential: unknown) =>
    post(server, who, 'passkeys', { challengeId, credential })

  async function added(who: Who): Promise<Device & { passkey: Passkey }> {
    const device = newDevice()
    const { challengeId, options } = await begunAdding(who)
    const reply = await addWith(who, challengeId, create(device, options))
    expect(reply.statusCode, reply.body).toBe(201)
    return Object.assign(device, { passkey: reply.json<Passkey>() })
  }

  async function begun(second?: Second): Promise<Begun<RequestOptions>> {
    const reply = await server.ask('POST', '/api/auth/passkey/begin', { body: second ? { second } : {} })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }

  const signWith = (challengeId: string, credential: unknown): Promise<Reply> =>
    server.ask('POST', '/api/auth/passkey', { body: { challengeId, credential } })

  async function signIn(device: Device, otherwise?: Otherwise, second?: Second): Promise<Reply> {
    const { challengeId, options } = await begun(second)
    return signWith(challengeId, use(device, options, otherwise))
  }

  const secondOf = async (who: Who): Promise<Second> => {
    const { challengeId, userId } = await challenged(server, who)
    return { challengeId, userId }
  }

  it('are added with the password, listed, reported by mail and in the audit log, and sign their person in', async () => {
    const without = await post(server, 'userA', 'passkeys/begin', { password: 'wrong' })
    expect(said(without)).toMatchObject({ code: 'auth/prove-again', status: 403 })
    const device = await added('userA')
    const list = await server.ask('GET', `/api/users/${server.ids.userA}/passkeys`, { as: 'userA' })
    expect(list.json()).toEqual({ passkeys: [device.passkey] })
    const { rows: mails } = await sql<{
      subject: string
    }>`select subject from messages where recipient = ${emailOf('userA')}`.execute(server.database.db)
    expect(mails).toEqual([{ subject: 'A passkey was added to your Datacrane account' }])
    const { rows: events } = await sql<{
      action: string
    }>`select action from audit_events where actor_id = ${server.ids.userA} order by seq desc limit 2`.execute(server.database.db)
    expect(events.map(({ action }) => action)).toEqual(['passkey.added', 'passkey.started'])

    const before = (await auditOf(server, 'userA')).length
    const reply = await signIn(device)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json<Session>().user._id).toBe(server.ids.userA)
    expect((await auditOf(server, 'userA')).slice(before)).toEqual([{ success: true, failure_reason: null }])
    const used = await server.ask('GET', `/api/users/${server.ids.userA}/passkeys`, { as: 'userA' })
    expect(used.json<{ passkeys: Passkey[] }>().passkeys[0]?.lastUsedAt).not.toBeNull()
  })

  it.each<[string, Otherwise]>([
    ['another origin', { origin: 'http://localhost.evil.test:3001' }],
    ['another relying party', { rpId: 'evil.test' }],
    ['another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['another ceremony', { type: 'webauthn.create' }],
    ['a page in a frame of another site', { isFramed: true }],
    ['a person who was not checked', { isVerified: false }],
    ['another person’s handle', { handle: Buffer.from('somebody else').toString('base64url') }],
    ['a tampered signature', { tamper: (it) => Buffer.concat([it.subarray(0, -1), Buffer.from([(it.at(-1) ?? 0) ^ 1])]) }],
  ])('refuse a signature for %s, and the sign-in is recorded', async (_, otherwise) => {
    const device = await added('userA')
    const before = (await auditOf(server, 'userA')).length
    expect(said(await signIn(device, otherwise))).toMatchObject(invalid)
    expect((await auditOf(server, 'userA')).slice(before)).toEqual([
      { success: false, failure_reason: 'The passkey was not accepted.' },
    ])
    expect((await signIn(device)).statusCode).toBe(200)
  })

  it('refuse a counter that goes back or stays, and take one that is left out', async () => {
    const device = await added('userA')
    expect((await signIn(device, { counter: 9 })).statusCode).toBe(200)
    for (const counter of [8, 9, 0]) expect(said(await signIn(device, { counter }))).toMatchObject(invalid)
    expect((await signIn(device, { counter: 10 })).statusCode).toBe(200)
    const still = await added('userA')
    for (const counter of [0, 0]) expect((await signIn(still, { counter })).statusCode).toBe(200)
  })

  it('refuse an unknown credential, an old challenge, and one that was used, whatever came of it, also of 20 at once', async () => {
    const device = await added('userA')
    expect(said(await signIn(newDevice()))).toMatchObject(invalid)
    const old = await begun()
    await sql`update passkey_challenges set expires_at = now() where id = ${old.challengeId}`.execute(server.database.db)
    expect(said(await signWith(old.challengeId, use(device, old.options)))).toMatchObject(invalid)
    const failed = await begun()
    await signWith(failed.challengeId, use(device, failed.options, { origin: 'http://evil.test' }))
    expect(said(await signWith(failed.challengeId, use(device, failed.options)))).toMatchObject(invalid)
    const once = await begun()
    const signed = use(device, once.options)
    const replies = await Promise.all(Array.from({ length: 20 }, () => signWith(once.challengeId, signed)))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const adding = await begunAdding('userA')
    expect(
      said(await signWith(adding.challengeId, use(device, { ...once.options, challenge: adding.options.challenge }))),
    ).toMatchObject(invalid)
  })

  it('pass the second factor of their own person only, once', async () => {
    const { secret } = await switchOn(server, 'userA', 'app')
    const other = await added('adminA')
    const { challengeId: setup, options: creation } = await (async () => {
      const reply = await post(server, 'userA', 'passkeys/begin', { password, code: shown(secret) })
      return reply.json<Begun<CreationOptions>>()
    })()
    const device = newDevice()
    expect((await addWith('userA', setup, create(device, creation))).statusCode).toBe(201)
    expect((await challenged(server, 'userA')).hasPasskey).toBe(true)

    const second = await secondOf('userA')
    const { challengeId, options } = await begun(second)
    expect(options.allowCredentials?.map(({ id }) => id)).toEqual([device.id])
    expect(said(await signWith(challengeId, use(other, options)))).toMatchObject(invalid)
    expect((await signIn(device, {}, second)).statusCode).toBe(200)
    const again = await server.ask('POST', '/api/auth/passkey/begin', { body: { second } })
    expect(said(again)).toMatchObject(invalid)
    const foreign = await server.ask('POST', '/api/auth/passkey/begin', {
      body: { second: { ...(await secondOf('userA')), userId: server.ids.adminA } },
    })
    expect(said(foreign)).toMatchObject(invalid)
    // With the passkey as the whole sign-in no code is asked for: it has checked its person.
    expect((await signIn(device)).json<Session>().user._id).toBe(server.ids.userA)
  })

  it('let nobody in who was deactivated, and end with the challenge of a password that was changed', async () => {
    await switchOn(server, 'userA', 'email')
    await sql`delete from mfa_factors`.execute(server.database.db)
    const device = await added('userA')
    await sql`update users set active = false where id = ${server.ids.userA}`.execute(server.database.db)
    expect(said(await signIn(device))).toMatchObject(invalid)
    await sql`update users set active = true where id = ${server.ids.userA}`.execute(server.database.db)
    await switchOn(server, 'userA', 'email')
    const { challengeId, options } = await begun(await secondOf('userA'))
    await sql`update users set password_changed_at = clock_timestamp() where id = ${server.ids.userA}`.execute(server.database.db)
    expect(said(await signWith(challengeId, use(device, options)))).toMatchObject(invalid)
  })

  it.each<[string, Otherwise]>([
    ['another origin', { origin: 'http://evil.test' }],
    ['another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['a page in a frame of another site', { isFramed: true }],
    ['a person who was not checked', { isVerified: false }],
  ])('are not added for %s', async (_, otherwise) => {
    const { challengeId, options } = await begunAdding('userA')
    const credential = create(newDevice(), options, otherwise)
    expect(said(await addWith('userA', challengeId, credential))).toMatchObject({ code: 'passkey/not-added', status: 422 })
  })

  it('are not added by a challenge of somebody else, twice, to two people, or beyond their number', async () => {
    const { challengeId, options } = await begunAdding('userA')
    const device = newDevice()
    expect(said(await addWith('adminA', challengeId, create(device, options)))).toMatchObject({ code: 'passkey/not-added' })
    const known = await added('userA')
    const next = await begunAdding('adminA')
    expect(said(await addWith('adminA', next.challengeId, create(known, next.options)))).toMatchObject({
      code: 'passkey/not-added',
    })
    await sql`insert into passkeys (id, company_id, user_id, credential_id, public_key, counter, name, is_synced)
      select gen_random_uuid(), company_id, user_id, 'c' || n, public_key, 0, name, false from passkeys, generate_series(2, ${passkeysMax}) n`.execute(
      server.database.db,
    )
    expect(said(await post(server, 'userA', 'passkeys/begin', { password }))).toMatchObject({
      code: 'passkey/too-many',
      status: 409,
    })
  })

  it('are renamed and removed by their person only; a removed one signs nobody in', async () => {
    const device = await added('userA')
    const path = `passkeys/${device.passkey.id}`
    const rename = (as: Who) =>
      server.ask('PATCH', `/api/users/${server.ids[as]}/${path}`, { as, body: { name: ' Key on my desk ' } })
    expect((await rename('otherA')).statusCode).toBe(404)
    expect((await rename('userA')).json<Passkey>().name).toBe('Key on my desk')
    expect((await post(server, 'otherA', `${path}/remove`, { password })).statusCode).toBe(404)
    expect(said(await post(server, 'userA', `${path}/remove`, {}))).toMatchObject({ code: 'auth/prove-again' })
    expect((await post(server, 'userA', `${path}/remove`, { password })).statusCode).toBe(200)
    expect(said(await signIn(device))).toMatchObject(invalid)
  })
})
