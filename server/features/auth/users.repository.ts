/** People. Email addresses are one person's in the whole product, whatever their case. */
import { type Kysely, sql } from 'kysely'

import type { User } from '#contract/auth/auth.ts'
import type { Role } from '#contract/kit/endpoint.ts'
import { isSuspended, maintenanceNow } from '../../platform/database/maintenance-now.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { type AddressRule, addressRuleOf, addressSection } from '../../platform/security/address-rule.ts'

export type NewUser = {
  readonly id: string
  readonly companyId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  readonly passwordHash: string
  /** Whether the email was proved; true when it is not said. */
  readonly confirmed?: boolean
}

export async function addUser(db: Kysely<Tables>, it: NewUser): Promise<void> {
  await db
    .insertInto('users')
    .values({
      id: it.id,
      company_id: it.companyId,
      email: it.email,
      first_name: it.firstName,
      last_name: it.lastName,
      role: it.role,
      password_hash: it.passwordHash,
      confirmed: it.confirmed ?? true,
    })
    .execute()
}

export type Credentials = {
  readonly userId: string
  readonly companyId: string
  readonly passwordHash: string
  /** Whether the person may sign in at all. */
  readonly active: boolean
  /** Whether the email was proved: until then nobody signs in. */
  readonly confirmed: boolean
}

/** Whether there is anybody, in whichever company. */
export async function usersExist(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Sign-in knows no company yet; this is the one reading of a person that is not bound to one. */
export async function findCredentials(db: Kysely<Tables>, email: string): Promise<Credentials | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'company_id', 'password_hash', 'active', 'confirmed'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row
    ? {
        userId: row.id,
        companyId: row.company_id,
        passwordHash: row.password_hash,
        active: row.active,
        confirmed: row.confirmed,
      }
    : null
}

/** Somebody as the ways to an account know them: registration, confirmation, reset, invitation. */
export type Account = Credentials & {
  /** As it was written when the account was made. */
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly companyName: string
}

const accounts = (db: Kysely<Tables>) =>
  db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .select([
      'u.id as userId',
      'u.company_id as companyId',
      'u.password_hash as passwordHash',
      'u.active',
      'u.confirmed',
      'u.email',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'c.name as companyName',
    ])

/** Like sign-in, this knows no company: the email is one person's in the whole product. */
export async function findAccount(db: Kysely<Tables>, email: string): Promise<Account | null> {
  const held = accounts(db).where(sql`lower(u.email)`, '=', email.toLowerCase()).where('u.removed_at', 'is', null)
  return (await held.executeTakeFirst()) ?? null
}

export async function findAccountOf(db: Kysely<Tables>, { companyId, userId }: UserKey): Promise<Account | null> {
  const row = await accounts(db).where('u.id', '=', userId).where('u.company_id', '=', companyId).executeTakeFirst()
  return row ?? null
}

export async function confirmUser(db: Kysely<Tables>, { companyId, userId }: UserKey): Promise<void> {
  await db.updateTable('users').set({ confirmed: true }).where('id', '=', userId).where('company_id', '=', companyId).execute()
}

/** Makes an account whose email nobody has proved the one of who has: it has never been signed in to, so nothing hangs on it. False when it is confirmed by now. */
export async function takeOverUnconfirmed(
  db: Kysely<Tables>,
  from: UserKey,
  it: Omit<NewUser, 'id' | 'email'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({
      company_id: it.companyId,
      first_name: it.firstName,
      last_name: it.lastName,
      role: it.role,
      password_hash: it.passwordHash,
      confirmed: true,
      active: true,
    })
    .where('id', '=', from.userId)
    .where('company_id', '=', from.companyId)
    .where('confirmed', '=', false)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  // What the identity provider of the other company said of them.
  for (const table of ['scim_members', 'scim_people'] as const)
    await db.deleteFrom(table).where('user_id', '=', from.userId).where('company_id', '=', from.companyId).execute()
  return true
}

type UserKey = { readonly companyId: string; readonly userId: string }

/** What maintenance and addresses of a company mean for a person; null when there is none in this company. */
export async function findVisitor(
  db: Kysely<Tables>,
  { companyId, userId }: UserKey,
): Promise<{ role: Role; maintenance: string | null; isSuspended: boolean; addressRule: AddressRule | null } | null> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .leftJoin('company_settings as a', (join) =>
      join.onRef('a.company_id', '=', 'u.company_id').on('a.section', '=', addressSection),
    )
    .select(['u.role', maintenanceNow.as('maintenance'), isSuspended, 'a.value'])
    .where('u.id', '=', userId)
    .where('u.company_id', '=', companyId)
    .executeTakeFirst()
  if (!row) return null
  const { role, maintenance, isSuspended: isHeld, value } = row
  return { role, maintenance, isSuspended: isHeld, addressRule: addressRuleOf(value) }
}

/** A person as the console knows them, with the ids of their connectors; null when there is none in this company. */
export async function findUser(db: Kysely<Tables>, { companyId, userId }: UserKey): Promise<User | null> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .select([
      'u.id',
      'u.email',
      'u.first_name',
      'u.last_name',
      'u.role',
      'u.company_id',
      'u.confirmed',
      'c.name',
      'c.workspace_name',
      'c.product_tier',
    ])
    .select((eb) =>
      eb
        .selectFrom('connectors as k')
        .select(sql<string[]>`coalesce(array_agg(k.id::text order by k.created_at), '{}')`.as('ids'))
        .whereRef('k.owner_id', '=', 'u.id')
        .whereRef('k.company_id', '=', 'u.company_id')
        .where('k.deleted_at', 'is', null)
        .as('integrations'),
    )
    .where('u.id', '=', userId)
    .where('u.company_id', '=', companyId)
    .executeTakeFirst()
  return row
    ? {
        _id: row.id,
        email: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        role: row.role,
        companyId: row.company_id,
        companyName: row.name,
        workspaceName: row.workspace_name,
        confirmed: row.confirmed,
        plan: row.product_tier,
        integrations: row.integrations ?? [],
      }
    : null
}

/**
 * Whether this is still the person's password. It stays so until the transaction ends: a change waits, and then ends what was begun with it.
 */
export async function holdPassword(
  tx: Kysely<Tables>,
  { companyId, userId, passwordHash }: UserKey & { readonly passwordHash: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .where('company_id', '=', companyId)
    .forShare()
    .executeTakeFirst()
  return row?.password_hash === passwordHash
}

export async function setPasswordHash(db: Kysely<Tables>, it: UserKey & { readonly passwordHash: string }): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: it.passwordHash, password_changed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', it.userId)
    .where('company_id', '=', it.companyId)
    .execute()
}

/** People of a company that are not gone, by name; at most 500. */
export async function activePeople(db: Kysely<Tables>, companyId: string): Promise<{ userId: string; name: string }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('company_id', '=', companyId)
    .where('active', '=', true)
    .where('confirmed', '=', true)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .limit(500)
    .execute()
  return rows.map(({ id, first_name, last_name }) => ({ userId: id, name: `${first_name} ${last_name}`.trim() }))
}
