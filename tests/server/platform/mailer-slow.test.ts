/** A receiver that does not answer holds up nobody else. `faults.md` F40. */
import { expect, it } from 'vitest'
import { createMailSender } from '#server/outbound/mail.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { queueMessage } from '#server/platform/mail/messages.repository.ts'
import { startMailServer } from '../kit/mail-server.ts'
import { sendDue } from '../kit/send-due.ts'
import { createTestServer, describeOnEachKind, emailOf, password } from '../kit/test-server.ts'

describeOnEachKind('a mail server that does not answer', (kind) => {
  const server = createTestServer({}, kind)

  it('F40 keeps nobody from signing in by password, and nothing from being queued', async () => {
    const { db } = server.database
    const sim = await startMailServer()
    sim.behave('stalls')
    const mail = { companyId: null, channel: 'email', to: 'ada@example.test', subject: 'Hello', text: 'Hello' } as const
    await queueMessage(db, mail)
    const cut = new AbortController()
    let isOver = false
    const sending = sendDue({ db, log: createLog('silent'), send: createMailSender(sim.at) }, cut.signal).finally(() => {
      isOver = true
    })
    await sim.has(1)
    for (const who of ['userA', 'adminA', 'adminB'] as const) {
      const reply = await server.ask('POST', '/api/auth/sign-in', { as: null, body: { email: emailOf(who), password } })
      expect(reply.statusCode).toBe(200)
    }
    await queueMessage(db, mail)
    expect(isOver, 'the mail server still holds the first one').toBe(false)
    const queued = await db.selectFrom('messages').select('status').where('recipient', '=', 'ada@example.test').execute()
    expect(queued).toEqual([{ status: 'queued' }, { status: 'queued' }])
    cut.abort()
    await sending
  })
})
