/** A second process on the database of a house: it knows nothing that the first one has in its memory. */
import type { FastifyInstance } from 'fastify'

import { buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { asksNobody, type TestServer, triesNothing } from './test-server.ts'

export function rebuild({ database, masterKey, logged }: TestServer, changes: Partial<Config>): Promise<FastifyInstance> {
  return buildApp({
    config: { ...readConfig({ SIGN_IN_LIMIT: '1000', RATE_LIMIT: '100000' }), consoleDir: '/nowhere', ...changes },
    database,
    engine: {
      wake: () => {},
      quiesce: async () => {},
      checkAddresses: async () => [],
      probe: triesNothing,
      askForTokens: asksNobody,
    },
    masterKey,
    log: createLog('debug', { write: (line: string) => void logged.push(line) }),
    version: '0.0.0',
  })
}
