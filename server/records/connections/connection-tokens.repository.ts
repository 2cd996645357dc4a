/**
 * The tokens of connections that somebody signed in to. One pair for all processes: it is renewed by whoever gets the row of its generation, and is
 * stored before anybody uses it (`reach.md` C1, decision 0137).
 */
import { type Kysely, type Selectable, sql } from 'kysely'
import { type ConnectionMove, type ConnectionState, statesBefore } from '#contract/connections/connection.lifecycle.ts'
import type { OauthSettings } from '#contract/connections/oauth-app.ts'
import { oauthLimits } from '#contract/connections/oauth-limits.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { SealedValue, StoredAuth, TokenRenewal } from '../../platform/database/tables/stored-values.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Place, Vault } from '../../platform/security/vault.ts'

type Db = Kysely<Tables>
export type WhichConnection = { readonly companyId: string; readonly id: string }

/** Where processes tell each other that a pair was replaced, or that there is none any more. */
export const tokenChannel = 'datacrane_tokens'

const tokenPlace = ({ companyId, id }: WhichConnection, column: 'access' | 'refresh'): Place => ({
  ...{ table: 'connection_tokens', column, rowId: id, companyId },
})
export const appSecretPlace = (id: string, companyId: string | null): Place => ({
  ...{ table: 'oauth_apps', column: 'client_secret', rowId: id, companyId: companyId ?? '' },
})

export type AppRow = Selectable<Tables['oauth_apps']>

/** What tokens are given for: with another app or another origin they are not used. */
export const boundOf = (appId: string, origin: string): string => `${appId} ${origin}`

export type KeptTokens = {
  readonly name: string
  readonly state: ConnectionState
  readonly auth: StoredAuth
  readonly origin: string
  readonly url: string
  readonly gateway: string | undefined
  /** Null where the app was deleted. */
  readonly app:
    | (Pick<AppRow, 'id' | 'company_id' | 'provider' | 'client_id' | 'client_secret'> & { settings: OauthSettings })
    | null
  /** Null where nobody has signed in to this app and origin. */
  readonly tokens: Pick<
    Selectable<Tables['connection_tokens']>,
    'access' | 'refresh' | 'expires_at' | 'renews_at' | 'generation' | 'refreshing_until' | 'refresher' | 'account_id' | 'account'
  > | null
  /** Of the database. */
  readonly now: Date
}

/** Null where the company has no such connection, or nobody signs in to it. */
export async function readTokens(db: Db, { companyId, id }: WhichConnection): Promise<KeptTokens | null> {
  const row = await db
    .selectFrom('connections as c')
    .leftJoin('connection_tokens as t', (on) =>
      on
        .onRef('t.company_id', '=', 'c.company_id')
        .onRef('t.connection_id', '=', 'c.id')
        .on(sql<boolean>`t.bound = (c.auth ->> 'appId') || ' ' || c.origin`),
    )
    .leftJoin('oauth_apps as a', (on) =>
      on
        .on(sql<boolean>`a.id::text = c.auth ->> 'appId'`)
        .on((eb) => eb.or([eb('a.company_id', 'is', null), eb('a.company_id', '=', eb.ref('c.company_id'))])),
    )
    .select(['c.name', 'c.state', 'c.auth', 'c.origin', 'c.place'])
    .select(['a.id as app_id', 'a.company_id as app_company', 'a.provider', 'a.client_id', 'a.client_secret', 'a.settings'])
    .select(['t.access', 't.refresh', 't.expires_at', 't.renews_at', 't.generation', 't.refreshing_until', 't.refresher'])
    .select(['t.account_id', 't.account', sql<Date>`now()`.as('now')])
    .where('c.company_id', '=', companyId)
    .where('c.id', '=', id)
    .where(sql<string>`c.auth ->> 'type'`, '=', 'oauth2AuthorizationCode')
    .executeTakeFirst()
  if (row === undefined) return null
  const { app_id: appId, provider, client_id: clientId, settings, access, generation } = row
  return {
    ...{ name: row.name, state: row.state, auth: row.auth, origin: row.origin, now: row.now },
    ...{ url: row.place.url ?? '', gateway: row.place.gateway },
    app:
      appId === null || provider === null || clientId === null || settings === null
        ? null
        : { id: appId, company_id: row.app_company, provider, client_id: clientId, client_secret: row.client_secret, settings },
    tokens:
      access === null || generation === null
        ? null
        : {
            ...{ access, generation, refresh: row.refresh, expires_at: row.expires_at, renews_at: row.renews_at },
            ...{ refreshing_until: row.refreshing_until, refresher: row.refresher },
            ...{ account_id: row.account_id, account: row.account },
          },
  }
}

export const openToken = (vault: Vault, which: WhichConnection, column: 'access' | 'refresh', sealed: SealedValue): string =>
  vault.open({ keyId: sealed.keyId, ciphertext: sealed.ciphertext }, tokenPlace(which, column))

export function openAppSecret(vault: Vault, { id, company_id, client_secret }: NonNullable<KeptTokens['app']>): string | null {
  if (client_secret === null) return null
  const { keyId, ciphertext } = client_secret
  return vault.open({ keyId, ciphertext }, appSecretPlace(id, company_id))
}

/** Moves the state where the lifecycle allows it. @returns whether it did */
export async function moveState(db: Db, { companyId, id }: WhichConnection, move: ConnectionMove, to: ConnectionState) {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({ state: to, state_at: sql<Date>`case when state = ${to} then state_at else now() end` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', 'in', statesBefore(move, to))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * The right to renew the pair of this generation, for `lease` milliseconds. One process gets it; it is committed before anything is asked.
 * @returns the process that had it before and never said what came of it; null where there was none; `false` where another one has it or it is too late
 */
export async function claimRenewal(
  db: Db,
  which: WhichConnection,
  { generation, refresher, lease }: { readonly generation: number; readonly refresher: string; readonly lease: number },
): Promise<{ readonly leftBy: string | null } | false> {
  const { companyId, id } = which
  const { rows } = await sql<{ left_by: string | null }>`
    update connection_tokens t set refreshing_until = now() + ${lease} * interval '1 millisecond', refresher = ${refresher}
    from (select refresher from connection_tokens where company_id = ${companyId} and connection_id = ${id} for update) before
    where t.company_id = ${companyId} and t.connection_id = ${id} and t.generation = ${generation}
      and coalesce(t.refreshing_until, '-infinity') < now()
    returning before.refresher as left_by`.execute(db)
  const [row] = rows
  if (row === undefined) return false
  await moveState(db, which, { type: 'token.asked' }, 'refreshing')
  return { leftBy: row.left_by }
}

export type NewPair = {
  readonly access: string
  readonly refresh: string | null
  /** Seconds; null: nobody said. */
  readonly life: number | null
}

/** Seconds. Of a token whose life nobody said: an hour where it can be renewed. */
const unknownLife = 3_600
/** Milliseconds. A pair is renewed a minute, or a tenth of its life, before its end. */
const earlyMost = 60_000
const earlyPart = 0.1

/** When a pair ends, and when it is renewed, in milliseconds from now; null: never. */
export function timesOf({ life, refresh }: Pick<NewPair, 'life' | 'refresh'>) {
  if (life === null && refresh === null) return { ends: null, renews: null }
  const whole = (life ?? unknownLife) * 1_000
  return { ends: life === null ? null : whole, renews: refresh === null ? null : whole - Math.min(earlyMost, whole * earlyPart) }
}

const instantIn = (milliseconds: number | null) =>
  milliseconds === null ? sql<null>`null` : sql<Date>`now() + ${milliseconds} * interval '1 millisecond'`

const sealedToken = (vault: Vault, which: WhichConnection, column: 'access' | 'refresh', plain: string) =>
  jsonText({ ...vault.seal(plain, tokenPlace(which, column)), last4: '' } satisfies SealedValue)

const withHistory = (entry: TokenRenewal) =>
  sql<string>`(select coalesce(jsonb_agg(e order by n), '[]') from (
    select e, n from jsonb_array_elements(jsonb_build_array(${jsonText(entry)}::jsonb) || connection_tokens.history) with ordinality x(e, n)
    where n <= ${oauthLimits.history}) kept)`

const tell = (db: Db, { companyId, id }: WhichConnection, generation: number) =>
  sql`select pg_notify(${tokenChannel}, ${`${companyId} ${id} ${generation}`})`.execute(db)

/** Stores a renewed pair. @returns its generation; null where this process has lost the right to renew */
export async function storeRenewed(
  tx: Db,
  vault: Vault,
  which: WhichConnection,
  claimed: { readonly generation: number; readonly refresher: string },
  { pair, took }: { readonly pair: NewPair; readonly took: number },
): Promise<number | null> {
  const { companyId, id } = which
  const { renews, ends } = timesOf({ life: pair.life, refresh: pair.refresh ?? 'kept' })
  const entry: TokenRenewal = { at: new Date().toISOString(), result: 'renewed', took, life: pair.life, said: null }
  const refresh = pair.refresh === null ? sql<string>`refresh` : sealedToken(vault, which, 'refresh', pair.refresh)
  const row = await tx
    .updateTable('connection_tokens')
    .set({
      ...{ access: sealedToken(vault, which, 'access', pair.access), refresh },
      ...{ expires_at: instantIn(ends), renews_at: instantIn(renews), refreshed_at: sql<Date>`now()` },
      ...{ generation: claimed.generation + 1, refreshing_until: null, refresher: null, history: withHistory(entry) },
    })
    .where('company_id', '=', companyId)
    .where('connection_id', '=', id)
    .where('generation', '=', claimed.generation)
    .where('refresher', '=', claimed.refresher)
    .returning('generation')
    .executeTakeFirst()
  if (row === undefined) return null
  await moveState(tx, which, { type: 'token.renewed' }, 'working')
  await tell(tx, which, row.generation)
  return row.generation
}

/** Gives the right to renew back: there was no usable answer. `pause`: milliseconds until it may be tried again. */
export async function giveRenewalBack(
  tx: Db,
  which: WhichConnection,
  claimed: { readonly generation: number; readonly refresher: string },
  {
    said,
    took,
    pause,
    isSent,
  }: { readonly said: string; readonly took: number; readonly pause: number; readonly isSent: boolean },
): Promise<void> {
  const entry: TokenRenewal = { at: new Date().toISOString(), result: 'failed', took, life: null, said }
  await tx
    .updateTable('connection_tokens')
    .set({
      ...{ refreshing_until: instantIn(pause), history: withHistory(entry) },
      // A request that may have been acted on may have used the refresh token up: the next refusal says so.
      ...(isSent ? {} : { refresher: null }),
    })
    .where('company_id', '=', which.companyId)
    .where('connection_id', '=', which.id)
    .where('generation', '=', claimed.generation)
    .where('refresher', '=', claimed.refresher)
    .execute()
  if (await moveState(tx, which, { type: 'token.unreachable' }, 'failing'))
    await noteFault(tx, which, 'failing', `Access couldn't be renewed. ${said}`)
}

/** What a renewal showed, in the place of what the last request showed. */
async function noteFault(tx: Db, which: WhichConnection, state: 'failing' | 'ended', message: string): Promise<void> {
  const check = { at: new Date().toISOString(), works: false, message, by: null }
  await tx
    .updateTable('connections')
    .set({ last_check: jsonText(check) })
    .where('company_id', '=', which.companyId)
    .where('id', '=', which.id)
    .where('state', '=', state)
    .execute()
}

/** The provider ended the access, as far as this generation goes. @returns whether it did, and nobody has a newer pair */
export async function endAccess(
  tx: Db,
  which: WhichConnection,
  generation: number,
  { said, message }: { readonly said: string; readonly message: string },
): Promise<boolean> {
  const entry: TokenRenewal = { at: new Date().toISOString(), result: 'refused', took: null, life: null, said }
  const row = await tx
    .updateTable('connection_tokens')
    .set({ refreshing_until: null, refresher: null, history: withHistory(entry), told_at: null })
    .where('company_id', '=', which.companyId)
    .where('connection_id', '=', which.id)
    .where('generation', '=', generation)
    .returning('generation')
    .executeTakeFirst()
  if (row === undefined) return false
  await moveState(tx, which, { type: 'token.refused' }, 'ended')
  await noteFault(tx, which, 'ended', message)
  await tell(tx, which, generation)
  return true
}

export type SignedInAs = { readonly bound: string; readonly accountId: string | null; readonly account: string | null }

/** Stores the pair of somebody who has just signed in; what was there before is of no use any more. @returns its generation */
export async function storeSignedIn(
  tx: Db,
  vault: Vault,
  which: WhichConnection,
  pair: NewPair,
  { bound, accountId, account }: SignedInAs,
): Promise<number> {
  const { renews, ends } = timesOf(pair)
  const entry: TokenRenewal = { at: new Date().toISOString(), result: 'signed-in', took: null, life: pair.life, said: account }
  const values = {
    ...{ access: sealedToken(vault, which, 'access', pair.access), bound },
    refresh: pair.refresh === null ? null : sealedToken(vault, which, 'refresh', pair.refresh),
    ...{ expires_at: instantIn(ends), renews_at: instantIn(renews), refreshed_at: sql<Date>`now()`, used_at: sql<Date>`now()` },
    ...{ refreshing_until: null, refresher: null, account_id: accountId, account, told_at: null },
  }
  const row = await tx
    .insertInto('connection_tokens')
    .values({ company_id: which.companyId, connection_id: which.id, ...values, history: jsonText([entry]) })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'connection_id'])
        .doUpdateSet({ ...values, generation: sql<number>`connection_tokens.generation + 1`, history: withHistory(entry) }),
    )
    .returning('generation')
    .executeTakeFirstOrThrow()
  await moveState(tx, which, { type: 'person.signedIn' }, 'working')
  await tx
    .updateTable('connections')
    .set({ last_check: null, revision: sql<number>`revision + 1`, access_revision: sql<number>`access_revision + 1` })
    .where('company_id', '=', which.companyId)
    .where('id', '=', which.id)
    .execute()
  await tell(tx, which, row.generation)
  return row.generation
}

/** That the tokens of a connection are used, once a day. */
export async function noteTokenUse(db: Db, { companyId, id }: WhichConnection): Promise<void> {
  await sql`update connection_tokens set used_at = now() where company_id = ${companyId} and connection_id = ${id}
    and used_at < now() - interval '1 day'`.execute(db)
}

/** Connections whose pair nobody has renewed for so many days, though it can be. At most 100, the longest first. */
export async function idleTokens(db: Db, days: number): Promise<(WhichConnection & { readonly generation: number })[]> {
  const { rows } = await sql<WhichConnection & { readonly generation: number }>`
    select t.company_id as "companyId", t.connection_id as id, t.generation from connection_tokens t
    join connections c on c.company_id = t.company_id and c.id = t.connection_id
    where t.refresh is not null and t.refreshed_at < now() - ${days} * interval '1 day' and c.state in ('new', 'working', 'failing')
      and coalesce(t.refreshing_until, '-infinity') < now() and t.bound = (c.auth ->> 'appId') || ' ' || c.origin
    order by t.refreshed_at limit 100`.execute(db)
  return rows
}
