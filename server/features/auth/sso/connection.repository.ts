/** The identity provider of each company, its status and its last test. */
import { type Kysely, sql } from 'kysely'
import type { SsoStatus } from '#contract/auth/sso/sso.lifecycle.ts'
import type { SsoTest } from '#contract/auth/sso/sso.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Sealed } from '#server/platform/security/vault.ts'

type Db = Kysely<Tables>

export type ConnectionRow = {
  readonly companyId: string
  readonly revision: number
  /** Secrets are sealed in it. */
  readonly value: unknown
  readonly status: SsoStatus
  readonly lastTest: SsoTest | null
  readonly at: Date
  readonly by: string | null
  /** Of Datacrane, and its sealed key; null before the first save. */
  readonly certificate: string | null
  readonly key: Sealed | null
  readonly unverifiedAt: Date | null
}

export async function findConnection(db: Db, companyId: string): Promise<ConnectionRow | null> {
  const row = await db
    .selectFrom('sso_connections as c')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'c.updated_by').onRef('u.company_id', '=', 'c.company_id'))
    .select(['c.company_id as companyId', 'c.revision', 'c.value', 'c.status', 'c.last_test as lastTest', 'c.updated_at as at'])
    .select(['c.certificate', 'c.key_id', 'c.ciphertext', 'c.unverified_at as unverifiedAt'])
    .select(sql<string | null>`nullif(trim(u.first_name || ' ' || u.last_name), '')`.as('by'))
    .where('c.company_id', '=', companyId)
    .executeTakeFirst()
  if (!row) return null
  const { key_id: keyId, ciphertext, ...others } = row
  return { ...others, key: keyId === null || ciphertext === null ? null : { keyId, ciphertext } }
}

/** Once: the identity provider knows the certificate. */
export async function addKey(tx: Db, companyId: string, certificate: string, { keyId, ciphertext }: Sealed): Promise<void> {
  await tx
    .updateTable('sso_connections')
    .set({ certificate, key_id: keyId, ciphertext })
    .where('company_id', '=', companyId)
    .where('certificate', 'is', null)
    .execute()
}

type Saved = {
  readonly companyId: string
  readonly userId: string
  readonly value: unknown
  readonly status: SsoStatus
  /** That it was read at; 0: there was none. */
  readonly revision: number
}

/** False where it was saved since. */
export async function saveConnection(tx: Db, { companyId, userId, value, status, revision }: Saved): Promise<boolean> {
  const json = JSON.stringify(value)
  if (revision === 0) {
    const row = await tx
      .insertInto('sso_connections')
      .values({ company_id: companyId, revision: 1, value: json, status, updated_by: userId })
      .onConflict((conflict) => conflict.column('company_id').doNothing())
      .returning('revision')
      .executeTakeFirst()
    return row !== undefined
  }
  const { numUpdatedRows } = await tx
    .updateTable('sso_connections')
    .set({ value: json, status, updated_by: userId, updated_at: sql<Date>`now()`, revision: revision + 1 })
    .where('company_id', '=', companyId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Of a test of what is still saved: false where it was saved since. */
export async function noteTest(
  db: Db,
  at: { companyId: string; revision: number },
  test: SsoTest,
  status: SsoStatus,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sso_connections')
    .set({ last_test: JSON.stringify(test), status })
    .where('company_id', '=', at.companyId)
    .where('revision', '=', at.revision)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Of a first sign-in that was refused for an email that is not verified. @returns whether nobody was told since the provider was saved. */
export async function noteUnverified(tx: Db, companyId: string): Promise<boolean> {
  const row = await tx
    .updateTable('sso_connections')
    .set({ unverified_at: sql<Date>`now()`, unverified_notice_at: sql<Date>`coalesce(unverified_notice_at, now())` })
    .where('company_id', '=', companyId)
    .returning(sql<boolean>`unverified_notice_at = now()`.as('isFirst'))
    .executeTakeFirst()
  return row?.isFirst === true
}

/** Another provider, or another decision about its email addresses: what was refused before says nothing of it. */
export async function forgetUnverified(tx: Db, companyId: string): Promise<void> {
  await tx
    .updateTable('sso_connections')
    .set({ unverified_at: null, unverified_notice_at: null })
    .where('company_id', '=', companyId)
    .execute()
}

/** False where it was moved since. */
export async function moveConnection(tx: Db, companyId: string, from: SsoStatus, status: SsoStatus): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sso_connections')
    .set({ status })
    .where('company_id', '=', companyId)
    .where('status', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type Administrator = { readonly _id: string; readonly name: string; readonly email: string }

/** Administrators of a company who can sign in; the operator's own people are none of them. */
export async function listAdministrators(db: Db, companyId: string): Promise<Administrator[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('company_id', '=', companyId)
    .where('role', '=', 'ADMIN')
    .where('active', '=', true)
    .where('confirmed', '=', true)
    .where('removed_at', 'is', null)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(({ id, email, first_name, last_name }) => ({ _id: id, email, name: `${first_name} ${last_name}`.trim() }))
}
