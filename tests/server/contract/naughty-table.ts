/** What the test of naughty strings has to know of each endpoint that takes texts. One that is missing here fails that test. */
import { sql } from 'kysely'
import Type, { type TSchema } from 'typebox'

import { ConnectorConfig, MappingEdge, SourceConfig } from '#contract/connectors/config/config.ts'
import { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import type { ConnectorAndConfig, ConnectorDetails } from '#contract/connectors/details/connector.ts'
import { TakeAwayFile } from '#contract/library/take-away.ts'
import { catalogue } from '#contract/problem-catalogue.ts'
import { type House, makeConnector, type Reply, type Who } from '../kit/test-server.ts'

type Sent = Record<string, unknown>
export type Told = {
  /** Who asks; nobody in particular when it is left out. */
  readonly as?: Who
  /** What the body is read as, where the contract leaves it open. */
  readonly body?: TSchema
  /** Where the texts of a body are read back. Left out: the call keeps none of them. */
  readonly kept?: (house: House, reply: Reply, sent: Sent) => Promise<unknown>
  /** The path, and members of the body that have to be right; what is undefined is left out. */
  readonly ready?: (
    house: House,
    number: number,
  ) => Promise<{ readonly path?: Readonly<Record<string, string>>; readonly body?: Sent }>
  /** Blanks around a name are no part of it. */
  readonly trims?: boolean
  /** Its schemas are those of another body, which is held against every text. */
  readonly isRepeat?: boolean
  /** The table that a call adds one row to; without it the calls are about one and the same thing, one after another. */
  readonly adds?: 'connectors' | 'mapping_rules' | 'templates' | 'users'
}

const connectors = new WeakMap<House, Promise<{ readonly id: string; readonly configId: string }>>()

/** The one that is changed again and again. */
async function theConnector(house: House) {
  const made = connectors.get(house) ?? makeConnector(house).then(({ connector: { _id: id, configId } }) => ({ id, configId }))
  connectors.set(house, made)
  return made
}

const connectorOf = async <Shown = Sent>(house: House, id: unknown) =>
  (await house.ask('GET', `/api-connectors/${String(id)}`, { as: 'userA' })).json<Shown>()
const ofTheConnector = async (house: House) => ({ path: { id: (await theConnector(house)).id }, body: unasked })
const atTheConnector = async (house: House) => ({ path: { id: (await theConnector(house)).id } })
const inTheConnector = async (house: House) => connectorOf(house, (await theConnector(house)).id)
const templates = new WeakMap<House, Promise<string>>()

/** The one that is changed again and again, as it stands now. */
async function theTemplate(house: House) {
  const publish = async () => {
    const body = { name: 'x', description: '', category: '', tags: [], connectorId: (await theConnector(house)).id }
    return (await house.ask('POST', '/api/templates', { as: 'userA', body })).json<{ _id: string }>()._id
  }
  const made = templates.get(house) ?? publish()
  templates.set(house, made)
  const { _id, revision } = await templateOf(house, await made)
  return { _id, revision }
}

const templateOf = async (house: House, id: unknown) =>
  (await house.ask('GET', `/api/templates/${String(id)}`, { as: 'userA' })).json()
/** A save names them only to be refused when they are others. */
const unasked = { id: undefined, _id: undefined, integrationId: undefined, userId: undefined, revision: undefined }

const ofAdmin = async (house: House) => ({ path: { userId: house.ids.adminA } })
const ofOther = async (house: House) => ({ path: { userId: house.ids.otherA } })

async function invited(house: House, number: number) {
  // A company sends a hundred a day.
  await sql`update invitations set created_at = created_at - interval '1 day'`.execute(house.database.db)
  const email = `invited.${number}@example.test`
  const path = `/api/users/${house.ids.adminA}/team-members/invite`
  const reply = await house.ask('POST', path, { as: 'adminA', body: { email, role: 'USER' } })
  const { db } = house.database
  const mails = await db.selectFrom('messages').select('body').where('recipient', '=', email).execute()
  const token = /token=([\w-]+)/.exec(mails.at(-1)?.body ?? '')?.[1]
  if (token === undefined) throw new Error(`nobody was invited: ${reply.body}`)
  emails.set(token, email)
  return { body: { token, password: good } }
}
const emails = new Map<unknown, string>()
const good = 'correct horse battery'

async function personOf({ database: { db } }: House, email: string) {
  const person = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  const company = await db.selectFrom('companies').selectAll().where('id', '=', person.company_id).executeTakeFirstOrThrow()
  return { firstName: person.first_name, lastName: person.last_name, companyName: company.name }
}

const nobody: Told = {}
const somebody: Told = { as: 'userA' }
const ownFactor: Told = { as: 'otherA', ready: ofOther }
const probed: Told = { as: 'userA', ready: async () => ({ body: { connectorId: undefined } }) }

export const table: Readonly<Record<string, Told>> = {
  'POST /api/auth/sign-in': nobody,
  'POST /api/analytics/dashboard': { as: 'userA' },
  'POST /graphql': { as: 'userA' },
  'POST /api/auth/refresh': nobody,
  'POST /api/auth/sign-out': nobody,
  'POST /api/auth/verify-mfa': nobody,
  'POST /api/users/:userId/mfa/enable': ownFactor,
  'POST /api/users/:userId/mfa/verify': ownFactor,
  'POST /api/users/:userId/mfa/disable': ownFactor,
  'POST /api/users/:userId/mfa/recovery-codes': ownFactor,
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
    kept: (house, _, sent) => personOf(house, String(sent['email'])),
  },
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
    kept: (house, _, sent) => personOf(house, emails.get(sent['token']) ?? ''),
  },
  'PUT /api/maintenance': {
    // Of the other company: the people of the first one go on.
    as: 'adminB',
    trims: true,
    ready: async () => ({ body: { on: true } }),
    kept: async (house) => {
      const { message } = (await house.ask('GET', '/api/maintenance', { as: 'adminB' })).json()
      return { message: message === catalogue['maintenance/on'].message ? '' : message }
    },
  },
  // Done before any of them; its fields are those of the registration, by the same schemas.
  'POST /api/setup': nobody,
  'POST /api-connectors/': {
    as: 'userA',
    adds: 'connectors',
    kept: (house, reply) => connectorOf(house, reply.json<{ connector: { _id: string } }>().connector._id),
  },
  'POST /api-connectors/:id/comparison': { as: 'userA', isRepeat: true, ready: atTheConnector },
  'POST /api-connectors/:id/cursor': { as: 'userA', ready: atTheConnector },
  'POST /api-connectors/:id/cursor/preview': { as: 'userA', ready: atTheConnector },
  'POST /api-connectors/:id/rollback': { as: 'userA', ready: atTheConnector },
  'POST /api/replay/:id/chosen': { as: 'userA', ready: atTheConnector },
  'PATCH /api-connectors/connectors/:id': { as: 'userA', isRepeat: true, ready: ofTheConnector, kept: inTheConnector },
  'PATCH /api-configs/:id': {
    as: 'userA',
    isRepeat: true,
    ready: async (house) => ({ path: { id: (await theConnector(house)).configId }, body: unasked }),
    kept: async (house) => (await inTheConnector(house))['config'],
  },
  'PATCH /api-connectors/:id/alarms/settings': {
    as: 'userA',
    ready: async (house) => ({
      path: { id: (await theConnector(house)).id },
      body: { delivery: { toOwner: true, people: [], tellsClearing: true, quietHours: { from: 22, to: 6, zone: 'UTC' } } },
    }),
    kept: async (house) =>
      (await house.ask('GET', `/api-connectors/${(await theConnector(house)).id}/alarms`, { as: 'userA' })).json()['settings'],
  },
  'PUT /api-connectors/:id/shapes': {
    as: 'userA',
    ready: async (house) => ({ path: { id: (await theConnector(house)).id } }),
    kept: async (house) =>
      (await house.ask('GET', `/api-connectors/${(await theConnector(house)).id}/shapes`, { as: 'userA' })).json(),
  },
  'POST /api/templates': {
    as: 'userA',
    adds: 'templates',
    ready: async (house) => ({ body: { connectorId: (await theConnector(house)).id } }),
    kept: async (house, reply) => templateOf(house, reply.json<{ _id: string }>()._id),
  },
  'PUT /api/templates/': {
    as: 'userA',
    ready: async (house) => ({ body: { ...(await theTemplate(house)), connectorId: undefined } }),
    kept: async (house) => templateOf(house, (await theTemplate(house))._id),
  },
  'POST /api/templates/:id/start': {
    as: 'userA',
    adds: 'connectors',
    ready: async () => ({ path: { id: 'sandbox-shop-to-crm' } }),
    kept: async (house, reply) =>
      (await connectorOf(house, reply.json<{ connector: { _id: string } }>().connector._id))['connector'],
  },
  'POST /api-connectors/import/check': { as: 'userA', body: TakeAwayFile },
  'POST /api-connectors/import': {
    as: 'userA',
    adds: 'connectors',
    isRepeat: true,
    kept: async (house, reply) => {
      const { connector, config } = await connectorOf<ConnectorDetails>(house, reply.json<ConnectorAndConfig>().connector._id)
      const shapes = await house.ask('GET', `/api-connectors/${connector._id}/shapes`, { as: 'userA' })
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
  'POST /api-connectors/connectors/saveMappingRule': {
    as: 'userA',
    adds: 'mapping_rules',
    kept: async (house, reply) => {
      const { _id: id } = reply.json<{ _id: string }>()
      const { db } = house.database
      return (await db.selectFrom('mapping_rules').select('rule').where('id', '=', id).executeTakeFirstOrThrow()).rule
    },
  },
}
