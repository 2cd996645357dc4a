/**
 * 200 webhook endpoints of 10 companies, one of ten dead (it takes the connection and never answers), 20 events each: milliseconds from the commit of an
 * event to its arrival at a healthy endpoint. On PostgreSQL.
 *
 *   npm run bench:webhooks -- [events = 20]
 *   HOSTS=one npm run bench:webhooks        all of them on one host and port
 *
 * The bar: 2 s at the 95th percentile of the healthy ones, and every event arrives at each of them.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { noProvider } from '#server/features/billing/payments/sandbox-provider.ts'
import { createWebhookOutbound } from '#server/features/settings/webhook-sender.ts'
import { createWebhookService } from '#server/features/settings/webhooks.service.ts'
import { jobsOf } from '#server/jobs.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { openJobs, startJobs } from '#server/platform/jobs/boss.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { bar, percentile } from './bars.ts'
import { benchCompanies } from './bench-companies.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const events = Number(positionals[0] ?? '20')
const [companies, perCompany] = [10, 20]
const isDead = (endpoint: number) => endpoint % 10 === 0
/** Milliseconds between two events, and until the last has to be there. */
const [pace, patience] = [250, 60_000]

const committed = new Map<string, number>()
const took: number[] = []
const seen = new Set<string>()
/** Each endpoint is a host of its own, as they are in the world. */
const listen = async (dead: boolean): Promise<Server> => {
  const receiver = createServer(async (request, response) => {
    const body = await text(request)
    if (dead || request.url?.startsWith('/dead')) return
    response.writeHead(204).end()
    const name = (JSON.parse(body) as { data: { lastName?: string; user?: { lastName?: string } } }).data
    const event = /event-\d+/.exec(JSON.stringify(name))?.[0] ?? ''
    const key = `${request.headers.host}${request.url} ${request.headers['webhook-id']}`
    if (seen.has(key)) return
    seen.add(key)
    took.push(performance.now() - (committed.get(event) ?? Number.NaN))
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  return receiver
}
const receivers: Server[] = []
const isOneHost = process.env['HOSTS'] === 'one'

const { database, db, callers, close } = await benchCompanies(companies)
const vault = createVault(Buffer.alloc(32, 1).toString('base64'))
const outbound = createWebhookOutbound({ egressAllow: ['127.0.0.0/8'] })
const service = createWebhookService({ db, vault, isClosed: async () => false })
for (const { companyId, userId } of callers) {
  await db
    .insertInto('company_settings')
    .values({
      ...{ company_id: companyId, section: 'notificationSettings', updated_by: userId },
      value: JSON.stringify({ webhookNotifications: { enabled: true } }),
    })
    .execute()
  for (let endpoint = 0; endpoint < perCompany; endpoint += 1) {
    const receiver = isOneHost && receivers[0] ? receivers[0] : await listen(!isOneHost && isDead(endpoint))
    if (receiver !== receivers[0]) receivers.push(receiver)
    const path = `${isDead(endpoint) ? 'dead' : 'healthy'}/${companyId}/${endpoint}`
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${path}`
    const form = { name: `Endpoint ${endpoint}`, url, events: ['user.updated' as const], enabled: true, headers: {} }
    await service.create({ companyId, userId } as never, form, uuid(), async () => {})
  }
}
const log = createLog('silent')
const all = jobsOf({
  ...{ db, log, config: readConfig({}), isEmbedded: false, payments: noProvider, mail: { send: null } },
  webhooks: { vault, outbound },
  bulkRunners: new Map(),
  engine: { wake: () => {}, deploy: async () => {}, afterwards: async () => {}, keepTokensAlive: async () => {} },
})
const jobs = all.filter(({ queue }) => queue === 'webhook')
const running = await startJobs(await openJobs({ database, log }, jobs), { database, log, jobs })
for (let event = 0; event < events; event += 1) {
  // Before the commit: an event may arrive before this process knows of the commit.
  committed.set(`event-${event}`, performance.now())
  await sql`update users set last_name = ${`event-${event}`}`.execute(db)
  await sleep(pace)
}
const healthy = companies * Array.from({ length: perCompany }, (_, endpoint) => endpoint).filter((it) => !isDead(it)).length
const wanted = healthy * events
for (const until = performance.now() + patience; took.length < wanted && performance.now() < until; ) await sleep(100)
console.log(
  `${companies * perCompany} endpoints, ${companies * perCompany - healthy} dead, ${events} events: ${took.length} of ${wanted} arrived`,
)
console.log(
  `p50 ${percentile(took, 50).toFixed(0)} ms, p95 ${percentile(took, 95).toFixed(0)} ms, longest ${Math.max(...took).toFixed(0)} ms`,
)
if (took.length !== wanted || took.some(Number.isNaN)) process.exitCode = 1
bar('95th percentile of the healthy ones', percentile(took, 95), 2_000)
await running.stop()
await outbound.close()
for (const receiver of receivers) {
  receiver.closeAllConnections()
  receiver.close()
}
await close()
