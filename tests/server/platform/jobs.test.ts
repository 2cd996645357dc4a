/** Jobs that are queued in the commit of their cause are done once, by whichever process comes first. */
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { noProvider } from '#server/features/billing/payments/sandbox-provider.ts'
import { jobsOf } from '#server/jobs.ts'
import { createMailSender } from '#server/outbound/mail.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { type Jobs, openJobs, startJobs } from '#server/platform/jobs/boss.ts'
import { readQueues } from '#server/platform/jobs/queue-figures.repository.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { queueMessage } from '#server/platform/mail/messages.repository.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { describeOnEachDatabase } from '../kit/databases.ts'
import { startMailServer } from '../kit/mail-server.ts'

const log = createLog('silent')
const mail = { companyId: null, channel: 'email', subject: 'S', text: 'T' } as const

describeOnEachDatabase('jobs', (open) => {
  it('sends each of many once, though two processes send at the same time, and none that was rolled back', async () => {
    const { database, place } = await open()
    const other = database.kind === 'embedded' ? database : await openDatabase(place)
    const sim = await startMailServer()
    const webhooks = { vault: createVault(randomBytes(32).toString('base64')), outbound: createOutbound() }
    const deps = { send: createMailSender(sim.at) }
    const running: Jobs[] = []
    for (const each of new Set([database, other])) {
      const all = jobsOf({
        bulkRunners: new Map(),
        engine: { wake: () => {}, deploy: async () => {}, afterwards: async () => {}, keepTokensAlive: async () => {} },
        db: each.db,
        log,
        config: readConfig({}),
        isEmbedded: true,
        payments: noProvider,
        mail: deps,
        webhooks,
      })
      const jobs = all.filter(({ queue }) => queue === 'mail')
      running.push(await startJobs(await openJobs({ database: each, log }, jobs), { database: each, log, jobs }))
    }
    for (let number = 0; number < 30; number += 1) await queueMessage(database.db, { ...mail, to: `p${number}@example.test` })
    const rolledBack = database.db.transaction().execute(async (tx) => {
      await queueMessage(tx, { ...mail, to: 'rolled-back@example.test' })
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    const sentOf = async () =>
      (await database.db.selectFrom('messages').select('id').where('status', '=', 'sent').execute()).length
    await expect.poll(sentOf, { timeout: 20_000 }).toBe(30)
    await expect
      .poll(async () => (await readQueues(database.db)).find((it) => it.queue === 'mail'))
      .toMatchObject({ ready: 0, active: 0, failed: 0 })
    for (const each of running) await each.stop()
    if (other !== database) await other.close()
    expect(sim.received.map(({ to }) => to).toSorted()).toEqual(
      Array.from({ length: 30 }, (_, number) => `p${number}@example.test`).toSorted(),
    )
  })
})
