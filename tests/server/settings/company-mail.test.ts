/** The mail server of a company: its test, what goes through it, and that a dead one delays nobody else. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { CompanyMailState, MailTest } from '#contract/settings/company-mail.ts'
import type { SystemSettings } from '#contract/settings/system-settings.ts'
import { notify } from '#server/features/kit/notify.ts'
import { createCompanyMailService } from '#server/features/settings/company-mail.service.ts'
import { createCompanyMail } from '#server/outbound/company-mail.ts'
import { createMailSender } from '#server/outbound/mail.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { type MailSim, startMailServer } from '../kit/mail-server.ts'
import { sendDue } from '../kit/send-due.ts'
import { createTestServer, emailOf, type Who } from '../kit/test-server.ts'

const egressAllow = ['127.0.0.0/8']
const server = createTestServer({ egressAllow })
const log = createLog('silent')
const path = '/api/system-settings'
const login = { user: 'postmaster@example.test', password: 'canary-password' }
/** Every test has an address of its own: the port is one of four. */
const ownAddress = () => `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`
const openSim = () => startMailServer({ ...login, starttls: true, host: ownAddress(), port: 2525 })

const smtpOf = (sim: Pick<MailSim, 'at'>, changes = {}) => ({
  ...{ host: sim.at.host, port: sim.at.port, secure: false, username: login.user, password: login.password, sender: '' },
  ...changes,
})
const read = async (as: Who = 'adminA') => (await server.ask('GET', path, { as })).json<SystemSettings>()
async function save(smtpConfiguration: object, { enabled = true, as = 'adminA' as Who } = {}) {
  const { revisions } = await read(as)
  const notificationSettings = { emailNotifications: { enabled, smtpConfiguration }, webhookNotifications: { enabled: false } }
  return server.ask('PUT', path, { as, body: { notificationSettings, revisions } })
}
const test = async (smtp: object, testRecipient = 'ada@example.test') =>
  server.ask('POST', `${path}/notifications/test-email`, { as: 'adminA', body: { ...smtp, testRecipient } })
const noticeTo = (who: Who, companyId: string, category: 'updates' | 'security' = 'updates') =>
  notify(server.database.db, { companyId, userId: server.ids[who] }, category, { subject: `To ${who}`, text: 'Text\n' })

const mailerOf = (installation: MailSim | null) => {
  const mail = createCompanyMail({ egressAllow })
  const { servers } = createCompanyMailService({ db: server.database.db, vault: createVault(server.masterKey), mail })
  return { db: server.database.db, log, servers, send: installation && createMailSender(installation.at) }
}
const passTime = () => sql`update messages set next_attempt_at = now()`.execute(server.database.db)
const messages = () =>
  server.database.db
    .selectFrom('messages')
    .select(['recipient', 'status', 'error', 'company_refusal'])
    .orderBy('created_at')
    .execute()

beforeEach(async () => {
  for (const table of ['messages', 'company_mail'] as const) await server.database.db.deleteFrom(table).execute()
  await server.database.db.deleteFrom('company_settings').where('section', '=', 'notificationSettings').execute()
})

it('is tested step by step, in a real conversation, and keeps its password to itself', async () => {
  const sim = await openSim()
  const good = (await test(smtpOf(sim))).json<MailTest>()
  expect(good).toMatchObject({ success: true, message: expect.stringContaining('ada@example.test') })
  expect(good.steps.map(({ step, isOk }) => [step, isOk])).toEqual(
    ['connect', 'tls', 'sign-in', 'sender', 'recipient', 'message'].map((step) => [step, true]),
  )
  expect(good.steps.find(({ step }) => step === 'sign-in')?.said).toMatch(/^235/)
  expect(sim.received).toMatchObject([{ to: 'ada@example.test', isSecret: true }])

  const wrong = await test(smtpOf(sim, { password: 'canary-wrong' }))
  expect(wrong.json<MailTest>()).toMatchObject({ success: false, message: /^Failed to test email configuration/ })
  expect(wrong.json<MailTest>().steps.at(-1)).toMatchObject({ step: 'sign-in', isOk: false, said: expect.stringMatching(/^535/) })
  sim.behave({ refusesRecipient: 550, says: 'nobody here' })
  expect((await test(smtpOf(sim))).json<MailTest>().steps.at(-1)).toMatchObject({ step: 'recipient', isOk: false })
  const incomplete = await test(smtpOf(sim, { password: '' }))
  expect(incomplete.json()).toMatchObject({ status: 400, message: 'Please fill in all required SMTP fields.' })

  expect((await save(smtpOf(sim))).statusCode).toBe(200)
  const { notificationSettings: saved } = await read()
  expect(saved.emailNotifications.smtpConfiguration.password).toMatchObject({ set: true })
  const mask = saved.emailNotifications.smtpConfiguration.password
  expect((await test(smtpOf(sim, { password: mask }))).json()).toMatchObject({ success: false })
  // The saved password goes to the saved server alone.
  const elsewhere = await test(smtpOf(await openSim(), { password: mask }))
  expect(elsewhere.json()).toMatchObject({ status: 400, errors: [{ path: '/password' }] })
  expect((await save(smtpOf(sim, { host: '127.9.9.9', password: mask }))).statusCode).toBe(400)
  expect((await test(smtpOf(sim))).statusCode).toBe(200)
  expect((await test(smtpOf(sim))).json()).toMatchObject({ code: 'settings/mail-tests-used-up', status: 429 })
  expect([wrong.body, JSON.stringify(await read()), ...server.logged].join()).not.toMatch(/canary-(password|wrong)/)
})

it('reaches no private address and no other port, and says the same of each', async () => {
  const closed = createCompanyMail({ lookup: (_, __, found) => found(null, [{ address: '10.0.0.1', family: 4 }]) })
  const mail = { id: 'x', to: 'ada@example.test', subject: 's', text: 't', date: new Date() }
  const from = { secure: false, user: null, password: null, from: 'a@example.test' }
  const tries = [
    ['127.0.0.1', 25],
    ['169.254.169.254', 587],
    ['[::1]', 465],
    ['::ffff:10.0.0.1', 2525],
    ['inside.test', 587],
    ['8.8.8.8', 22],
  ] as const
  for (const [host, port] of tries) {
    const outcome = await closed.trial({ ...from, host, port }, mail, AbortSignal.timeout(5_000))
    expect(outcome, host).toEqual({
      ...{ type: 'refused', said: "The mail server can't be reached.", isFinal: false },
      steps: [{ step: 'connect', isOk: false, said: "The mail server can't be reached." }],
    })
  }
})

it('carries what the company writes to its people, while it is on, and nothing that they sign in by', async () => {
  const [own, installation] = [await openSim(), await startMailServer()]
  const { companies } = server
  const means = mailerOf(installation)
  await save(smtpOf(own))
  await noticeTo('userA', companies.A)
  await noticeTo('adminB', companies.B)
  await noticeTo('otherA', companies.A, 'security')
  await sendDue(means)
  expect(own.received.map(({ to }) => to)).toEqual([emailOf('userA')])
  expect(installation.received.map(({ to }) => to).toSorted()).toEqual([emailOf('adminB'), emailOf('otherA')])
  const state = (await server.ask('GET', `${path}/notifications/mail-state`, { as: 'adminA' })).json<CompanyMailState>()
  expect(state).toEqual({ acceptedAt: expect.any(String), refusedAt: null, refusal: null, fellBack: 0 })

  await save(smtpOf(own), { enabled: false })
  await noticeTo('adminA', companies.A)
  await sendDue(means)
  expect(own.received).toHaveLength(1)
  expect(installation.received.map(({ to }) => to)).toContain(emailOf('adminA'))
})

it('delays nobody else when it is dead, and its mails fall back to the one of the installation, which is said', async () => {
  const [dead, alive, installation] = [await openSim(), await openSim(), await startMailServer()]
  const { companies } = server
  await save(smtpOf(dead))
  await save(smtpOf(alive), { as: 'adminB' })
  dead.behave('stalls')
  await noticeTo('userA', companies.A)
  await noticeTo('adminB', companies.B)
  const cut = new AbortController()
  const sending = sendDue(mailerOf(installation), cut.signal)
  await alive.has(1)
  await dead.has(1)
  await expect.poll(async () => (await messages())[1]?.status, { timeout: 20_000 }).toBe('sent')
  cut.abort()
  await sending
  expect(await messages()).toMatchObject([{ status: 'queued' }, { status: 'sent' }])

  dead.behave({ refusesRecipient: 450, says: 'come back later' })
  for (let tries = 0; tries < 2; tries += 1) {
    await passTime()
    await sendDue(mailerOf(installation))
  }
  await sendDue(mailerOf(installation))
  expect(installation.received.map(({ to }) => to)).toEqual([emailOf('userA')])
  expect((await messages())[0]).toMatchObject({ status: 'sent', company_refusal: expect.stringContaining('come back later') })
  // A refusal for good may be one of relaying; where nothing can take over, the message has failed.
  dead.behave({ refusesRecipient: 550, says: 'relaying denied' })
  await noticeTo('otherA', companies.A)
  await sendDue(mailerOf(installation))
  await sendDue(mailerOf(installation))
  expect(installation.received.map(({ to }) => to)).toEqual([emailOf('userA'), emailOf('otherA')])
  await noticeTo('userA', companies.A)
  await sendDue(mailerOf(null))
  await expect.poll(async () => (await messages()).at(-1)?.status).toBe('failed')
  dead.behave({ refusesRecipient: 450, says: 'come back later' })
  await noticeTo('userA', companies.A)
  await sendDue(mailerOf(installation))
  const state = (await server.ask('GET', `${path}/notifications/mail-state`, { as: 'adminA' })).json<CompanyMailState>()
  expect(state).toMatchObject({ fellBack: 2, refusal: expect.stringContaining('come back later') })
})
