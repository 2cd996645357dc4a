import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import { anHourLater, lettersTo, linkIn, newestToken, tokenIn } from '../kit/mailbox.ts'
import { createTestServer, describeOnEachKind, emailOf, type TestServer } from '../kit/test-server.ts'
import { confirm, post, register, resend, signIn, strong, update } from './sign-ups.ts'

const rowOf = async ({ database }: TestServer, email: string) =>
  (
    await sql<Record<string, unknown>>`
    select u.email, u.first_name, u.last_name, u.role, u.confirmed, u.password_hash, c.name, c.product_tier, c.requested_tier, c.payment_method_id, c.id
    from users u join companies c on c.id = u.company_id where lower(u.email) = lower(${email})`.execute(database.db)
  ).rows[0]
const countOf = async ({ database }: TestServer) =>
  (
    await sql<Record<string, number>>`select (select count(*) from users) as users, (select count(*) from companies) as companies,
      (select count(*) from messages) as messages, (select count(*) from one_time_tokens) as tokens`.execute(database.db)
  ).rows[0]

describeOnEachKind('sign-up', (kind) => {
  const server = createTestServer({ publicUrl: 'https://crane.example.test', payments: 'none' }, kind)

  it('makes a company and its ADMIN, who signs in after the link was pressed', async () => {
    const email = 'Grace@example.test'
    const reply = await register(server, email, { productTier: 'Professional', paymentMethodId: 'invoice', priceVersion: 2 })
    expect([reply.statusCode, reply.json()]).toEqual([201, { success: true, email, isKept: true }])
    expect(await rowOf(server, email)).toMatchObject({
      email,
      first_name: 'Grace',
      role: 'ADMIN',
      confirmed: false,
      name: 'Flow-Matic',
      ...{ product_tier: 'Basic', requested_tier: 'Professional' },
      payment_method_id: 'invoice',
    })
    expect((await signIn(server, email)).json()).toMatchObject({
      status: 403,
      code: 'auth/not-confirmed',
      message: 'Confirm your account first. Open the link in the confirmation email, or send the email again.',
    })
    expect((await signIn(server, email, 'wrong')).json()).toMatchObject({ status: 401, code: 'auth/invalid-credentials' })

    const letters = await lettersTo(server, email)
    expect(letters.map(({ subject, recipient }) => [subject, recipient])).toEqual([['Confirm your Datacrane account', email]])
    const link = linkIn(letters[0], '/confirm-account')
    expect(link.origin).toBe('https://crane.example.test')
    const token = link.searchParams.get('token') ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const { rows } = await sql<{ all: string }>`select string_agg(t::text, ' ') as all from one_time_tokens t`.execute(
      server.database.db,
    )
    expect(rows[0]?.all).not.toContain(token)

    const pressed = await confirm(server, token)
    expect([pressed.statusCode, pressed.json()]).toEqual([200, { success: true }])
    const entered = await signIn(server, email)
    expect(entered.json<Session>().user).toMatchObject({
      role: 'ADMIN',
      confirmed: true,
      plan: 'Basic',
      companyName: 'Flow-Matic',
    })
    expect((await confirm(server, token)).json(), 'pressed again').toEqual({ success: true })
    for (const secret of [token, strong]) expect(server.logged.join('')).not.toContain(secret)
  })

  it('takes no link that is unknown, ran out, or is for something else', async () => {
    const email = 'late@example.test'
    await register(server, email)
    const token = await newestToken(server, email, '/confirm-account')
    await sql`update one_time_tokens set expires_at = now()`.execute(server.database.db)
    await post(server, '/api/users/reset-password', { email: emailOf('userA') })
    const reset = await newestToken(server, emailOf('userA'), '/reset-password')
    for (const each of [token, 'x'.repeat(43), reset]) {
      expect((await confirm(server, each)).json()).toMatchObject({ status: 400, code: 'confirmation/dead' })
    }
    expect(await rowOf(server, email)).toMatchObject({ confirmed: false })
  })

  it('lets a link live for 24 hours', async () => {
    await register(server, 'day@example.test')
    const { rows } = await sql<{ hours: number }>`select extract(epoch from expires_at - created_at)::float8 / 3600 as hours
      from one_time_tokens where kind = 'confirm' order by created_at desc limit 1`.execute(server.database.db)
    expect(rows[0]?.hours).toBeCloseTo(24, 3)
  })

  it('gives the same answer for an email that is known, and tells its owner', async () => {
    const [known, fresh] = [emailOf('otherA').toUpperCase(), 'FRESH@example.test']
    const before = await rowOf(server, known)
    const replies = await Promise.all([known, fresh].map((email) => register(server, email)))
    const seen = replies.map((reply) => [reply.statusCode, reply.json(), Object.keys(reply.headers).toSorted()])
    expect(seen[0]).toEqual([201, { success: true, email: known, isKept: true }, seen[1]?.[2]])
    expect(seen[1]?.[1]).toEqual({ success: true, email: fresh, isKept: true })
    expect(await rowOf(server, known)).toEqual(before)
    const letters = await lettersTo(server, known)
    expect(letters.map(({ subject }) => subject)).toEqual(['You already have a Datacrane account'])
    expect(letters[0]?.recipient, 'as it was written when the account was made').toBe(emailOf('otherA'))
    linkIn(letters[0], '/sign-in')
    linkIn(letters[0], '/forgot-password')
    expect(letters[0]?.body).not.toContain('token')
  })

  it('makes nothing twice when twenty come at once, or one comes again', async () => {
    const email = 'twenty@example.test'
    const replies = await Promise.all(Array.from({ length: 20 }, () => register(server, email)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 201))
    const after = await countOf(server)
    expect(await lettersTo(server, email)).toHaveLength(1)
    expect((await register(server, email)).statusCode).toBe(201)
    expect(await countOf(server)).toEqual(after)
    const token = await newestToken(server, email, '/confirm-account')
    const pressed = await Promise.all(Array.from({ length: 8 }, () => confirm(server, token)))
    expect(pressed.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200))
  })

  it('sends a new link to who comes again after the old one ran out', async () => {
    const email = 'again@example.test'
    await register(server, email)
    await sql`update one_time_tokens set expires_at = now()`.execute(server.database.db)
    await register(server, email)
    expect(await lettersTo(server, email)).toHaveLength(2)
    expect((await confirm(server, await newestToken(server, email, '/confirm-account'))).statusCode).toBe(200)
  })

  it.each(['before', 'after'])('gives an account to the owner of its email, when a stranger signed up %s them', async (when) => {
    const email = `${when}@example.test`
    const strangers = { password: 'Of a stranger 7!', companyName: 'Not yours' }
    await register(server, email, when === 'before' ? strangers : {})
    const first = await newestToken(server, email, '/confirm-account')
    await register(server, email, when === 'before' ? {} : strangers)
    expect((await confirm(server, first)).json(), 'of whom it is, nobody knows').toMatchObject({ code: 'confirmation/dead' })
    await resend(server, email)
    const letters = await lettersTo(server, email)
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Confirm your Datacrane account',
      'Finish your sign-up for Datacrane',
      'Finish your sign-up for Datacrane',
    ])
    const older = tokenIn(letters[1], '/reset-password')
    expect((await update(server, older, 'My very own 5!')).json()).toMatchObject({ code: 'password/reset-dead' })
    expect((await update(server, tokenIn(letters[2], '/reset-password'), 'My very own 5!')).statusCode).toBe(200)
    expect((await signIn(server, email, 'My very own 5!')).statusCode).toBe(200)
    for (const old of [strong, strangers.password]) expect((await signIn(server, email, old)).statusCode).toBe(401)
  })

  it('takes the links of a stranger back when its owner signs up, also when no more mails may be sent', async () => {
    const email = 'used-up@example.test'
    const strangers = { password: 'Of a stranger 7!', companyName: 'Not yours' }
    await register(server, email, strangers)
    for (let sent = 1; sent < 5; sent += 1) await resend(server, email)
    await register(server, email)
    const letters = await lettersTo(server, email)
    expect(letters.map(({ subject }) => subject)).toEqual(Array(5).fill('Confirm your Datacrane account'))
    for (const letter of letters) {
      const pressed = await confirm(server, tokenIn(letter, '/confirm-account'))
      expect(pressed.json()).toMatchObject({ status: 400, code: 'confirmation/dead' })
    }
    expect((await signIn(server, email, strangers.password)).json()).toMatchObject({ code: 'auth/not-confirmed' })
    await anHourLater(server)
    await resend(server, email)
    expect((await lettersTo(server, email)).at(-1)?.subject).toBe('Finish your sign-up for Datacrane')
  })

  it('sends a link again to whoever waits for one, and answers everybody the same', async () => {
    const [waiting, done, nobody] = ['waits@example.test', emailOf('superA'), 'nobody@example.test']
    await register(server, waiting)
    const replies = await Promise.all([waiting, done, nobody].map((email) => resend(server, email)))
    expect(replies.map((reply) => [reply.statusCode, reply.json()])).toEqual(
      [waiting, done, nobody].map((email) => [200, { success: true, email, isKept: true }]),
    )
    expect((await lettersTo(server, done)).map(({ subject }) => subject)).toEqual(['You already have a Datacrane account'])
    expect(await lettersTo(server, nobody)).toEqual([])
    const both = (await lettersTo(server, waiting)).map((letter) => tokenIn(letter, '/confirm-account'))
    expect(new Set(both).size).toBe(2)
    for (const token of both) expect((await confirm(server, token)).statusCode).toBe(200)
  })

  it('writes five times an hour to one address of each, however often it is asked', async () => {
    const email = 'bombed@example.test'
    await register(server, email)
    const ways = ['/api/users/resend-confirmation', '/api/users/reset-password']
    const replies = await Promise.all(Array.from({ length: 40 }, (_, at) => post(server, ways[at % 2] ?? '', { email })))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const resets = (await lettersTo(server, email)).filter(({ subject }) => subject === 'Set a new Datacrane password')
    expect([(await lettersTo(server, email)).length, resets.length], 'five of a sign-up, five for a password').toEqual([10, 5])
    await anHourLater(server)
    await resend(server, email)
    expect(await lettersTo(server, email)).toHaveLength(11)
  })

  it('asks how a plan is paid, and offers what there is', async () => {
    const offered = (await server.ask('GET', '/api/payment-methods')).json<{ paymentMethods: { id: string }[] }>()
    expect(offered.paymentMethods.map(({ id }) => id)).toEqual(['invoice', 'bank-transfer'])
    const before = await countOf(server)
    const wrong = [
      [{ productTier: 'Professional' }, 'registration/payment-missing'],
      [{ productTier: 'Enterprise', paymentMethodId: 'card' }, 'registration/payment-unknown'],
      [{ paymentMethodId: 'card' }, 'registration/payment-unknown'],
    ] as const
    for (const [changes, code] of wrong) {
      const reply = await register(server, 'payer@example.test', changes)
      expect(reply.json()).toMatchObject({ status: 422, code, errors: [{ path: '/paymentMethodId' }] })
    }
    expect(await countOf(server)).toEqual(before)
    expect((await register(server, 'payer@example.test', { paymentMethodId: 'bank-transfer' })).statusCode).toBe(201)
    expect(await rowOf(server, 'payer@example.test')).toMatchObject({ product_tier: 'Basic', payment_method_id: 'bank-transfer' })
  })

  it('starts no paid plan before the operator has approved it, and asks for none at prices that are no more', async () => {
    const { prices } = (await server.ask('GET', '/api/payment-methods')).json()
    expect(prices).toMatchObject({ version: 2, currency: 'USD', plans: { Professional: { base: 9_900 } } })
    const paid = { productTier: 'Enterprise', paymentMethodId: 'invoice' }
    const before = await countOf(server)
    const stale = await register(server, 'stale@example.test', { ...paid, priceVersion: 1 })
    expect(stale.json()).toMatchObject({ status: 409, code: 'registration/prices-changed' })
    expect(await countOf(server)).toEqual(before)
    expect((await register(server, 'seen@example.test', { ...paid, priceVersion: 2 })).statusCode).toBe(201)
    expect(await rowOf(server, 'seen@example.test')).toMatchObject({ product_tier: 'Basic', requested_tier: 'Enterprise' })
  })

  it('refuses a weak password, says why, and makes nothing', async () => {
    const before = await countOf(server)
    const weak = [
      ['Ab1!', ['needs more characters']],
      ['abcdefgh', ['needs an uppercase letter', 'needs a number', 'needs a special character']],
      ['Password1!', ['is too common and easy to guess']],
      ['P@$$w0rd2024!', ['is too common and easy to guess']],
      ['Flow-Matic 77!', ['is too similar to your name, your email, your company or Datacrane']],
      ['Hopper.Grace-1906!', ['is too similar to your name, your email, your company or Datacrane']],
    ] as const
    for (const [password, messages] of weak) {
      const reply = await register(server, 'weak@example.test', { password })
      const errors = messages.map((message) => ({ path: '/password', message }))
      expect(reply.json(), password).toMatchObject({ status: 422, code: 'password/weak', errors })
    }
    expect(await countOf(server)).toEqual(before)
  })

  it('takes nothing that is the server’s to say (threat T-MASS)', async () => {
    const before = await countOf(server)
    const own = {
      role: 'SUPER_ADMIN',
      confirmed: true,
      companyId: server.companies.A,
      userId: server.ids.userA,
      status: 'active',
    }
    for (const [field, value] of Object.entries({ ...own, emailVerified: true, active: true, mfa: false, __v: 1 })) {
      const reply = await register(server, 'mass@example.test', { [field]: value })
      expect(reply.json(), field).toMatchObject({ status: 400, code: 'request/malformed' })
    }
    expect(await countOf(server)).toEqual(before)
  })
})

describe('sign-up where cards are configured', () => {
  const server = createTestServer({ payments: 'sandbox' })

  it('keeps a company on the free plan until it has a card or the operator sets its plan', async () => {
    const offered = (await server.ask('GET', '/api/payment-methods')).json<{ paymentMethods: { id: string }[] }>()
    expect(offered.paymentMethods.map(({ id }) => id)).toEqual(['card', 'invoice'])
    const email = 'buys@example.test'
    const asked = { productTier: 'Professional', paymentMethodId: 'invoice', priceVersion: 2 }
    expect((await register(server, email, asked)).statusCode).toBe(201)
    expect(await rowOf(server, email)).toMatchObject({ product_tier: 'Basic', requested_tier: 'Professional' })
    await confirm(server, await newestToken(server, email, '/confirm-account'))
    const { accessToken } = (await signIn(server, email)).json<Session>()
    const own = { headers: { authorization: `Bearer ${accessToken}` } }
    const plan = async () => (await server.ask('GET', '/api/billing/plan', own)).json()
    expect(await plan()).toMatchObject({ plan: 'Basic', requested: 'Professional', bill: { total: 0 } })
    const profiles = (await server.ask('GET', '/api/billing/profiles', own)).json()
    expect(profiles).toMatchObject({ data: [{ paysWith: 'Invoice' }] })
    const choose = () => server.ask('PUT', '/api/billing/plan', { ...own, body: { plan: 'Professional' } })
    expect((await choose()).json()).toMatchObject({ code: 'plan/no-card' })
    await server.ask('POST', '/api/payments/methods', { ...own, body: { card: 'succeeds', holder: 'Ada' } })
    expect((await choose()).statusCode).toBe(200)
    expect(await plan()).toMatchObject({ plan: 'Professional', requested: null })
  })
})
