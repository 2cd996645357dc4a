/** The whole product is killed while it sends. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import { openDatabase } from '#server/platform/database/database.ts'
import { queueMessage } from '#server/platform/mail/messages.repository.ts'
import { freePort } from '../../kit/free-port.ts'
import { describeOnEachDatabase } from '../kit/databases.ts'
import { launch } from '../kit/launched.ts'
import { startMailServer } from '../kit/mail-server.ts'

describeOnEachDatabase('a message whose sender is killed', (open) => {
  it('arrives after the next start, with the same id', { timeout: 120_000 }, async () => {
    const { database, place } = await open()
    const sim = await startMailServer()
    sim.behave('stalls', 'takes')
    await queueMessage(database.db, { companyId: null, channel: 'email', to: 'ada@example.test', subject: 'S', text: 'T' })
    await database.close()
    const environment = {
      ...(place.url === null
        ? { DATA_DIR: place.dataDir }
        : { DATABASE_URL: place.url, DATA_DIR: '/tmp', SECRET_KEY: 'k'.repeat(32), UNSAFE_DATABASE: 'true' }),
      PORT: String(await freePort()),
      SEED_DEMO: 'false',
      SMTP_URL: `smtp://127.0.0.1:${sim.at.port}`,
      SMTP_FROM: sim.at.from,
    }
    const start = async () => {
      const product = launch(environment)
      onTestFinished(() => void product.child.kill('SIGKILL'))
      await product.ready
      return product
    }
    const killed = await start()
    await sim.has(1)
    killed.child.kill('SIGKILL')
    await killed.ended
    // As if the lease were over.
    const between = await openDatabase(place)
    await sql`update messages set lease_until = now()`.execute(between.db)
    await between.close()
    const second = await start()
    await sim.has(2)
    second.child.kill('SIGTERM')
    await second.ended
    expect(new Set(sim.received.map(({ messageId }) => messageId)).size).toBe(1)
    const after = await openDatabase(place)
    const { rows } = await sql`select status, attempts, body from messages`.execute(after.db)
    await after.close()
    expect(rows).toEqual([{ status: 'sent', attempts: 2, body: '' }])
  })
})
