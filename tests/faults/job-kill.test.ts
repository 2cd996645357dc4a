/** F1: a process is killed at random moments while mails, webhooks, invoices and backups are queued. None is lost, none takes effect twice. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it, onTestFinished } from 'vitest'

import { noProvider } from '#server/features/billing/payments/sandbox-provider.ts'
import { stateOf } from '#server/features/settings/retention/company-file.ts'
import { secretPlace } from '#server/features/settings/webhook-secrets.ts'
import { jobsOf } from '#server/jobs.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { sendJob } from '#server/platform/database/job-queues.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { openJobs } from '#server/platform/jobs/boss.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { queueMessage } from '#server/platform/mail/messages.repository.ts'
import { newWebhookSecret } from '#server/platform/security/standard-webhooks.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { byForm, isFullForm } from '../kit/form.ts'
import { freePort } from '../kit/free-port.ts'
import { addCustomer } from '../server/billing/billing-scene.ts'
import { bothKinds, describeOnDatabases, type Fresh } from '../server/kit/databases.ts'
import { launch } from '../server/kit/launched.ts'
import { startMailServer } from '../server/kit/mail-server.ts'
import { openReceiver } from '../server/kit/webhook-receiver.ts'
import { chanceOf, seeds } from './kit/seed.ts'

type Db = Kysely<Tables>
const key = 'k'.repeat(32)
const log = createLog('silent')
const kills = byForm(1, 20)
/** Of each kind, before each kill. */
const atOnce = 6
/** Milliseconds after the start within which the process is killed; and until all must have come, leases of killed processes included. */
const [killWithin, patience] = [2_500, 240_000]

/** A company with an endpoint, two months to bill and a night that is due. */
async function addCompanyWithWork(db: Db, url: string): Promise<{ companyId: string; userId: string }> {
  const now = new Date()
  const { companyId, userId } = await addCustomer(db, new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 1)))
  const value = JSON.stringify({ webhookNotifications: { enabled: true } })
  const settings = { company_id: companyId, section: 'notificationSettings', updated_by: userId, value }
  await db.insertInto('company_settings').values(settings).execute()
  const id = uuid()
  const secret = JSON.stringify(createVault(key).seal(newWebhookSecret(), secretPlace(companyId, id)))
  const of = { id, company_id: companyId, name: 'Receiver', url, events: ['user.updated' as const], enabled: true }
  await db
    .insertInto('webhook_endpoints')
    .values({ ...of, headers: '{}', secret })
    .execute()
  await sql`insert into retention_nights (company_id, night, lease_until) values (${companyId}, current_date - 2, now())`.execute(
    db,
  )
  return { companyId, userId }
}

/** Queues work as the product does, while no other process needs the database. */
async function addWork({ db, kind, ...database }: Database, url: string, round: number): Promise<void> {
  const jobs = jobsOf({
    ...{ db, log, config: readConfig({}), isEmbedded: kind === 'embedded', payments: noProvider, mail: { send: null } },
    ...{
      webhooks: { vault: createVault(key), outbound: createOutbound() },
      bulkRunners: new Map(),
      engine: { wake: () => {}, deploy: async () => {}, afterwards: async () => {}, keepTokensAlive: async () => {} },
    },
  })
  const { boss } = await openJobs({ database: { ...database, db, kind } as Database, log }, jobs)
  const { userId } = await addCompanyWithWork(db, url)
  for (let each = 0; each < atOnce; each += 1) {
    const to = `mail-${round}-${each}@example.test`
    await queueMessage(db, { companyId: null, channel: 'email', to, subject: 'S', text: 'T' })
    await db
      .updateTable('users')
      .set({ last_name: `event-${round}-${each}` })
      .where('id', '=', userId)
      .execute()
  }
  for (const queue of ['billing', 'retention'] as const) await sendJob(db, queue, null)
  await boss.stop({ close: false })
}

type Left = { readonly messages: number; readonly deliveries: number; readonly nights: number; readonly invoices: number }

async function countLeft(db: Db): Promise<Left> {
  const { rows } = await sql<Left>`select
    (select count(*)::int from messages where status <> 'sent') as messages,
    (select count(*)::int from webhook_deliveries where status <> 'delivered') as deliveries,
    (select count(*)::int from retention_nights where night < current_date - 1) as nights,
    (select count(*)::int from companies c where not exists (select from invoices i where i.company_id = c.id)) as invoices`.execute(
    db,
  )
  return rows[0] as Left
}

const nothing: Left = { messages: 0, deliveries: 0, nights: 0, invoices: 0 }

function environmentOf(place: Fresh['place'], port: number, mailPort: number, from: string) {
  return {
    ...(place.url === null
      ? { DATA_DIR: place.dataDir }
      : { DATABASE_URL: place.url, DATA_DIR: '/tmp', UNSAFE_DATABASE: 'true' }),
    ...{ PORT: String(port), SECRET_KEY: key, SEED_DEMO: 'false', EGRESS_ALLOW: '127.0.0.1/32' },
    ...{ SMTP_URL: `smtp://127.0.0.1:${mailPort}`, SMTP_FROM: from },
  }
}

/** Each was taken at least once, and always under the one id. */
function expectOneId(taken: readonly (readonly [what: string, id: string])[], prefix: string): void {
  const ids = new Map<string, Set<string>>()
  for (const [what, id] of taken) ids.set(what, (ids.get(what) ?? new Set()).add(id))
  const wanted = Array.from({ length: kills * atOnce }, (_, at) => `${prefix}-${Math.floor(at / atOnce)}-${at % atOnce}`)
  expect([...ids.keys()].filter((what) => what.startsWith(prefix)).toSorted()).toEqual(wanted.toSorted())
  for (const [what, of] of ids) expect([what, of.size]).toEqual([what, 1])
}

describeOnDatabases(isFullForm ? bothKinds : ['embedded'], 'a process that is killed while jobs are queued', (open) => {
  it.each(seeds.slice(0, 1))('F1 loses none and makes none twice (seed %i)', { timeout: 900_000 }, async (seed) => {
    const chance = chanceOf(seed)
    const { database, place } = await open()
    const [sim, receiver] = [await startMailServer(), await openReceiver()]
    const from = sim.at.from
    const start = async () => {
      const product = launch(environmentOf(place, await freePort(), sim.at.port, from))
      onTestFinished(() => void product.child.kill('SIGKILL'))
      await product.ready
      return product
    }
    await database.close()
    const look = async <T>(at: (it: Database) => Promise<T>): Promise<T> => {
      const opened = await openDatabase(place)
      return at(opened).finally(() => opened.close())
    }
    for (let round = 0; round < kills; round += 1) {
      await look((it) => addWork(it, receiver.url, round))
      // Every other time both take what comes and never say so: it comes again.
      receiver.isMute = round % 2 === 0
      sim.behave(round % 2 === 0 ? 'stalls' : 'takes')
      const killed = await start()
      await sleep(chance.between(0, killWithin))
      killed.child.kill('SIGKILL')
      await killed.ended
    }
    receiver.isMute = false
    sim.behave('takes')
    let left: Left | null = null
    const isDone = () => left !== null && Object.values(left).every((count) => count === 0)
    for (const until = Date.now() + patience; !isDone() && Date.now() < until; ) {
      const last = await start()
      // The embedded database belongs to one process at a time, and no lease outlives a start there.
      for (const end = place.url === null ? Date.now() + 4_000 : until; !isDone() && Date.now() < end; ) {
        await sleep(1_000)
        if (place.url !== null) left = await look(({ db }) => countLeft(db))
      }
      last.child.kill('SIGTERM')
      await last.ended
      left = await look(({ db }) => countLeft(db))
    }
    expect(left).toEqual(nothing)

    expectOneId(
      sim.received
        .map(({ to, messageId }) => [to.split('@')[0] ?? '', messageId] as const)
        .filter(([to]) => to.startsWith('mail-')),
      'mail',
    )
    expectOneId(
      receiver.received.map(({ body, headers }) => [
        (JSON.parse(body) as { data: { lastName: string } }).data.lastName,
        String(headers['webhook-id']),
      ]),
      'event',
    )
    await look(async ({ db }) => {
      const { rows: invoices } = await sql<{ most: number; numbers: number; last: number }>`
          select max(count)::int as most, sum(count)::int as numbers, max(last)::int as last
          from (select count(*), max(right(number, 4)::int) as last from invoices group by company_id, period) i`.execute(db)
      expect(invoices[0], 'one invoice a month, numbers without gaps').toMatchObject({ most: 1, last: invoices[0]?.numbers })
      const backups = await db.selectFrom('company_backups').select(['id', 'company_id as companyId', 'sha256']).execute()
      expect(new Set(backups.map(({ companyId }) => companyId)).size, 'a backup for each company').toBe(kills)
      expect(backups).toHaveLength(kills)
      for (const backup of backups) expect(await stateOf(db, backup)).toBe('whole')
    })
  })
})
