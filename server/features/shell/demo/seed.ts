/** The demo company of an empty database. `decisions.md` section 7. */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import { usualOptions } from '#contract/connectors/details/unkept-options.ts'
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
import { demoConfig, demoName } from '../../library/ready-made/demo-connector.ts'
import { demoShapes } from './demo-shapes.ts'

type Person = { readonly email: string; readonly firstName: string; readonly lastName: string; readonly role: Role }

const demoPeople: readonly Person[] = [
  { email: 'super@demo.test', firstName: 'Sam', lastName: 'Super', role: 'SUPER_ADMIN' },
  { email: 'admin@demo.test', firstName: 'Ada', lastName: 'Admin', role: 'ADMIN' },
  { email: 'user@demo.test', firstName: 'Uma', lastName: 'User', role: 'USER' },
]

type Wanted = { readonly password: string | null; readonly sandboxOrigin: string }

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
export async function seed(db: Kysely<Tables>, { password, sandboxOrigin }: Wanted): Promise<Seeded> {
  if (await companiesExist(db)) return password === null ? knownOrOther(db) : setPasswords(db, password)
  const used = password ?? randomBytes(9).toString('base64url')
  const passwordHash = await hashPassword(used)
  const isMade = await db.transaction().execute(async (tx) => {
    await lockSeeding(tx)
    if (await companiesExist(tx)) return false
    const companyId = uuid()
    await addCompany(tx, { id: companyId, name: 'Demo Company', workspaceName: 'Demo' })
    const ids = new Map<Role, string>()
    for (const person of demoPeople) {
      const id = uuid()
      ids.set(person.role, id)
      await addUser(tx, { ...person, id, companyId, passwordHash })
    }
    // A USER's own connector is what all three of them see.
    await addDemoConnector(tx, companyId, ids.get('USER') ?? '', sandboxOrigin)
    return true
  })
  // Another process was quicker.
  if (!isMade) return seed(db, { password, sandboxOrigin })
  return password === null ? { kind: 'made', password: used, people: demoPeople } : { kind: 'given', people: demoPeople }
}

async function addDemoConnector(tx: Kysely<Tables>, companyId: string, ownerId: string, origin: string): Promise<void> {
  const id = uuid()
  await addConnector(tx, {
    id,
    configId: uuid(),
    companyId,
    ownerId,
    name: demoName,
    profile: {
      integrationName: demoName,
      connectorType: 'Private',
      details: 'Reads the orders of the built-in shop and writes them into the built-in CRM. Deploy it, then run it.',
      ...usualOptions,
    },
    draft: extractSecrets(demoConfig(origin), null, { companyId, connectorId: id }).stored,
    standing: drafted,
  })
  await writeShapes(tx, { companyId, connectorId: id }, demoShapes(origin))
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
      await endSessionsOfUser(tx, companyId, userId, 'The password was changed by DEMO_PASSWORD.')
    })
  }
  return isDemo ? { kind: 'given', people: demoPeople } : { kind: 'other' }
}
