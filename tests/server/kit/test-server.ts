/** A real app on a real database with two companies, for tests. The engine is a stand-in that only counts, where nothing has to move. */
import { argon2Sync, randomBytes } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, inject, it } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import type { Role } from '#contract/kit/endpoint.ts'
import { buildApp } from '#server/app.ts'
import type { Engine } from '#server/engine/engine.ts'
import { checkAddresses } from '#server/engine/plan/egress-check.ts'
import { shapeOfEvent } from '#server/engine/preview/probing/event.ts'
import { createProbing } from '#server/engine/preview/probing/probing.ts'
import { addCompany } from '#server/features/auth/companies.repository.ts'
import { addUser } from '#server/features/auth/users.repository.ts'
import { type BulkRunners, doBulkAction } from '#server/features/kit/bulk/bulk-jobs.ts'
import { createNetworkRules } from '#server/features/settings/network/network-rules.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { askForTokens } from '#server/outbound/tokens/token-endpoint.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { anyKind, type Fresh, freshDatabase, type Kind, kinds, postgresIsHere } from './databases.ts'

export type Who = 'userA' | 'otherA' | 'adminA' | 'superA' | 'adminB'

const people: Record<Who, { readonly company: 'A' | 'B'; readonly role: Role }> = {
  userA: { company: 'A', role: 'USER' },
  otherA: { company: 'A', role: 'USER' },
  adminA: { company: 'A', role: 'ADMIN' },
  superA: { company: 'A', role: 'SUPER_ADMIN' },
  adminB: { company: 'B', role: 'ADMIN' },
}

export const password = 'correct horse battery'

/** A hash carries what it cost, and is compared at the same cost: people of a test who only have to be signed in get one that costs next to nothing. */
function cheapHash(message: string): string {
  const nonce = randomBytes(16)
  const hash = argon2Sync('argon2id', { message, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 })
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=8,t=1,p=1$${text(nonce)}$${text(hash)}`
}
const passwordHash = cheapHash(password)

export type Reply = Omit<LightMyRequestResponse, 'json'> & { json: <T = Record<string, unknown>>() => T }
export type Ask = {
  readonly as?: Who | null
  readonly key?: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

export type TestServer = {
  readonly app: FastifyInstance
  readonly database: Database
  readonly place: Fresh['place']
  readonly masterKey: string
  readonly ids: Readonly<Record<Who, string>>
  readonly companies: { readonly A: string; readonly B: string }
  readonly sessions: Readonly<Record<Who, Session>>
  /** Everything that was logged. */
  readonly logged: string[]
  readonly engine: { woken: number; quiesced: string[] }
  /** Does what the jobs of bulk actions would do now. */
  doBulkActions(): Promise<void>
  ask(method: string, path: string, ask?: Ask): Promise<Reply>
  signIn(who: Who): Promise<Session>
  close(): Promise<void>
}

const notHere = async () => {
  throw new Error('nothing is tried out here')
}
/** Of an engine that is not asked for tokens. */
export const asksNobody: Engine['askForTokens'] = notHere

/** Of an engine that is not asked to try anything out. */
export const triesNothing: Engine['probe'] = {
  ...{ testConnection: notHere, sample: notHere, tryPaging: notHere, document: notHere, dryRun: notHere, compare: notHere },
  shapeOfEvent,
  startAt: async () => ({ result: { place: null, count: null }, problem: null }),
}

export const emailOf = (who: Who) => `${who.toLowerCase()}@example.test`

/** @param changes to the configuration; @param kind which database. */
export async function openTestServer(changes: Partial<Config> = {}, kind: Kind = anyKind()): Promise<TestServer> {
  const { database, place, remove } = await freshDatabase(kind)
  const { db } = database
  const companies = { A: uuid(), B: uuid() }
  const ids = {} as Record<Who, string>
  for (const name of ['A', 'B'] as const)
    await addCompany(db, { id: companies[name], name: `Company ${name}`, workspaceName: name })
  for (const [who, { company, role }] of Object.entries(people) as [Who, (typeof people)[Who]][]) {
    ids[who] = uuid()
    const names = { firstName: who, lastName: 'Example' }
    await addUser(db, { ...names, id: ids[who], companyId: companies[company], email: emailOf(who), role, passwordHash })
  }
  const logged: string[] = []
  const engine = { woken: 0, quiesced: [] as string[] }
  // Names lead nowhere, so that no test depends on the network that it runs in.
  const masterKey = randomBytes(32).toString('base64')
  const outbound = createOutbound({
    ...createNetworkRules({ db, vault: createVault(masterKey) }),
    egressAllow: changes.egressAllow ?? [],
    lookup: (name, _, found) => found(new Error(`${name} leads nowhere`), []),
  })
  const bulkRunners: BulkRunners = new Map()
  const app = await buildApp({
    bulkRunners,
    config: {
      ...readConfig({ LOG_LEVEL: 'debug', SIGN_IN_LIMIT: '1000', RATE_LIMIT: '100000' }),
      consoleDir: '/nowhere',
      // No folder: a test that writes files names its own.
      dataDir: '/dev/null/datacrane',
      ...changes,
    },
    database,
    engine: {
      wake: () => {
        engine.woken += 1
      },
      quiesce: async (id) => {
        engine.quiesced.push(id)
      },
      checkAddresses: (it, companyId) => checkAddresses(it, outbound, companyId),
      probe: createProbing({ db, vault: createVault(masterKey), outbound }),
      askForTokens: (client, parameters, way) => askForTokens(outbound.request, client, parameters, way),
    },
    masterKey,
    log: createLog('debug', { write: (line: string) => void logged.push(line) }),
    version: '0.0.0',
  })

  const sessions = {} as Record<Who, Session>
  async function ask(method: string, path: string, { as = null, key, headers = {}, body }: Ask = {}): Promise<Reply> {
    const authorization = as ? { authorization: `Bearer ${sessions[as].accessToken}` } : {}
    const idempotency = key === undefined ? {} : { 'idempotency-key': key }
    const content = body === undefined ? {} : { 'content-type': 'application/json' }
    return app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: path,
      headers: { ...content, ...authorization, ...idempotency, ...headers },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }
  async function signIn(who: Who): Promise<Session> {
    const reply = await ask('POST', '/api/auth/sign-in', { body: { email: emailOf(who), password } })
    if (reply.statusCode !== 200) throw new Error(`sign-in of ${who}: ${reply.body}`)
    return reply.json<Session>()
  }
  for (const who of Object.keys(people) as Who[]) sessions[who] = await signIn(who)

  async function doBulkActions() {
    const rows = await db.selectFrom('bulk_jobs').select('id').where('status', '=', 'running').execute()
    for (const { id } of rows) await doBulkAction(db, bulkRunners, id, { signal: new AbortController().signal })
  }
  const close = async () => {
    await app.close()
    await outbound.close()
    await remove()
  }
  return { app, database, place, masterKey, ids, companies, sessions, logged, engine, doBulkActions, ask, signIn, close }
}

/** One house for all tests of a file. */
export function createTestServer(changes: Partial<Config> = {}, kind: Kind = anyKind()): TestServer {
  const server = {} as TestServer
  beforeAll(async () => void Object.assign(server, await openTestServer(changes, kind)))
  afterAll(() => server.close?.())
  return server
}

export const goodConfig: ConnectorConfig = {
  name: 'Orders to CRM',
  trigger: { type: 'manual' },
  source: {
    type: 'http',
    url: 'https://shop.example.com/orders',
    requestMethod: 'GET',
    isList: true,
    listPath: 'items',
    auth: { type: 'none' },
  },
  destination: { type: 'http', url: 'https://crm.example.com/orders', requestMethod: 'POST', auth: { type: 'none' } },
  dataMapping: [{ id: 'm1', source: 'id', target: 'orderId', sourcePath: 'id', targetPath: 'orderId' }],
  enrichment: [],
}

/** A new draft of this person. */
export async function makeConnector(
  server: TestServer,
  as: Who = 'userA',
  config: ConnectorConfig = goodConfig,
): Promise<ConnectorAndConfig> {
  const reply = await server.ask('POST', '/api-connectors/', { as, body: { connector: { name: 'Orders' }, config } })
  if (reply.statusCode !== 201) throw new Error(reply.body)
  return reply.json<ConnectorAndConfig>()
}

/** The same tests of the whole server on each of `kinds()`. */
export function describeOnEachKind(name: string, body: (kind: Kind) => void): void {
  describe.each(kinds())(`${name} (%s)`, (kind) => {
    if (kind === 'embedded' || postgresIsHere()) body(kind)
    else it('is not run: there is no PostgreSQL', (context) => context.skip(inject('postgresMissing')))
  })
}
