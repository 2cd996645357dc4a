/** Invitations, by the hash of their token. Which move is legal is the chart's to say; here a row is held while it is asked. Times are the database's. */
import { type Kysely, sql } from 'kysely'
import { type InvitationState, invitationLifecycle } from '#contract/auth/invitation.lifecycle.ts'
import type { Role } from '#contract/kit/endpoint.ts'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'

export type NewInvitation = {
  readonly id: string
  readonly companyId: string
  readonly email: string
  readonly role: 'ADMIN' | 'USER'
  readonly tokenHash: string
  readonly invitedBy: string
  /** Milliseconds. */
  readonly lifetime: number
}

export type Invitation = {
  readonly id: string
  readonly companyId: string
  readonly companyName: string
  readonly email: string
  readonly role: 'ADMIN' | 'USER'
  readonly status: InvitationState
  /** Whether its time is over, whatever the status says. */
  readonly isOver: boolean
  readonly expiresAt: Date
  readonly inviter: {
    readonly firstName: string
    readonly lastName: string
    readonly role: Role
    readonly active: boolean
    /** Where they are now. */
    readonly companyId: string
  }
}

/** Answers when it ends. */
export async function addInvitation(db: Kysely<Tables>, it: NewInvitation): Promise<Date> {
  const { expires_at } = await db
    .insertInto('invitations')
    .values({
      id: it.id,
      company_id: it.companyId,
      email: it.email,
      role: it.role,
      token_hash: it.tokenHash,
      status: 'open',
      invited_by: it.invitedBy,
      expires_at: sql<Date>`now() + ${it.lifetime} * interval '1 millisecond'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

const invitations = (db: Kysely<Tables>) =>
  db
    .selectFrom('invitations as i')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .innerJoin('users as u', 'u.id', 'i.invited_by')
    .select(['i.id', 'i.company_id', 'c.name', 'i.email', 'i.role', 'i.status', 'i.expires_at'])
    .select(['u.first_name', 'u.last_name', 'u.role as inviter_role', 'u.active', 'u.company_id as inviter_company'])
    .select(sql<boolean>`i.expires_at <= now()`.as('isOver'))

type Row = Awaited<ReturnType<ReturnType<typeof invitations>['executeTakeFirstOrThrow']>>

const invitationOf = (row: Row): Invitation => ({
  id: row.id,
  companyId: row.company_id,
  companyName: row.name,
  email: row.email,
  role: row.role,
  status: row.status,
  isOver: row.isOver,
  expiresAt: row.expires_at,
  inviter: {
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.inviter_role,
    active: row.active,
    companyId: row.inviter_company,
  },
})

/** Who holds a link knows no company: the row says which it is. */
export async function findInvitationByToken(db: Kysely<Tables>, tokenHash: string): Promise<Invitation | null> {
  const row = await invitations(db).where('i.token_hash', '=', tokenHash).executeTakeFirst()
  return row ? invitationOf(row) : null
}

type Which = { readonly companyId: string; readonly id: string }

/** Until the transaction ends nobody else moves it. */
export async function holdInvitation(tx: Kysely<Tables>, { companyId, id }: Which): Promise<Invitation | null> {
  const row = await invitations(tx).where('i.id', '=', id).where('i.company_id', '=', companyId).forUpdate('i').executeTakeFirst()
  return row ? invitationOf(row) : null
}

/** The one whose status is open, held. */
export async function holdOpenInvitation(tx: Kysely<Tables>, companyId: string, email: string): Promise<Invitation | null> {
  const row = await invitations(tx)
    .where('i.company_id', '=', companyId)
    .where(sql`lower(i.email)`, '=', email.toLowerCase())
    .where('i.status', '=', 'open')
    .forUpdate('i')
    .executeTakeFirst()
  return row ? invitationOf(row) : null
}

export async function setInvitationStatus(tx: Kysely<Tables>, { companyId, id }: Which, status: InvitationState): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ status, status_since: sql<Date>`now()` })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .execute()
}

/** Of this company to this address, within the last hour. */
export async function countRecentInvitations(db: Kysely<Tables>, companyId: string, email: string): Promise<number> {
  const { made } = await db
    .selectFrom('invitations')
    .select(sql<number>`count(*)`.as('made'))
    .where('company_id', '=', companyId)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return made
}

/** Of this company to anybody, within the last day. Exact only under `holdCompany`. */
export async function countInvitationsOfDay(db: Kysely<Tables>, companyId: string): Promise<number> {
  const { made } = await db
    .selectFrom('invitations')
    .select(sql<number>`count(*)`.as('made'))
    .where('company_id', '=', companyId)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return made
}

/** Says of those whose time is over that it is; they were dead before. Of every company. */
export async function expireInvitations(db: Kysely<Tables>): Promise<void> {
  const from = statesAllowing(invitationLifecycle, 'clock.expired') as InvitationState[]
  for (const status of from) {
    const to = moved(invitationLifecycle, status, { type: 'clock.expired' }, undefined) as InvitationState
    await db
      .updateTable('invitations')
      .set({ status: to, status_since: sql<Date>`now()` })
      .where('status', '=', status)
      .where('expires_at', '<=', sql<Date>`now()`)
      .execute()
  }
}
