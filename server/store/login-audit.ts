/** Who tried to sign in. Insert only, and each row carries the hash of the one before it in its company (threat T-LOG). */
import { createHash } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'

import { deviceOf, userAgentMax } from '../device.ts'
import { inOneCommit } from './commit.ts'
import type { Tables } from './tables.ts'

export type SignInTry = {
  /** Null: the e-mail is nobody's. */
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
/** The chain of e-mails that are nobody's. */
const nobody = '00000000-0000-0000-0000-000000000000'

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
  const chain = it.companyId ?? nobody
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
