/** Who may read what was sent: it holds links that are as good as passwords. */
import { describe, expect, it } from 'vitest'
import type { Message } from '#contract/admin/outbox.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { queueMessage } from '#server/platform/mail/messages.repository.ts'
import { createTestServer, emailOf, openTestServer, type TestServer } from '../kit/test-server.ts'

const server = createTestServer()
const at = '/api/outbox'
const here = `${at}?to=ada%40example.test`

const fill = async ({ database, companies }: TestServer) => {
  for (const [to, subject] of [
    ['Ada@example.test', 'first'],
    ['bob@example.test', 'second'],
    ['ada@example.test', 'third\r\nBcc: eve@example.test'],
  ] as const)
    await queueMessage(database.db, { companyId: companies.A, channel: 'email', to, subject, text: `text of ${subject}` })
}

const subjectsOf = (reply: { json: <T>() => T }) => reply.json<{ data: Message[] }>().data.map(({ subject }) => subject)

describe('the outbox', () => {
  it('shows the operator everything, newest first, page by page', async () => {
    await fill(server)
    const all = await server.ask('GET', `${at}?limit=2`, { as: 'superA' })
    expect(subjectsOf(all)).toEqual(['third Bcc: eve@example.test', 'second'])
    expect(all.json()).toMatchObject({ total: 3, page: 1, limit: 2, totalPages: 2 })
    expect(subjectsOf(await server.ask('GET', `${at}?limit=2&page=2`, { as: 'superA' }))).toEqual(['first'])
    expect(subjectsOf(await server.ask('GET', here, { as: 'superA' }))).toEqual(['third Bcc: eve@example.test', 'first'])
  })

  it.each(['userA', 'adminA', 'adminB'] as const)('is closed to %s, on this machine too', async (as) => {
    for (const path of [at, here])
      expect((await server.ask('GET', path, { as })).json()).toMatchObject({ code: 'auth/forbidden' })
  })

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Digest x'])(
    'is closed to %s, where nobody needs one: whoever names themselves is somebody',
    async (authorization) => {
      const reply = await server.ask('GET', here, { headers: { authorization } })
      expect(reply.json()).toMatchObject({ status: 401, code: 'auth/token-missing' })
    },
  )

  it('is closed to a bearer that is none, where nobody needs one', async () => {
    const reply = await server.ask('GET', here, { headers: { authorization: 'Bearer nothing' } })
    expect(reply.json()).toMatchObject({ code: 'auth/token-invalid' })
  })

  it.each(['localhost', 'localhost:3001', '127.0.0.1:3001', '[::1]:3001', 'LOCALHOST'])(
    'shows in the demo what one address got, to whoever sits at this machine, as %s',
    async (host) => {
      const reply = await server.ask('GET', here, { headers: { host } })
      expect(reply.statusCode).toBe(200)
      expect(subjectsOf(reply)).toEqual(['third Bcc: eve@example.test', 'first'])
    },
  )

  it('never shows the letters of an operator without a sign-in: a proxy that hides itself looks like this machine', async () => {
    const to = emailOf('superA').toUpperCase()
    const { db } = server.database
    await queueMessage(db, { companyId: null, channel: 'email', to, subject: 'reset', text: 'a link' })
    const asked = `${at}?to=${encodeURIComponent(to)}`
    expect(subjectsOf(await server.ask('GET', asked, { headers: { host: 'localhost' } }))).toEqual([])
    expect(subjectsOf(await server.ask('GET', asked, { as: 'superA' }))).toEqual(['reset'])
    await db.deleteFrom('messages').where('subject', '=', 'reset').where('company_id', 'is', null).execute()
  })

  it.each<[string, string, Record<string, string>, string]>([
    ['everything', at, {}, '127.0.0.1'],
    ['nobody in particular', `${at}?to=%20`, {}, '127.0.0.1'],
    ['another machine', here, {}, '192.0.2.7'],
    ['a name that was pointed here', here, { host: 'evil.example:3001' }, '127.0.0.1'],
    ['a name that looks like this machine', here, { host: 'localhost.evil.example' }, '127.0.0.1'],
    ['another machine by our name', here, { host: 'localhost' }, '192.0.2.7'],
    ['whoever is behind a proxy', here, { 'x-forwarded-for': '192.0.2.7' }, '127.0.0.1'],
    ['whoever claims to be here', here, { 'x-forwarded-for': '127.0.0.1' }, '192.0.2.7'],
  ])('is closed without a sign-in to %s', async (_, url, headers, remoteAddress) => {
    const reply = await server.app.inject({ method: 'GET', url, headers: { host: 'localhost', ...headers }, remoteAddress })
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'auth/token-missing'])
  })

  it.each<[string, Parameters<typeof openTestServer>[0]]>([
    ['nothing is a demo', { demo: { seed: false, password: null, connectors: false } }],
    ['a mail server is there', { smtp: readConfig({ SMTP_URL: 'smtp://mail.example', SMTP_FROM: 'a@example.test' }).smtp }],
    ['it has an address of its own', { publicUrl: 'https://datacrane.example' }],
  ])('is closed without a sign-in where %s', async (_, changes) => {
    const other = await openTestServer(changes)
    await fill(other)
    expect((await other.ask('GET', here)).statusCode).toBe(401)
    expect((await other.ask('GET', here, { as: 'superA' })).statusCode).toBe(200)
    await other.close()
  })

  it.each(['%', 'x%00', "' or '1'='1", 'ada@example.test'.toUpperCase()])('takes a recipient of %j as text', async (to) => {
    const reply = await server.ask('GET', `${at}?to=${encodeURIComponent(to)}`, { as: 'superA' })
    expect(subjectsOf(reply)).toEqual(to.includes('@') ? ['third Bcc: eve@example.test', 'first'] : [])
  })
})

describe('the configuration of the mail server', () => {
  const from = 'Datacrane <no-reply@example.test>'

  it('is none, or names host, port, user and password', () => {
    expect(readConfig({}).smtp).toBeNull()
    expect(readConfig({ SMTP_URL: 'smtp://mail.example', SMTP_FROM: from }).smtp).toEqual({
      host: 'mail.example',
      port: 587,
      secure: false,
      user: null,
      password: null,
      from,
    })
    expect(readConfig({ SMTP_URL: 'smtps://crane:p%40ss@[::1]', SMTP_FROM: from }).smtp).toMatchObject({
      host: '[::1]',
      port: 465,
      secure: true,
      user: 'crane',
      password: 'p@ss',
    })
    expect(readConfig({ SMTP_URL: 'smtp://mail.example:2525', SMTP_FROM: from }).smtp).toMatchObject({ port: 2525 })
  })

  it.each([
    'mail.example:25',
    'http://canary:canary@mail.example',
    'smtp://canary:%zz@mail.example',
    'smtp://canary@h/path',
    'smtp://h?tls=no',
  ])('refuses %s without repeating it', (url) => {
    expect(() => readConfig({ SMTP_URL: url, SMTP_FROM: from })).toThrow(/SMTP_URL/)
    expect(() => readConfig({ SMTP_URL: url, SMTP_FROM: from })).not.toThrow(/canary/)
  })

  it.each(['', 'nobody', 'a@b\r\nBcc: eve@example.test', '<a@b'])('refuses a sender of %j', (sender) => {
    expect(() => readConfig({ SMTP_URL: 'smtp://mail.example', SMTP_FROM: sender })).toThrow(/SMTP_FROM/)
  })
})
