/** Who tried to sign in. Insert only, and each row carries the hash of the one before it in its company (threat T-LOG). */
import { createHash } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'

import type { LoginRecord } from '#contract/auth/login-audit.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { deviceOf, userAgentMax } from '#server/platform/security/device.ts'
import { findAnchor } from '../../kit/audit-events.repository.ts'

export type SignInTry = {
  /** Null: the email is nobody's. */
  readonly companyId: string | null
  readonly userId: string | null
  readonly email: string
  readonly success: boolean
  /** In words for people; null for a success. */
  readonly failureReason: string | null
  readonly origin: { readonly ip: string; readonly userAgent: string | null }
}

type Row = Omit<Selectable<Tables['login_audit']>, 'id'>

const emailMax = 254
/** The hash that the first row of a chain follows. */
const beginning = '0'.repeat(64)
/** The chain of emails that are nobody's. */
const unknownOwnerId = '00000000-0000-0000-0000-000000000000'

/** What PostgreSQL stores: no U+0000, no half characters. */
const storable = (text: string, max: number) => text.slice(0, max).toWellFormed().replaceAll('\u0000', '\ufffd')

function hashOf(row: Omit<Row, 'hash'>): string {
  const canonical = JSON.stringify([
    row.company_id,
    row.user_id,
    row.email,
    row.success,
    row.failure_reason,
    row.at.toISOString(),
    row.ip_address,
    row.user_agent,
    row.device,
    row.browser,
  ])
  return createHash('sha256').update(row.previous_hash).update(canonical).digest('hex')
}

/** Appends to the chain of the company; in the transaction of `db` when it is one. Those of one company wait for each other. */
export async function recordSignIn(db: Kysely<Tables>, it: SignInTry): Promise<void> {
  await (db.isTransaction ? append(db, it) : inOneCommit(db, (tx) => append(tx, it)))
}

async function append(tx: Kysely<Tables>, it: SignInTry): Promise<void> {
  const chain = it.companyId ?? unknownOwnerId
  // The update that changes nothing is what locks a head that is there.
  const head = await sql<{ hash: string; at: Date }>`
    insert into login_audit_heads (chain, hash, length) values (${chain}, ${beginning}, 0)
    on conflict (chain) do update set length = login_audit_heads.length
    returning hash, date_trunc('milliseconds', clock_timestamp()) as at`.execute(tx)
  const { hash: previous = beginning, at = new Date(0) } = head.rows[0] ?? {}
  const userAgent = it.origin.userAgent === null ? null : storable(it.origin.userAgent, userAgentMax)
  const row = {
    company_id: it.companyId,
    user_id: it.userId,
    email: storable(it.email, emailMax),
    success: it.success,
    failure_reason: it.failureReason,
    at,
    ip_address: it.origin.ip,
    user_agent: userAgent,
    ...deviceOf(userAgent),
    previous_hash: previous,
  }
  const hash = hashOf(row)
  await tx
    .insertInto('login_audit')
    .values({ ...row, hash })
    .execute()
  await sql`update login_audit_heads set hash = ${hash}, length = length + 1 where chain = ${chain}`.execute(tx)
}

const toRecord = (row: Selectable<Tables['login_audit']>): LoginRecord => ({
  id: String(row.id),
  success: row.success,
  failureReason: row.failure_reason,
  email: row.email,
  loginTimestamp: row.at.toISOString(),
  ipAddress: row.ip_address,
  deviceInfo: { device: row.device, browser: row.browser },
  location: null,
  userAgent: row.user_agent,
})

export type SignInFilter = {
  readonly companyId: string
  /** Of everybody in the company when absent. */
  readonly userId?: string
  readonly success?: boolean | undefined
  /** How the network address begins. */
  readonly address?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

type LoginAuditQuery = SignInFilter & {
  readonly page: number
  readonly limit: number
  readonly order: 'asc' | 'desc'
}

const filtered = (db: Kysely<Tables>, { companyId, userId, success, address, from, to }: SignInFilter) =>
  db
    .selectFrom('login_audit')
    .where('company_id', '=', companyId)
    .$if(userId !== undefined, (all) => all.where('user_id', '=', userId ?? ''))
    .$if(success !== undefined, (all) => all.where('success', '=', success ?? true))
    .$if(address !== undefined, (all) => all.where(sql<boolean>`starts_with(lower(ip_address), lower(${address}))`))
    .$if(from !== undefined, (all) => all.where(sql<boolean>`at >= ${from}`))
    .$if(to !== undefined, (all) => all.where(sql<boolean>`at < ${to}`))

/** One of a person; null where there is none of theirs. */
export async function findSignIn(
  db: Kysely<Tables>,
  { id, ...whose }: { readonly companyId: string; readonly userId: string; readonly id: string },
): Promise<LoginRecord | null> {
  const row = await filtered(db, whose).selectAll().where('id', '=', sql<number>`${id}`).executeTakeFirst()
  return row ? toRecord(row) : null
}

/** Sign-ins of a company or of one person in it, and how many there are. `page` counts from 1. */
export async function listSignIns(
  db: Kysely<Tables>,
  { page, limit, order, ...filter }: LoginAuditQuery,
): Promise<{ data: LoginRecord[]; total: number }> {
  const wanted = filtered(db, filter)
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await wanted
    .selectAll()
    .orderBy('at', order)
    .orderBy('id', order)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { data: rows.map(toRecord), total }
}

/** Days. */
const lately = 90
/** So many are looked at: whose sign-ins are many waits no longer than others, and an email that is nobody's as long as they. */
const newestMax = 200

/** The addresses that somebody signed in from lately, with all that a sign-in asks for. Null: an email that is nobody's. */
export async function listSignInAddresses(
  db: Kysely<Tables>,
  whose: { readonly companyId: string; readonly userId: string } | null,
): Promise<string[]> {
  const { companyId, userId } = whose ?? { companyId: unknownOwnerId, userId: unknownOwnerId }
  const newest = db
    .selectFrom('login_audit')
    .select('ip_address')
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .where('success', '=', true)
    .where('at', '>', sql<Date>`now() - ${lately} * interval '1 day'`)
    .orderBy('at', 'desc')
    .limit(newestMax)
  const rows = await db.selectFrom(newest.as('newest')).select('ip_address').distinct().execute()
  return rows.map((row) => row.ip_address)
}

/** Where a chain does not hold: the row that was changed or follows a gap; its end when `id` is null. */
export type BrokenLink = { readonly id: string | null }

/**
 * Walks the chain of a company (null: of emails that are nobody's). Null: every row is there and is what was written.
 * @param batch rows that are read at once.
 */
export async function findBrokenLink(db: Kysely<Tables>, companyId: string | null, batch = 1_000): Promise<BrokenLink | null> {
  // First the end: rows that are appended meanwhile come after it.
  const end = await db
    .selectFrom('login_audit_heads')
    .selectAll()
    .where('chain', '=', companyId ?? unknownOwnerId)
    .executeTakeFirst()
  // What retention has removed is not there; the chain goes on from its hash.
  const anchor = await findAnchor(db, 'sign-ins', companyId ?? unknownOwnerId)
  let link = { id: anchor?.last ?? 0, hash: anchor?.hash ?? beginning }
  for (let left = Number(end?.length ?? 0) - (anchor?.removed ?? 0); ; left -= batch) {
    const rows = await db
      .selectFrom('login_audit')
      .selectAll()
      .where('company_id', companyId === null ? 'is' : '=', companyId)
      .where('id', '>', link.id)
      .orderBy('id')
      .limit(Math.min(batch, Math.max(left, 0)))
      .execute()
    for (const { id, hash, ...row } of rows) {
      if (row.previous_hash !== link.hash || hashOf(row) !== hash) return { id: String(id) }
      link = { id: Number(id), hash }
    }
    if (left <= batch) return link.hash === (end?.hash ?? beginning) ? null : { id: null }
  }
}

/** How many rows a company's chain has, and when the first of them was written. */
export async function measureChain(
  db: Kysely<Tables>,
  companyId: string,
): Promise<{ readonly length: number; readonly since: Date | null }> {
  const head = await db.selectFrom('login_audit_heads').select('length').where('chain', '=', companyId).executeTakeFirst()
  const first = await db
    .selectFrom('login_audit')
    .select('at')
    .where('company_id', '=', companyId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const anchor = await findAnchor(db, 'sign-ins', companyId)
  return { length: Number(head?.length ?? 0) - (anchor?.removed ?? 0), since: first?.at ?? null }
}

/** The chains that there are: companies, and null for the emails that are nobody's. */
export async function listChains(db: Kysely<Tables>): Promise<(string | null)[]> {
  const rows = await db.selectFrom('login_audit_heads').select('chain').execute()
  return rows.map(({ chain }) => (chain === unknownOwnerId ? null : chain))
}
