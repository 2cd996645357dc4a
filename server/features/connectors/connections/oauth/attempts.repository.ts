/** Sign-ins to other systems that are open. By the hash of their state, for one use, of one person and session. */
import { type Kysely, sql } from 'kysely'
import { oauthLimits } from '#contract/connections/oauth-limits.ts'
import { jsonText } from '#server/platform/database/json-text.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { moveState, type WhichConnection } from '#server/records/connections/connection-tokens.repository.ts'

type Db = Kysely<Tables>
type Owner = WhichConnection & { readonly personId: string; readonly sessionId: string }

/** `pair` of another account, until somebody accepts it. */
export type AttemptContent = {
  readonly verifier: string
  readonly pair?: { readonly access: string; readonly refresh: string | null; readonly life: number | null }
  readonly accountId?: string | null
  readonly account?: string | null
  /** What the tokens are bound to. */
  readonly bound: string
}
export type Attempt = { readonly id: string; readonly returnTo: string; readonly content: AttemptContent }

const placeOf = (hash: string, companyId: string) => ({ table: 'oauth_attempts', column: 'content', rowId: hash, companyId })

/** False where the person has as many open as they may. */
export async function addAttempt(
  tx: Db,
  vault: Vault,
  { companyId, id, personId, sessionId }: Owner,
  it: { readonly hash: string; readonly content: AttemptContent; readonly returnTo: string },
): Promise<boolean> {
  await tx.selectFrom('users').select('id').where('id', '=', personId).forUpdate().execute()
  const { count } = await tx
    .selectFrom('oauth_attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    // Beginning again takes the place of the earlier one of the same connection.
    .where((eb) => eb.not(eb.and([eb('company_id', '=', companyId), eb('connection_id', '=', id)])))
    .executeTakeFirstOrThrow()
  if (Number(count) >= oauthLimits.openAttempts) return false
  await tx
    .deleteFrom('oauth_attempts')
    .where('person_id', '=', personId)
    .where('company_id', '=', companyId)
    .where('connection_id', '=', id)
    .execute()
  await tx
    .insertInto('oauth_attempts')
    .values({
      ...{ state_hash: it.hash, company_id: companyId, connection_id: id, person_id: personId, session_id: sessionId },
      content: jsonText(vault.seal(JSON.stringify(it.content), placeOf(it.hash, companyId))),
      return_to: it.returnTo,
      expires_at: sql<Date>`now() + ${oauthLimits.attemptLife} * interval '1 millisecond'`,
    })
    .execute()
  return true
}

/** Uses it up; null when it is unknown, of somebody else, ran out or was used before. Of many at once exactly one gets it. */
export async function takeAttempt(
  db: Db,
  vault: Vault,
  hash: string,
  { companyId, personId, sessionId }: Omit<Owner, 'id'>,
): Promise<Attempt | null> {
  const row = await db
    .updateTable('oauth_attempts')
    .set({ used_at: sql<Date>`now()` })
    .where('state_hash', '=', hash)
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .where('session_id', '=', sessionId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['connection_id', 'return_to', 'content'])
    .executeTakeFirst()
  if (row === undefined) return null
  const content = JSON.parse(vault.open(row.content, placeOf(hash, companyId))) as AttemptContent
  return { id: row.connection_id, returnTo: row.return_to, content }
}

/** Opens it once more, with the tokens of another account, until somebody accepts them or it runs out. */
export async function holdAttempt(db: Db, vault: Vault, hash: string, companyId: string, content: AttemptContent): Promise<void> {
  await db
    .updateTable('oauth_attempts')
    .set({ used_at: null, content: jsonText(vault.seal(JSON.stringify(content), placeOf(hash, companyId))) })
    .where('state_hash', '=', hash)
    .where('company_id', '=', companyId)
    .execute()
}

/** A connection whose sign-in nobody finished is what it was before. */
export async function lapse(tx: Db, which: WhichConnection): Promise<void> {
  const known = await tx
    .selectFrom('connection_tokens')
    .select('generation')
    .where('company_id', '=', which.companyId)
    .where('connection_id', '=', which.id)
    .executeTakeFirst()
  const hadAccess = known !== undefined
  await moveState(tx, which, { type: 'signIn.lapsed', hadAccess }, hadAccess ? 'ended' : 'new')
}

/** Removes what nobody comes back from. */
export async function forgetAttempts(db: Db): Promise<void> {
  await db.deleteFrom('oauth_attempts').where('expires_at', '<', sql<Date>`now()`).execute()
  const { rows } = await sql<WhichConnection>`
    select c.company_id as "companyId", c.id from connections c where c.state = 'authorizing' and not exists (
      select from oauth_attempts a where a.company_id = c.company_id and a.connection_id = c.id) limit 500`.execute(db)
  for (const which of rows) await lapse(db, which)
}
