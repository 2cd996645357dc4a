/** The real app with the real engine on one database, as one process has them, and a person who is signed in. */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { v7 as uuid } from 'uuid'
import { onTestFinished } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { buildApp } from '#server/app.ts'
import { createEngine, type Engine } from '#server/engine/engine.ts'
import type { EngineLimits } from '#server/engine/limits.ts'
import { addCompany } from '#server/features/auth/companies.repository.ts'
import { addUser } from '#server/features/auth/users.repository.ts'
import { createNetworkRules } from '#server/features/settings/network/network-rules.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { withDeployments } from '../../engine/kit/deployments.ts'
import { eventually, hasty, isOver, type Place, quietLog } from '../../engine/kit/stage.ts'

export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  // biome-ignore lint/suspicious/noExplicitAny: what the test looks at, it names.
  readonly body: any
  /** Milliseconds. */
  readonly took: number
}

export type Product = {
  readonly app: FastifyInstance
  readonly engine: Engine
  readonly companyId: string
  /** Not any more when the test has ended. */
  readonly isOpen: () => boolean
  readonly ask: (method: string, path: string, body?: unknown, key?: string) => Promise<Reply>
  /** A connector with a version that is live. */
  readonly activeConnector: (config: ConnectorConfig) => Promise<Place>
  readonly credentials: () => Record<string, string>
  /** Of the sign-in that it began with. */
  readonly session: Session
  /** Ends it as a process ends in order. */
  readonly close: () => Promise<void>
  /** The same company and person in another life of the process. */
  readonly reopen: (database: Database) => Promise<Product>
  readonly deployed: (connectorId: string) => Promise<void>
  readonly statusOf: (connectorId: string) => Promise<string>
  readonly run: (connectorId: string) => Promise<string>
  readonly runNow: (connectorId: string, runId: string) => Promise<Run>
  readonly ended: (connectorId: string, runId: string, limit?: number) => Promise<Run>
}

const word = 'correct horse battery'

type Person = { readonly companyId: string; readonly userId: string; readonly email: string }

async function newPerson({ db }: Database): Promise<Person> {
  const it = { companyId: uuid(), userId: uuid(), email: `${uuid()}@example.test` }
  await addCompany(db, { id: it.companyId, name: 'Company', workspaceName: 'company' })
  const names = { firstName: 'Ann', lastName: 'Lee' }
  const passwordHash = await hashPassword(word)
  await addUser(db, { ...names, id: it.userId, companyId: it.companyId, email: it.email, role: 'ADMIN', passwordHash })
  return it
}

/** @param limits of the engine, over the hasty ones. */
export async function openProduct(database: Database, limits: Partial<EngineLimits> = {}): Promise<Product> {
  return openFor(database, limits, await newPerson(database), randomBytes(32).toString('base64'))
}

async function openFor(database: Database, limits: Partial<EngineLimits>, person: Person, masterKey: string): Promise<Product> {
  const { companyId, userId, email } = person
  const vault = createVault(masterKey)
  const outbound = createOutbound({ ...createNetworkRules({ db: database.db, vault }), egressAllow: ['127.0.0.0/8'] })
  const engine = createEngine({
    database,
    outbound,
    vault,
    log: quietLog,
    limits: { ...hasty, ...limits },
  })
  const config = { ...readConfig({ SIGN_IN_LIMIT: '1000', RATE_LIMIT: '1000000' }), consoleDir: '/nowhere' }
  const app = await buildApp({ config, database, engine, masterKey, log: quietLog, version: '0.0.0' })
  engine.start()
  const running = withDeployments(database, engine)
  let closed: Promise<void> | null = null
  const close = () => {
    closed ??= (async () => {
      await running.stop()
      await app.close()
      await outbound.close()
    })()
    return closed
  }
  onTestFinished(close)

  let token = ''
  async function ask(method: string, path: string, body?: unknown, key?: string): Promise<Reply> {
    const begun = performance.now()
    const reply = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: path,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const took = performance.now() - begun
    return { status: reply.statusCode, headers: reply.headers, body: reply.body === '' ? null : reply.json(), took }
  }
  async function must(method: string, path: string, body?: unknown): Promise<Reply> {
    const reply = await ask(method, path, body)
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(reply.body)}`)
    return reply
  }
  const session = (await must('POST', '/api/auth/sign-in', { email, password: word })).body as Session
  token = session.accessToken

  const statusOf = async (id: string) => String((await must('GET', `/api-connectors/${id}`)).body.connector.status)
  async function deployed(id: string) {
    await must('POST', `/api-connectors/connectors/${id}/deploy`)
    await eventually(
      () => statusOf(id),
      (status) => status !== 'Deploying',
    )
  }
  const runNow = async (connectorId: string, runId: string) =>
    (await must('GET', `/api-connectors/${connectorId}/runs/${runId}`)).body as Run
  return {
    close,
    credentials: () => ({ authorization: `Bearer ${token}` }),
    reopen: (other) => openFor(other, limits, person, masterKey),
    ...{ app, engine: running, companyId, session, isOpen: () => closed === null, ask, statusOf, deployed, runNow },
    activeConnector: async (of) => {
      const made = await must('POST', '/api-connectors/', { connector: { name: 'Test' }, config: of })
      const { connector } = made.body as ConnectorAndConfig
      await deployed(connector._id)
      return { companyId, userId, connectorId: connector._id }
    },
    run: async (connectorId) => String((await must('POST', `/api-connectors/${connectorId}/runs`)).body.runId),
    ended: (connectorId, runId, limit) => eventually(() => runNow(connectorId, runId), isOver, limit),
  }
}
