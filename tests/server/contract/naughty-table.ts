/** What the test of naughty strings has to know of each endpoint that takes texts. One that is missing here fails that test. */
import { sql } from 'kysely'
import Type, { type TSchema } from 'typebox'

import { ConnectorConfig, MappingEdge, SourceConfig } from '#contract/connectors/config/config.ts'
import { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import type { ConnectorAndConfig, ConnectorDetails } from '#contract/connectors/details/connector.ts'
import { TakeAwayFile } from '#contract/library/take-away.ts'
import { makeConnector, type Reply, type TestServer, type Who } from '../kit/test-server.ts'
import { adminRows } from './naughty-admin.ts'
import { assistantRows } from './naughty-assistant.ts'
import { settingsRows } from './naughty-settings.ts'

export type Sent = Record<string, unknown>
export type HostileRow = {
  /** Who asks; nobody in particular when it is left out. */
  readonly as?: Who
  /** What the body is read as, where the contract leaves it open. */
  readonly body?: TSchema
  /** Where the texts of a body are read back. Left out: the call keeps none of them. */
  readonly kept?: (server: TestServer, reply: Reply, sent: Sent) => Promise<unknown>
  /** The path, and members of the body that have to be right; what is undefined is left out. */
  readonly ready?: (
    server: TestServer,
    number: number,
  ) => Promise<{ readonly path?: Readonly<Record<string, string>>; readonly body?: Sent }>
  /** Blanks around a name are no part of it. */
  readonly trims?: boolean
  /** Its schemas are those of another body, which is held against every text. */
  readonly isRepeat?: boolean
  /** The table that a call adds one row to; without it the calls are about one and the same thing, one after another. */
  readonly adds?: 'connectors' | 'mapping_rules' | 'templates' | 'users'
}

const connectors = new WeakMap<TestServer, Promise<{ readonly id: string; readonly configId: string }>>()

/** The one that is changed again and again. */
async function theConnector(server: TestServer) {
  const made = connectors.get(server) ?? makeConnector(server).then(({ connector: { _id: id, configId } }) => ({ id, configId }))
  connectors.set(server, made)
  return made
}

const connectorOf = async <Shown = Sent>(server: TestServer, id: unknown) =>
  (await server.ask('GET', `/api-connectors/${String(id)}`, { as: 'userA' })).json<Shown>()
const ofTheConnector = async (server: TestServer) => ({ path: { id: (await theConnector(server)).id }, body: unasked })
const atTheConnector = async (server: TestServer) => ({ path: { id: (await theConnector(server)).id } })
const inTheConnector = async (server: TestServer) => connectorOf(server, (await theConnector(server)).id)
const templates = new WeakMap<TestServer, Promise<string>>()

/** The one that is changed again and again, as it stands now. */
async function theTemplate(server: TestServer) {
  const publish = async () => {
    const body = { name: 'x', description: '', category: '', tags: [], connectorId: (await theConnector(server)).id }
    return (await server.ask('POST', '/api/templates', { as: 'userA', body })).json<{ _id: string }>()._id
  }
  const made = templates.get(server) ?? publish()
  templates.set(server, made)
  const { _id, revision } = await templateOf(server, await made)
  return { _id, revision }
}

const templateOf = async (server: TestServer, id: unknown) =>
  (await server.ask('GET', `/api/templates/${String(id)}`, { as: 'userA' })).json()
/** A save names them only to be refused when they are others. */
const unasked = { id: undefined, _id: undefined, integrationId: undefined, userId: undefined, revision: undefined }

const ofAdmin = async (server: TestServer) => ({ path: { userId: server.ids.adminA } })
const ofOtherPasskey = async (server: TestServer) => {
  const [userId, companyId] = [server.ids.otherA, server.companies.A]
  await sql`insert into passkeys (id, company_id, user_id, credential_id, public_key, counter, name, is_synced)
    values (${userId}, ${companyId}, ${userId}, 'eA', '', 0, 'x', false) on conflict do nothing`.execute(server.database.db)
  return { path: { userId, passkeyId: userId } }
}
const nameOfPasskey = async (server: TestServer) => {
  const reply = await server.ask('GET', `/api/users/${server.ids.otherA}/passkeys`, { as: 'otherA' })
  return { name: reply.json<{ passkeys: { name: string }[] }>().passkeys[0]?.name }
}
const ofOther = async (server: TestServer) => ({ path: { userId: server.ids.otherA } })

async function invited(server: TestServer, number: number) {
  // A company sends a hundred a day. Two of these at once take the rows in one order.
  await sql`with rows as (select id from invitations order by id for update)
    update invitations set created_at = created_at - interval '1 day' where id in (select id from rows)`.execute(
    server.database.db,
  )
  const email = `invited.${number}@example.test`
  const path = `/api/users/${server.ids.adminA}/team-members/invite`
  const reply = await server.ask('POST', path, { as: 'adminA', body: { email, role: 'USER' } })
  const { db } = server.database
  const mails = await db.selectFrom('messages').select('body').where('recipient', '=', email).execute()
  const token = /token=([\w-]+)/.exec(mails.at(-1)?.body ?? '')?.[1]
  if (token === undefined) throw new Error(`nobody was invited: ${reply.body}`)
  emails.set(token, email)
  return { body: { token, password: good } }
}
const emails = new Map<unknown, string>()
const good = 'correct horse battery'

async function personOf({ database: { db } }: TestServer, email: string) {
  const person = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  const company = await db.selectFrom('companies').selectAll().where('id', '=', person.company_id).executeTakeFirstOrThrow()
  return { firstName: person.first_name, lastName: person.last_name, companyName: company.name }
}

const nobody: HostileRow = {}
const somebody: HostileRow = { as: 'userA' }
const ownFactor: HostileRow = { as: 'otherA', ready: ofOther }
const probed: HostileRow = { as: 'userA', ready: async () => ({ body: { connectorId: undefined } }) }

export const table: Readonly<Record<string, HostileRow>> = {
  'POST /api/auth/sign-in': nobody,
  'POST /api/analytics/dashboard': { as: 'userA' },
  'POST /graphql': { as: 'userA' },
  'POST /api/auth/refresh': nobody,
  'POST /api/auth/sign-out': nobody,
  'POST /api/auth/verify-mfa': nobody,
  'POST /api/auth/passkey': nobody,
  'POST /api/users/:userId/passkeys/begin': ownFactor,
  'POST /api/users/:userId/passkeys': ownFactor,
  'PATCH /api/users/:userId/passkeys/:passkeyId': { ...ownFactor, ready: ofOtherPasskey, kept: nameOfPasskey, trims: true },
  'POST /api/users/:userId/passkeys/:passkeyId/remove': { ...ownFactor, ready: ofOtherPasskey },
  'POST /api/notifications/push/:userId': ownFactor,
  'POST /api/notifications/push/:userId/remove': ownFactor,
  'POST /api/users/:userId/mfa/enable': ownFactor,
  'POST /api/users/:userId/mfa/verify': ownFactor,
  'POST /api/users/:userId/mfa/disable': ownFactor,
  'POST /api/users/:userId/mfa/recovery-codes': ownFactor,
  'POST /api/users/:userId/mfa/recovery-codes/view': ownFactor,
  'POST /api/users/:userId/data/file': ownFactor,
  'POST /api/users/:userId/deletion': ownFactor,
  'POST /api/users/:userId/password': ownFactor,
  'POST /api/users/:userId/phone/add': ownFactor,
  'POST /api/users/:userId/phone/verify': ownFactor,
  'POST /api/auth/oauth/start': nobody,
  'POST /api/auth/oauth/finish': nobody,
  'POST /api/auth/oauth/link': somebody,
  'POST /api/registration': {
    adds: 'users',
    trims: true,
    ready: async (_, number) => ({
      body: { email: `registered.${number}@example.test`, password: good, productTier: 'Basic', paymentMethodId: null },
    }),
    kept: (server, _, sent) => personOf(server, String(sent['email'])),
  },
  'POST /api/registration/password': nobody,
  'POST /api/users/confirm': nobody,
  'POST /api/users/resend-confirmation': nobody,
  'POST /api/users/reset-password': nobody,
  'POST /api/users/update-password': nobody,
  'POST /api/users/:userId/team-members/invite': { as: 'adminA', ready: ofAdmin },
  'POST /api/invitations/look': nobody,
  'POST /api/invitations/accept': {
    adds: 'users',
    trims: true,
    ready: invited,
    kept: (server, _, sent) => personOf(server, emails.get(sent['token']) ?? ''),
  },
  ...assistantRows,
  ...adminRows,
  ...settingsRows,
  'PUT /api/users/:userId/profile': {
    as: 'otherA',
    trims: true,
    ready: async (server) => {
      const at = `/api/users/${server.ids.otherA}/profile`
      const { email, revision } = (await server.ask('GET', at, { as: 'otherA' })).json()
      return { ...(await ofOther(server)), body: { email, revision, phone: '', timezone: '', language: '' } }
    },
    kept: async (server) => (await server.ask('GET', `/api/users/${server.ids.otherA}/profile`, { as: 'otherA' })).json(),
  },
  'PUT /api/users/:userId/photo': ownFactor,
  // Done before any of them; its fields are those of the registration, by the same schemas.
  'POST /api/setup': nobody,
  'POST /api-connectors/': {
    as: 'userA',
    adds: 'connectors',
    kept: (server, reply) => connectorOf(server, reply.json<{ connector: { _id: string } }>().connector._id),
  },
  'POST /api-connectors/:id/comparison': { as: 'userA', isRepeat: true, ready: atTheConnector },
  'POST /api-connectors/:id/cursor': { as: 'userA', ready: atTheConnector },
  'POST /api-connectors/:id/cursor/preview': { as: 'userA', ready: atTheConnector },
  'POST /api-connectors/:id/rollback': { as: 'userA', ready: atTheConnector },
  // The secret is write-only, so no text is read back.
  'PUT /api-connectors/:id/hook/secret': { as: 'userA', ready: atTheConnector },
  'POST /api/replay/:id/chosen': { as: 'userA', ready: atTheConnector },
  'PATCH /api-connectors/connectors/:id': { as: 'userA', isRepeat: true, ready: ofTheConnector, kept: inTheConnector },
  'PATCH /api-configs/:id': {
    as: 'userA',
    isRepeat: true,
    ready: async (server) => ({ path: { id: (await theConnector(server)).configId }, body: unasked }),
    kept: async (server) => (await inTheConnector(server))['config'],
  },
  'PATCH /api-connectors/:id/alarms/settings': {
    as: 'userA',
    ready: async (server) => ({
      path: { id: (await theConnector(server)).id },
      body: { delivery: { toOwner: true, people: [], tellsClearing: true, quietHours: { from: 22, to: 6, zone: 'UTC' } } },
    }),
    kept: async (server) =>
      (await server.ask('GET', `/api-connectors/${(await theConnector(server)).id}/alarms`, { as: 'userA' })).json()['settings'],
  },
  'PUT /api-connectors/:id/shapes': {
    as: 'userA',
    ready: async (server) => ({ path: { id: (await theConnector(server)).id } }),
    kept: async (server) =>
      (await server.ask('GET', `/api-connectors/${(await theConnector(server)).id}/shapes`, { as: 'userA' })).json(),
  },
  'POST /api/templates': {
    as: 'userA',
    adds: 'templates',
    ready: async (server) => ({ body: { connectorId: (await theConnector(server)).id } }),
    kept: async (server, reply) => templateOf(server, reply.json<{ _id: string }>()._id),
  },
  'PUT /api/templates/': {
    as: 'userA',
    ready: async (server) => ({ body: { ...(await theTemplate(server)), connectorId: undefined } }),
    kept: async (server) => templateOf(server, (await theTemplate(server))._id),
  },
  'POST /api/templates/:id/start': {
    as: 'userA',
    adds: 'connectors',
    ready: async () => ({ path: { id: 'sandbox-shop-to-crm' } }),
    kept: async (server, reply) =>
      (await connectorOf(server, reply.json<{ connector: { _id: string } }>().connector._id))['connector'],
  },
  'POST /api-connectors/import/check': { as: 'userA', body: TakeAwayFile },
  'POST /api-connectors/import': {
    as: 'userA',
    adds: 'connectors',
    isRepeat: true,
    kept: async (server, reply) => {
      const { connector, config } = await connectorOf<ConnectorDetails>(server, reply.json<ConnectorAndConfig>().connector._id)
      const shapes = await server.ask('GET', `/api-connectors/${connector._id}/shapes`, { as: 'userA' })
      return { name: connector.name, details: connector.details, config, shapes: shapes.json() }
    },
  },
  'POST /api-connectors/connectors/:id/deploy': { as: 'userA', ready: ofTheConnector },
  'POST /api-connectors/validateConfig': { as: 'userA', body: ConnectorConfig },
  'POST /api-connectors/validateDataMapping': { as: 'userA', body: Type.Object({ dataMapping: Type.Array(MappingEdge) }) },
  'POST /api-connectors/connectors/validateMappingRule': { as: 'userA', body: NewMappingRule },
  'POST /api-connectors/validate-config-section': {
    as: 'userA',
    body: Type.Object({ section: Type.Literal('source'), data: SourceConfig }),
  },
  'POST /api-connectors/test-connection': probed,
  'POST /api-connectors/sample': probed,
  'POST /api-connectors/document': probed,
  'POST /api-connectors/try-paging': probed,
  'POST /api-connectors/dry-run': probed,
  'PUT /api-connectors/connectors/mappingRules/:id': { as: 'userA', isRepeat: true },
  'POST /api-connectors/connectors/saveMappingRule': {
    as: 'userA',
    adds: 'mapping_rules',
    kept: async (server, reply) => {
      const { _id: id } = reply.json<{ _id: string }>()
      const { db } = server.database
      return (await db.selectFrom('mapping_rules').select('rule').where('id', '=', id).executeTakeFirstOrThrow()).rule
    },
  },
}
