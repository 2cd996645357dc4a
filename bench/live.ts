/**
 * How long after its commit a change is with those who watch, with many of them on one process: the server in one thread, the readers in another,
 * over HTTP on loopback. Twenty connectors change five times a second each, as runs that settle do; each reader watches one of them.
 *
 *   node bench/live.ts [viewers = 200] [embedded | postgres] [seconds = 30]
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { v7 as uuid } from 'uuid'

import { connectorLive } from '#contract/connectors/details/live.graphql.ts'
import { buildApp } from '#server/app.ts'
import { addCompany } from '#server/features/auth/companies.repository.ts'
import { addUser } from '#server/features/auth/users.repository.ts'
import { addConnector, moveConnector } from '#server/features/connectors/details/connectors.repository.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { startCluster } from '#tests/kit/postgres-cluster.ts'

type Seat = { readonly token: string; readonly id: string }
type Places = { readonly origin: string; readonly seats: readonly Seat[] }

/** Milliseconds at the 95th of 100. */
const bar = 500
const connectorCount = 20
const perSecond = 5
const now = () => performance.timeOrigin + performance.now()

async function read({ origin, seats }: Places): Promise<void> {
  const waits: number[] = []
  let opened = 0
  async function sit({ token, id }: Seat) {
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: connectorLive.text, variables: { ids: [id] } }),
    })
    if (!response.ok || !response.body) throw new Error(await response.text())
    opened += 1
    if (opened === seats.length) parentPort?.postMessage('open')
    let rest = ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body) {
      rest += decoder.decode(bytes, { stream: true })
      const messages = rest.split('\n\n')
      rest = messages.pop() ?? ''
      for (const message of messages) {
        const at = /"statusReason":"at ([\d.]+)"/.exec(message)?.[1]
        if (at !== undefined) waits.push(now() - Number(at))
      }
    }
  }
  const sitting = Promise.allSettled(seats.map(sit))
  parentPort?.once('message', () => parentPort?.postMessage(waits))
  await sitting
}

async function serve(): Promise<void> {
  const viewers = Number(process.argv[2] ?? 200)
  const kind = process.argv[3] ?? 'embedded'
  const seconds = Number(process.argv[4] ?? 30)
  const dataDir = mkdtempSync(join(tmpdir(), 'datacrane-bench-'))
  const cluster = kind === 'postgres' ? await startCluster([]) : null
  const database = await openDatabase({ url: cluster?.url ?? null, dataDir })
  const { db } = database
  await migrate(db)
  const app = await buildApp({
    config: { ...readConfig({ SIGN_IN_LIMIT: '1000000', RATE_LIMIT: '1000000' }), consoleDir: '/nowhere' },
    database,
    engine: { wake() {}, async quiesce() {}, checkAddresses: async () => [], probe: {} as never, askForTokens: {} as never },
    masterKey: randomBytes(32).toString('base64'),
    log: createLog('silent'),
    version: '0.0.0',
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const companyId = uuid()
  await addCompany(db, { id: companyId, name: 'Company', workspaceName: 'Company' })
  const password = 'Correct horse 9!'
  const passwordHash = await hashPassword(password)

  // Ten streams a person.
  const tokens: string[] = []
  for (let at = 0; at < viewers / 10; at += 1) {
    const email = `viewer${at}@example.test`
    await addUser(db, { id: uuid(), companyId, email, role: 'ADMIN', passwordHash, firstName: 'V', lastName: `${at}` })
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${origin}/api/auth/sign-in`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, password }),
    })
    tokens.push(((await reply.json()) as { accessToken: string }).accessToken)
  }
  const owner = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const ids = Array.from({ length: connectorCount }, () => uuid())
  for (const id of ids) {
    await addConnector(db, {
      ...{ id, configId: uuid(), companyId, ownerId: owner.id, name: id },
      profile: {} as never,
      draft: { source: {}, destination: {}, trigger: { type: 'manual' }, dataMapping: [], enrichment: [] } as never,
      standing: { status: 'Active', reason: '', next: '' },
    })
  }
  const seats = Array.from({ length: viewers }, (_, at) => ({
    token: tokens[Math.floor(at / 10)] ?? '',
    id: ids[at % connectorCount] ?? '',
  }))
  const readers = new Worker(import.meta.filename, { workerData: { origin, seats } satisfies Places })
  await new Promise((resolve) => readers.once('message', resolve))

  const changes = seconds * connectorCount * perSecond
  const begun = performance.now()
  for (let at = 0; at < changes; at += 1) {
    await sleep(Math.max(0, begun + (at * 1_000) / (connectorCount * perSecond) - performance.now()))
    await moveConnector(db, { companyId, ownerId: null }, ids[at % connectorCount] ?? '', {
      from: ['Active'],
      to: { status: 'Active', reason: `at ${now()}`, next: '' },
    })
  }
  await sleep(bar)
  const answer = new Promise<number[]>((resolve) => readers.once('message', resolve))
  readers.postMessage('done')
  const waits = (await answer).toSorted((a, b) => a - b)
  const part = (of: number) => Math.round(waits[Math.floor(waits.length * of)] ?? Number.NaN)
  const expected = (changes * viewers) / connectorCount
  console.log(`${kind}, ${viewers} viewers, ${changes} changes in ${seconds} s: ${waits.length} of ${expected} messages came`)
  console.log(
    `from the write to the reader: p50 ${part(0.5)} ms, p95 ${part(0.95)} ms, p99 ${part(0.99)} ms, longest ${part(1 - 1e-9)} ms`,
  )
  // Changes of one connector within a tenth of a second are told as one.
  if (!(part(0.95) < bar) || waits.length < expected * 0.8) process.exitCode = 1
  await readers.terminate()
  await app.close()
  await database.close()
  await cluster?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

await (isMainThread ? serve() : read(workerData as Places))
