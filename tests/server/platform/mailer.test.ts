/** What is queued arrives at least once, whatever the mail server does. Time is turned by hand, in the database. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createMailSender, type SendMail } from '#server/outbound/mail.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { pauseAfter, triesMax } from '#server/platform/mail/mailer.ts'
import { confirmAccount } from '#server/platform/mail/mails.ts'
import { beginAttempt, markFailed, queueMessage } from '#server/platform/mail/messages.repository.ts'
import { describeOnEachDatabase } from '../kit/databases.ts'
import { startMailServer } from '../kit/mail-server.ts'
import { sendDue } from '../kit/send-due.ts'

const log = createLog('silent')
const link = 'https://datacrane.example/reset-password?token=canary-link'

const queue = ({ db }: Database, to = 'ada@example.test', subject = 'Reset your password') =>
  queueMessage(db, { companyId: null, channel: 'email', to, subject, text: `Open ${link}` })

type Row = { status: string; attempts: number; error: string | null; body: string; pause: number | null }

async function rows({ db }: Database): Promise<Row[]> {
  const found = await sql<Row>`select status, attempts, error, body,
    round(extract(epoch from next_attempt_at - now()) * 1000)::float8 as pause from messages order by created_at, id`.execute(db)
  return found.rows
}

/** As if the pause were over. */
const passTime = ({ db }: Database) => sql`update messages set next_attempt_at = now(), lease_until = now()`.execute(db)
async function takeFirst({ db }: Database) {
  const { id } = await db.selectFrom('messages').select('id').executeTakeFirstOrThrow()
  return beginAttempt(db, id)
}

it('waits longer after each try, an hour at most', () => {
  const minutes = Array.from({ length: triesMax - 1 }, (_, index) => pauseAfter(index + 1) / 60_000)
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
})

describeOnEachDatabase('the mailer', (open) => {
  it('sends once, with a stable id, and forgets the text', async () => {
    const { database } = await open()
    const sim = await startMailServer()
    await queue(database)
    const means = { db: database.db, log, send: createMailSender(sim.at) }
    await sendDue(means)
    await sendDue(means)
    expect(sim.received).toHaveLength(1)
    expect(sim.received[0]?.to).toBe('ada@example.test')
    expect(sim.received[0]?.messageId).toMatch(/^<[0-9a-f-]{36}@example\.test>$/)
    expect(sim.received[0]?.raw).toContain('canary-link')
    expect(await rows(database)).toMatchObject([{ status: 'sent', attempts: 1, error: null, body: '' }])
  })

  it('sends HTML with a button beside the plain text, and no markup that somebody typed', async () => {
    const { database } = await open()
    const sim = await startMailServer()
    const confirmed = { link: 'https://crane.example/confirm-account?token=t', lifetime: 86_400_000 }
    const { subject, text } = confirmAccount({ ...confirmed, firstName: '<b>Mara</b>', companyName: 'Harbor & Pine' })
    await queueMessage(database.db, { companyId: null, channel: 'email', to: 'mara@example.test', subject, text })
    await sendDue({ db: database.db, log, send: createMailSender(sim.at) })
    const raw = sim.received[0]?.raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=') ?? ''
    expect(raw).toContain('Content-Type: multipart/alternative')
    expect(raw).toContain('confirm your email to finish signing up "Harbor & Pine" for Datacrane.')
    expect(raw).toMatch(/<a href="https:\/\/crane\.example\/confirm-account\?token=t"[^>]*>Confirm email<\/a>/)
    const html = raw.slice(raw.indexOf('text/html'))
    expect(html).toContain('&lt;b&gt;Mara')
    expect(html).not.toContain('<b>Mara')
  })

  it('F40 sends again later what was refused for now, with the same id', async () => {
    const { database } = await open()
    const sim = await startMailServer()
    sim.behave({ refusesText: 421, says: 'come back later' }, 'takes')
    await queue(database)
    const means = { db: database.db, log, send: createMailSender(sim.at) }
    await sendDue(means)
    const [refused] = await rows(database)
    expect(refused).toMatchObject({ status: 'queued', attempts: 1, error: expect.stringContaining('421') })
    expect(refused?.error).toContain('come back later')
    expect(refused?.pause).toBeGreaterThan(55_000)
    expect(refused?.pause).toBeLessThanOrEqual(60_000)
    await sendDue(means)
    expect(sim.received, 'before its time').toHaveLength(1)
    await passTime(database)
    await sendDue(means)
    expect(new Set(sim.received.map(({ messageId }) => messageId)).size).toBe(1)
    expect(await rows(database)).toMatchObject([{ status: 'sent', attempts: 2, error: null, body: '' }])
  })

  it.each([
    ['a recipient', { refusesRecipient: 550, says: 'no such person here' }],
    ['a text', { refusesText: 554, says: 'no such person here' }],
  ] as const)('fails at once when the server refuses %s for good, and says why', async (_, manner) => {
    const { database } = await open()
    const sim = await startMailServer()
    sim.behave(manner)
    await queue(database)
    await sendDue({ db: database.db, log, send: createMailSender(sim.at) })
    const [row] = await rows(database)
    expect(row).toMatchObject({ status: 'failed', attempts: 1 })
    expect(row?.error).toContain('no such person here')
  })

  it('gives up after ten tries', async () => {
    const { database } = await open()
    const sim = await startMailServer()
    sim.behave({ refusesRecipient: 450, says: 'mailbox busy' })
    await queue(database)
    const means = { db: database.db, log, send: createMailSender(sim.at) }
    for (let tries = 0; tries < triesMax + 2; tries += 1) {
      await sendDue(means)
      await passTime(database)
    }
    expect(await rows(database)).toMatchObject([
      { status: 'failed', attempts: 10, error: expect.stringContaining('mailbox busy') },
    ])
  })

  it('sends again when the connection dropped after the text: nobody knows whether it was taken', async () => {
    const { database } = await open()
    const sim = await startMailServer()
    sim.behave('drops', 'takes')
    await queue(database)
    const means = { db: database.db, log, send: createMailSender(sim.at) }
    await sendDue(means)
    expect(await rows(database)).toMatchObject([{ status: 'queued', attempts: 1 }])
    await passTime(database)
    await sendDue(means)
    expect(sim.received).toHaveLength(2)
    expect(new Set(sim.received.map(({ messageId }) => messageId)).size).toBe(1)
    expect(await rows(database)).toMatchObject([{ status: 'sent', attempts: 2 }])
  })

  it('F40 cuts a server off that does not answer, when the process leaves', async () => {
    const { database } = await open()
    const sim = await startMailServer()
    sim.behave('stalls')
    await queue(database)
    const end = new AbortController()
    const work = sendDue({ db: database.db, log, send: createMailSender(sim.at) }, end.signal)
    await sim.has(1)
    end.abort()
    await work
    expect(await rows(database)).toMatchObject([{ status: 'queued', attempts: 1 }])
  })

  it('sends again what another sender died over, and not before its lease is over', async () => {
    const { database } = await open()
    const sim = await startMailServer()
    sim.behave('stalls', 'takes')
    await queue(database)
    const send = createMailSender(sim.at)
    // One that never comes back: as far as the database knows, its process was killed.
    const dying = Promise.withResolvers<void>()
    const dead: SendMail = async (mail, signal) => {
      void send(mail, signal)
      await sim.has(1)
      dying.resolve()
      return new Promise(() => {})
    }
    void sendDue({ db: database.db, log, send: dead })
    await dying.promise
    await sendDue({ db: database.db, log, send })
    expect(sim.received, 'while the lease holds').toHaveLength(1)
    await passTime(database)
    await sendDue({ db: database.db, log, send })
    expect(sim.received).toHaveLength(2)
    expect(new Set(sim.received.map(({ messageId }) => messageId)).size).toBe(1)
    expect(await rows(database)).toMatchObject([{ status: 'sent', attempts: 2, body: '' }])
  })

  it('lets no late sender undo what a later one did', async () => {
    const { database } = await open()
    const sim = await startMailServer()
    await queue(database)
    const early = await takeFirst(database)
    await passTime(database)
    await sendDue({ db: database.db, log, send: createMailSender(sim.at) })
    if (early) await markFailed(database.db, early, '550 late')
    expect(early).toMatchObject({ attempt: 1 })
    expect(await rows(database)).toMatchObject([{ status: 'sent', attempts: 2, error: null }])
  })

  it('lets no late sender speak for one that is at it now', async () => {
    const { database } = await open()
    await queue(database)
    const early = await takeFirst(database)
    await passTime(database)
    expect(await takeFirst(database)).toMatchObject({ attempt: 2 })
    if (early) await markFailed(database.db, early, '550 late')
    expect(await rows(database)).toMatchObject([{ status: 'queued', attempts: 2, error: null }])
  })

  it('keeps everything where no mail server is configured, and what is no email always', async () => {
    const { database } = await open()
    const { db } = database
    await queue(database)
    await queueMessage(db, { companyId: null, channel: 'sms', to: '+15550100', subject: 'Code', text: '123456' })
    await sendDue({ db, log, send: null })
    expect(await rows(database)).toMatchObject([
      { status: 'kept', body: `Open ${link}` },
      { status: 'kept', body: '123456' },
    ])
    const sim = await startMailServer()
    await queueMessage(db, { companyId: null, channel: 'whatsapp', to: '+15550100', subject: 'Code', text: '123456' })
    await sendDue({ db, log, send: createMailSender(sim.at) })
    expect((await rows(database)).map(({ status }) => status)).toEqual(['kept', 'kept', 'kept'])
    expect(sim.received).toEqual([])
  })
})

describe('a mail', () => {
  const mail = { id: 'one', to: 'ada@example.test', subject: 'S', text: 'T', date: new Date(0) }
  const { signal } = new AbortController()

  it('goes over TLS where the server offers it, also with a user', async () => {
    const sim = await startMailServer({ user: 'crane', password: 'p%40ss word', starttls: true })
    expect(await createMailSender(sim.at)(mail, signal)).toEqual({ type: 'accepted' })
    expect(sim.signedIn).toEqual(['crane'])
    expect(sim.received[0]?.isSecret).toBe(true)
  })

  it('goes over TLS from the first byte', async () => {
    const sim = await startMailServer({ secure: true })
    expect(await createMailSender(sim.at)(mail, signal)).toEqual({ type: 'accepted' })
    expect(sim.received[0]?.isSecret).toBe(true)
  })

  it('is tried again when our own sign-in is refused, and the password stands in no word of it', async () => {
    const sim = await startMailServer({ user: 'crane', password: 'right' })
    const outcome = await createMailSender({ ...sim.at, password: 'canary-password' })(mail, signal)
    expect(outcome).toMatchObject({ type: 'refused', isFinal: false, said: expect.stringContaining('535') })
    expect(JSON.stringify(outcome)).not.toContain('canary')
  })

  it('is an outcome also when nobody listens', async () => {
    const at = { host: '127.0.0.1', port: 1, secure: false, user: null, password: null, from: 'a@example.test' }
    expect(await createMailSender(at)(mail, signal)).toMatchObject({ type: 'refused', isFinal: false })
  })

  it.each(['Hello\r\nBcc: eve@example.test', 'Hello\nX: y', 'a\u2028b', '\u001b[31mred'])(
    'has no header more for a subject of %j, and goes to nobody else',
    async (subject) => {
      const sim = await startMailServer()
      await createMailSender(sim.at)({ ...mail, subject, to: 'ada@example.test' }, signal)
      const [headers = ''] = sim.received[0]?.raw.split(/\r?\n\r?\n/) ?? []
      expect(headers).not.toMatch(/^(bcc|x):/im)
      expect(headers.match(/^to: .*$/gim)).toEqual(['To: ada@example.test'])
    },
  )

  it('does not take one recipient for several', async () => {
    const sim = await startMailServer()
    await createMailSender(sim.at)({ ...mail, to: 'ada@example.test, eve@example.test' }, signal)
    expect(sim.received.map(({ to }) => to)).not.toContain('eve@example.test')
  })
})
