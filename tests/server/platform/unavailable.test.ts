/** The database goes away under the server (fault F4): it says so, quickly, and lives. */
import { randomBytes } from 'node:crypto'
import { expect, inject, it } from 'vitest'

import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { startCluster } from '../../kit/postgres-cluster.ts'
import { postgresIsHere } from '../kit/databases.ts'
import { asksNobody, triesNothing } from '../kit/test-server.ts'

it('F4 answers 503 with Retry-After within 2 s', async (context) => {
  if (!postgresIsHere()) context.skip(inject('postgresMissing'))
  const cluster = await startCluster()
  const faults: Error[] = []
  const database = await openDatabase({ url: cluster.url, dataDir: '', fault: (error) => void faults.push(error) })
  await migrate(database.db)
  const app = await buildApp({
    config: { ...readConfig({}), consoleDir: '/nowhere' },
    database,
    engine: {
      wake: () => {},
      quiesce: async () => {},
      checkAddresses: async () => [],
      probe: triesNothing,
      askForTokens: asksNobody,
    },
    masterKey: randomBytes(32).toString('base64'),
    log: createLog('silent'),
    version: '0.0.0',
  })
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  await cluster.stop()
  const begun = performance.now()
  const ready = await app.inject('/readyz')
  const signIn = await app.inject({ method: 'POST', url: '/api/auth/sign-in', payload: { email: 'a@b.c', password: 'x' } })
  expect(performance.now() - begun).toBeLessThan(2_000)
  for (const reply of [ready, signIn]) {
    expect(reply.json()).toMatchObject({ status: 503, code: 'server/unavailable', retryable: true })
    expect(reply.headers['retry-after']).toBe('2')
  }
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await app.close()
  await database.close()
})
