/** The demo company of an empty database. `decisions.md` section 7. */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { DraftShapes, RecordShape } from '#contract/connectors/config/shape.ts'
import { newOptions, usualOptions } from '#contract/connectors/details/unsupported-options.ts'
import type { Role } from '#contract/kit/endpoint.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { hashPassword, passwordIsRight } from '#server/platform/security/passwords.ts'
import { endSessionsOfUser } from '#server/platform/security/sessions.repository.ts'
import { addCompany, companiesExist, lockSeeding } from '../../auth/companies.repository.ts'
import { addUser, findCredentials, setPasswordHash } from '../../auth/users.repository.ts'
import { writeShapes } from '../../connectors/config/shapes.repository.ts'
import { drafted } from '../../connectors/details/connector-status.ts'
import { addConnector } from '../../connectors/details/connectors.repository.ts'
import { addHistory } from '../../connectors/details/history.repository.ts'
import { extractSecrets } from '../../connectors/secrets/connector-secrets.ts'
import { addAuditEvent } from '../../kit/audit-events.repository.ts'
import { demoConfig } from '../../library/ready-made/demo-connector.ts'
import { sandboxDefinitions } from '../../library/ready-made/sandbox.ts'
import { order } from '../sandbox/shop.ts'
import { demoConnectors } from './demo-set.ts'
import { derivedId } from './derived-id.ts'

type Person = { readonly email: string; readonly firstName: string; readonly lastName: string; readonly role: Role }

const demoPeople: readonly Person[] = [
  { email: 'super@demo.test', firstName: 'Sam', lastName: 'Super', role: 'SUPER_ADMIN' },
  { email: 'admin@demo.test', firstName: 'Ada', lastName: 'Admin', role: 'ADMIN' },
  { email: 'user@demo.test', firstName: 'Uma', lastName: 'User', role: 'USER' },
]

/** Whose connectors they are: what a USER owns all three of them see. */
export const demoOwner = 'user@demo.test'

type Wanted = {
  readonly password: string | null
  readonly sandboxOrigin: string
  /** Whether the connectors are made that `demo-runs.ts` deploys and runs. */
  readonly connectors: boolean
}

/** What is to be told to the person who started the program. */
export type Seeded =
  /** The password was made up now and can be told this one time only. */
  | { readonly kind: 'made'; readonly password: string; readonly people: readonly Person[] }
  | { readonly kind: 'given'; readonly people: readonly Person[] }
  /** The demo company was there before; its password is not known to the program. */
  | { readonly kind: 'known'; readonly people: readonly Person[] }
  /** There are people, but not the demo's. */
  | { readonly kind: 'other' }

/** Fills an empty database, all of it or nothing. A given password becomes the demo people's also later: the way out for who lost the made-up one. */
export async function seed(db: Kysely<Tables>, { password, sandboxOrigin, connectors }: Wanted): Promise<Seeded> {
  if (await companiesExist(db)) return password === null ? knownOrOther(db) : setPasswords(db, password)
  const used = password ?? randomBytes(9).toString('base64url')
  const passwordHash = await hashPassword(used)
  const isMade = await db.transaction().execute(async (tx) => {
    await lockSeeding(tx)
    if (await companiesExist(tx)) return false
    const companyId = uuid()
    await addCompany(tx, { id: companyId, name: 'Demo Company', workspaceName: 'Demo' })
    const bySystem = { companyId, actor: { kind: 'system', id: null }, address: null, before: null } as const
    const name = 'Demo Company'
    await addAuditEvent(tx, {
      ...bySystem,
      action: 'company.created',
      target: { type: 'company', id: companyId },
      after: { name },
    })
    const ids = new Map<Role, string>()
    for (const person of demoPeople) {
      const id = uuid()
      ids.set(person.role, id)
      await addUser(tx, { ...person, id, companyId, passwordHash })
      const { role } = person
      await addAuditEvent(tx, { ...bySystem, action: 'member.joined', target: { type: 'member', id }, after: { role } })
    }
    const owner = { companyId, ownerId: ids.get('USER') ?? '' }
    if (connectors)
      for (const { key, config, details } of demoConnectors(sandboxOrigin))
        await addDemoConnector(tx, owner, { id: derivedId(companyId, key), config, details, shapes: {} })
    await addDemoConnector(tx, owner, {
      ...{ id: uuid(), config: demoConfig(sandboxOrigin), shapes: demoShapes(sandboxOrigin) },
      details: "Copies the built-in shop's orders to the built-in CRM. Deploy the connector, then run it.",
    })
    return true
  })
  // Another process was quicker.
  if (!isMade) return seed(db, { password, sandboxOrigin, connectors })
  return password === null ? { kind: 'made', password: used, people: demoPeople } : { kind: 'given', people: demoPeople }
}

type Owner = { readonly companyId: string; readonly ownerId: string }
type NewDemo = {
  readonly id: string
  readonly config: ConnectorConfig
  readonly details: string
  readonly shapes: DraftShapes
}

async function addDemoConnector(tx: Kysely<Tables>, { companyId, ownerId }: Owner, demo: NewDemo): Promise<void> {
  const { id, config, details, shapes } = demo
  await addConnector(tx, {
    id,
    configId: uuid(),
    companyId,
    ownerId,
    name: config.name,
    profile: {
      integrationName: config.name,
      connectorType: 'Private',
      details,
      ...usualOptions,
      ...newOptions,
    },
    draft: extractSecrets(config, null, { companyId, connectorId: id }).stored,
    standing: drafted,
  })
  await writeShapes(tx, { companyId, connectorId: id }, shapes)
  const target = { type: 'connector', id }
  const event = { companyId, actor: { kind: 'system', id: null }, address: null, before: null, target } as const
  await addAuditEvent(tx, { ...event, action: 'connector.created', after: { name: config.name } })
  const detail = 'Created with the demo company.'
  await addHistory(tx, { companyId, connectorId: id, actorId: ownerId, what: 'created', from: null, to: 'Draft', detail })
}

async function knownOrOther(db: Kysely<Tables>): Promise<Seeded> {
  return (await findCredentials(db, 'admin@demo.test')) ? { kind: 'known', people: demoPeople } : { kind: 'other' }
}

async function setPasswords(db: Kysely<Tables>, password: string): Promise<Seeded> {
  let isDemo = false
  for (const { email } of demoPeople) {
    const found = await findCredentials(db, email)
    if (!found) continue
    isDemo = true
    if (await passwordIsRight(password, found.passwordHash)) continue
    const { companyId, userId } = found
    await db.transaction().execute(async (tx) => {
      await setPasswordHash(tx, { companyId, userId, passwordHash: await hashPassword(password) })
      await endSessionsOfUser(tx, companyId, userId, 'DEMO_PASSWORD changed the password.')
    })
  }
  return isDemo ? { kind: 'given', people: demoPeople } : { kind: 'other' }
}

/** What the demo connector knows of the records of its sides before anybody has asked for one. */
const examples = 3

/** As the built-in shop has them, and as the mapping of the demo makes them for the built-in CRM. */
const orders = Array.from({ length: examples }, (_, at) => order(at + 1))
const delivered = orders.map(({ number, placedAt, customer, total, currency, lines }) => ({
  orderNumber: number,
  orderedAt: placedAt,
  contact: { name: customer.name, email: customer.email, city: customer.address.city },
  amount: total,
  currency,
  lines: lines.map(({ sku, quantity }) => ({ article: sku, quantity })),
}))

const withExamples = (shape: RecordShape | undefined, records: readonly unknown[]) =>
  shape === undefined ? undefined : { ...shape, examples: [...records] }

/** @param origin under which this process reaches its own sandbox. */
function demoShapes(origin: string): DraftShapes {
  const { source, destination } = sandboxDefinitions(origin).find(({ id }) => id === 'sandbox-shop-to-crm')?.shapes ?? {}
  const [read, written] = [withExamples(source, orders), withExamples(destination, delivered)]
  return { ...(read ? { source: read } : {}), ...(written ? { destination: written } : {}) }
}
