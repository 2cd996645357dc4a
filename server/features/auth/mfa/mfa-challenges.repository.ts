/** Challenges: a code is asked for. Tries are counted before a code is compared. Times are the database's. */
import { type Kysely, sql } from 'kysely'

import { type ChallengeMove, type ChallengeState, challengeLifecycle } from '#contract/auth/challenge.lifecycle.ts'
import { type MfaMethod, wrongCodesMax } from '#contract/auth/mfa.ts'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { accountTriesMax, countingTry, type UserKey } from './mfa-locks.repository.ts'

export type Purpose = Tables['mfa_challenges']['purpose']

export type NewChallenge = UserKey & {
  readonly id: string
  readonly purpose: Purpose
  readonly method: MfaMethod
  /** Where the code was sent, in clear; null for an authenticator. */
  readonly target: string | null
  readonly codeHash: string | null
  /** The provider that the password was replaced by. */
  readonly provider: string | null
  /** Milliseconds. */
  readonly lifetime: number
}

export type Challenge = UserKey & {
  readonly id: string
  readonly method: MfaMethod
  readonly target: string | null
  readonly codeHash: string | null
  readonly status: ChallengeState
  /** Whether its time is over, whatever the status says. */
  readonly isOver: boolean
  readonly provider: string | null
  readonly email: string
}

const ahead = (milliseconds: number) => sql<Date>`now() + ${milliseconds} * interval '1 millisecond'`

export async function openChallenge(db: Kysely<Tables>, it: NewChallenge): Promise<void> {
  await db
    .insertInto('mfa_challenges')
    .values({
      id: it.id,
      company_id: it.companyId,
      user_id: it.userId,
      purpose: it.purpose,
      method: it.method,
      target: it.target,
      code_hash: it.codeHash,
      provider: it.provider,
      sent_at: it.codeHash === null ? null : sql<Date>`now()`,
      expires_at: ahead(it.lifetime),
    })
    .execute()
}

/** Of somebody who may still sign in, and whose password is the one that the challenge followed. */
const challenges = (db: Kysely<Tables>) =>
  db
    .selectFrom('mfa_challenges as m')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'm.user_id').onRef('u.company_id', '=', 'm.company_id'))
    .select(['m.id', 'm.company_id', 'm.user_id', 'm.method', 'm.target', 'm.code_hash', 'm.status', 'm.provider', 'u.email'])
    .select(sql<boolean>`m.expires_at <= now()`.as('is_over'))
    .where('u.active', '=', true)
    .where((eb) => eb.or([eb('u.password_changed_at', 'is', null), eb('u.password_changed_at', '<=', eb.ref('m.created_at'))]))

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof challenges>['executeTakeFirst']>>>

const toChallenge = (row: Row): Challenge => ({
  id: row.id,
  companyId: row.company_id,
  userId: row.user_id,
  method: row.method,
  target: row.target,
  codeHash: row.code_hash,
  status: row.status,
  isOver: row.is_over,
  provider: row.provider,
  email: row.email,
})

/** A sign-in knows no company yet: the id of the challenge is what binds. */
export async function findSignInChallenge(
  db: Kysely<Tables>,
  { challengeId, userId }: { readonly challengeId: string; readonly userId: string },
): Promise<Challenge | null> {
  const row = await challenges(db)
    .where('m.id', '=', challengeId)
    .where('m.user_id', '=', userId)
    .where('m.purpose', '=', 'sign-in')
    .executeTakeFirst()
  return row ? toChallenge(row) : null
}

/** The newest challenge of a person for one purpose, whatever became of it. */
export async function newestChallenge(
  db: Kysely<Tables>,
  { companyId, userId, purpose }: UserKey & { readonly purpose: Purpose },
): Promise<Challenge | null> {
  const row = await challenges(db)
    .where('m.user_id', '=', userId)
    .where('m.company_id', '=', companyId)
    .where('m.purpose', '=', purpose)
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .executeTakeFirst()
  return row ? toChallenge(row) : null
}

/** Challenges of a person for one purpose within an hour. */
export async function countChallenges(
  db: Kysely<Tables>,
  { companyId, userId, purpose }: UserKey & { readonly purpose: Purpose },
): Promise<number> {
  const { count } = await db
    .selectFrom('mfa_challenges')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return count
}

export type Try = {
  /** Whether no more may follow, at this challenge or at any of the account. */
  readonly isLast: boolean
  /** The database's clock in seconds since 1970. */
  readonly epoch: number
}

/** Counts a try at the challenge and at the account, in one statement. Null: no code may be compared. */
export async function takeTry(db: Kysely<Tables>, { id, ...whose }: UserKey & { readonly id: string }): Promise<Try | null> {
  const { rows } = await sql<{ tries: number; failures: number; epoch: number }>`
    with taken as (
      update mfa_challenges set tries = tries + 1
      where id = ${id} and user_id = ${whose.userId} and company_id = ${whose.companyId}
        and status = any(${statesAllowing(challengeLifecycle, 'user.proved')}) and tries < ${wrongCodesMax} and expires_at > now()
      returning tries
    ), counted as (${countingTry(whose, sql`taken`)})
    select tries, failures, extract(epoch from now())::float8 as epoch from taken, counted`.execute(db)
  const [row] = rows
  return row ? { isLast: row.tries >= wrongCodesMax || row.failures >= accountTriesMax, epoch: row.epoch } : null
}

/** False where the chart forbids it: of many at once exactly one gets true. */
export async function moveChallenge(db: Kysely<Tables>, id: string, move: ChallengeMove['type']): Promise<boolean> {
  const row = await db
    .updateTable('mfa_challenges')
    .set(afterMove(move))
    .where('id', '=', id)
    .where('status', 'in', statesAllowing(challengeLifecycle, move) as ChallengeState[])
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const afterMove = (move: ChallengeMove['type']) => ({
  status: moved(challengeLifecycle, 'open', { type: move }, undefined) as ChallengeState,
  status_since: sql<Date>`now()`,
})

/** Closes what is open of a person: of these purposes, or all. */
export async function closeChallenges(
  db: Kysely<Tables>,
  { companyId, userId }: UserKey,
  purposes: readonly Purpose[],
): Promise<void> {
  await db
    .updateTable('mfa_challenges')
    .set(afterMove('server.closed'))
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .where('purpose', 'in', purposes)
    .where('status', 'in', statesAllowing(challengeLifecycle, 'server.closed') as ChallengeState[])
    .execute()
}

type Renewal = { readonly id: string; readonly codeHash: string; readonly pause: number }

/** Gives an open challenge another code. @returns 0, or the milliseconds that have to pass first; null where it is not open. */
export async function renewCode(db: Kysely<Tables>, { id, codeHash, pause }: Renewal): Promise<number | null> {
  const { rows } = await sql<{ wait: number }>`
    with asked as (
      select id, ceil(greatest(0, ${pause} - extract(epoch from now() - sent_at) * 1000))::integer as wait from mfa_challenges
      where id = ${id} and status = any(${statesAllowing(challengeLifecycle, 'user.proved')}) and expires_at > now()
      for update
    ), renewed as (
      update mfa_challenges set code_hash = ${codeHash}, sent_at = now() where id in (select id from asked where wait = 0)
    )
    select wait from asked`.execute(db)
  return rows[0]?.wait ?? null
}

/** Those whose time is over are told so, and older ones go. */
export async function keepChallenges(db: Kysely<Tables>, days: number): Promise<void> {
  await db
    .updateTable('mfa_challenges')
    .set(afterMove('clock.expired'))
    .where('status', 'in', statesAllowing(challengeLifecycle, 'clock.expired') as ChallengeState[])
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
  await sql`delete from mfa_challenges where created_at < now() - ${days} * interval '1 day'`.execute(db)
}
